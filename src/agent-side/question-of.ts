import type { Question } from '../approvals/index.ts'
import type { Safety } from './call.ts'
import type { Json } from './json.ts'

/** What these do is what `exa_search` and `exa_fetch` do, and is asked about in the same way; workflows, too. */
const classes: Readonly<Record<string, Question['class']>> = {
  'retrieval.searchAndRead': 'search',
  'retrieval.expandAndCollect': 'search',
  'retrieval.verifiedAnswer': 'search',
  'exa.search': 'search',
  'exa.findSimilar': 'search',
  'exa.answer': 'search',
  'exa.getContents': 'fetch',
}

interface Asked {
  readonly operation: string
  readonly safety: Safety
  readonly args: Json
  readonly toolCallId: string
  readonly conversation: string | null
  readonly estimatedUsd: number
}

/** The question that an operation of `manage_websets` raises; undefined for one that nobody needs to be asked about. */
export function questionOf(asked: Asked): Question | undefined {
  const { operation, safety, args, toolCallId, conversation, estimatedUsd } = asked
  if (safety === 'read' || safety === 'change') return undefined
  return {
    tool: 'manage_websets',
    operation,
    class: classes[operation === 'tasks.create' ? String(args.type) : operation] ?? safety,
    args,
    toolCallId,
    conversation,
    domains: domainsOf(args.urls),
    results: resultsOf(args),
    estimatedUsd,
  }
}

/** The hosts of addresses, each once. */
export function domainsOf(urls: unknown): string[] {
  const hosts = (Array.isArray(urls) ? urls : []).map((url) =>
    typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : '',
  )
  return [...new Set(hosts.filter((host) => host !== ''))]
}

function resultsOf(args: Json): number | null {
  const nested = (args.search ?? args.args ?? {}) as Json
  const found = [args.searchCount, args.count, args.numResults, nested.count].find(
    (value) => typeof value === 'number' && Number.isInteger(value),
  )
  return (found as number | undefined) ?? null
}
