import type { AgentCaller } from './call.ts'
import { usualPauseMs, type Failure, type Issue } from './failure.ts'

interface Circumstances {
  readonly operation: string
  readonly failure: Failure
  readonly caller: AgentCaller
  /** Whose limits and ids these are. */
  readonly upstreamName: string
}

/** What to do differently, by what went wrong. */
export function hintsFor(circumstances: Circumstances): string[] {
  const { failure, operation } = circumstances
  const { issues = [], hints = [] } = failure.facts
  const all = [
    ...hints,
    ...issues.flatMap((issue) => hintsForIssue(operation, issue)),
    ...hintsForCategory(circumstances),
  ]
  if (operation === 'searches.create' && failure.category === 'validation') all.push(usualCauses)
  if (operation.startsWith('monitors.') && failure.facts.httpStatus === 400) all.push(cronHint)
  return [...new Set(all)]
}

const usualCauses =
  'The usual causes: criteria that are not objects with a description, an entity that is not an object with a type, a count that is missing or below 1, a behavior other than override or append.'
const cronHint =
  'cron has five fields, minute hour day month weekday, and runs at most once a day: "0 6 * * *" is daily at six, "30 8 * * 1" is Mondays at half past eight.'

function hintsForIssue(operation: string, { path, got }: Issue): string[] {
  const field = path.replaceAll(/\[\d+\]/g, '').split('.')
  const hints: string[] = []
  if (field.includes('entity'))
    hints.push(
      'entity is an object with a type: company, person, article, research_paper, or custom with a description of 2 to 200 characters.',
    )
  if (field.includes('criteria') || field.includes('searchCriteria'))
    hints.push('criteria are a list of objects with a description, at most five.')
  if (field.includes('options'))
    hints.push('options are a list of 1 to 150 objects with a label, and belong to format "options" only.')
  if (field.at(-1) === 'format' && got === 'boolean')
    hints.push(
      'boolean is not a format of the API: use format "options" with the options Yes and No, or safe mode, which does that.',
    )
  if (field.includes('cron') || field.includes('cadence')) hints.push(cronHint)
  if (field.at(-1) === 'status' && operation.startsWith('monitors.'))
    hints.push('The status of a monitor is enabled or disabled.')
  if (field.at(-1) === 'behavior') hints.push('behavior is override or append.')
  return hints
}

function hintsForCategory({ failure, operation, caller, upstreamName }: Circumstances): string[] {
  const { retryAfterMs } = failure.facts
  switch (failure.category) {
    case 'auth':
      return [`${upstreamName} was asked with ${caller.presentedAs}.`]
    case 'not_found':
      return [whereToLook(operation)]
    case 'conflict':
      return operation.endsWith('.create') && failure.facts.httpStatus === 409
        ? ['The externalId is in use already: fetch what has it with websets.get and that id.']
        : []
    case 'rate_limited':
      return [
        `Wait ${retryAfterMs ?? usualPauseMs} ms and call again. ${failure.facts.fromUpstream ? upstreamName : 'This server'} sets this limit.`,
      ]
    case 'timeout':
    case 'upstream':
      return failure.facts.retryable ? ['This may pass: call again in a moment.'] : []
    case 'validation':
    case 'rejected':
    case 'unsupported':
    case 'internal':
    default:
      return []
  }
}

/** There is no list of searches or enrichments: the webset has them. */
function whereToLook(operation: string): string {
  const domain = operation.slice(0, operation.lastIndexOf('.'))
  switch (domain) {
    case 'tasks':
      return 'The task has expired after its time to live, or belongs to another key; tasks.list shows live ones.'
    case 'searches':
    case 'enrichments':
      return `websets.get lists the ${domain} of a webset, and websets.list the websets.`
    case 'items':
      return 'items.list shows the items of a webset, and websets.list the websets.'
    default:
      return `${domain}.list shows which ids there are.`
  }
}
