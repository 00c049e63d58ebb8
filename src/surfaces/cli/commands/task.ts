import { readFileSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import type { Task, TaskEvent, TaskResult } from '../../../contract/tasks.ts'
import { everyPage, type ApiClient } from '../api-client.ts'
import { CliError } from '../cli-error.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'
import type { Terminal } from '../terminal.ts'

interface RunOptions extends ClientOptions {
  readonly args: object
  readonly query?: string
  readonly entity?: string
  readonly count?: number
  readonly criterion: string[]
  readonly enrich: { description: string; format?: string }[]
  readonly idempotencyKey?: string
  readonly detach?: boolean
}

const pathOf = (id: string, rest = ''): string => `/winnow/v1/tasks/${encodeURIComponent(id)}${rest}`

export function taskCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  const print = (value: unknown) => terminal.print(JSON.stringify(value, null, 2))
  const task = new Command('task')
    .description('start workflows that work by themselves for minutes, and fetch their results')
    .addHelpText(
      'after',
      `
Workflows: lifecycle.harvest, convergent.search, adversarial.verify, research.deep, research.verifiedCollection, qd.winnow;
  retrieval.searchAndRead, retrieval.expandAndCollect, retrieval.verifiedAnswer, semantic.cron, verify.enrichments

Examples:
  $ winnow task run lifecycle.harvest --query "makers of solar cells" --entity company --enrich "Headcount:number"
  $ winnow task run research.deep --args '{"instructions": "How are pipes inspected?"}' --detach
  $ winnow task run qd.winnow --args @winnow.json
  $ winnow task run retrieval.verifiedAnswer --query "Who makes robots that inspect pipes?"
  $ winnow task result task_…
  $ winnow task list`,
    )

  clientOptions(task.command('run <type>'))
    .description('start a workflow and show its result; what it does goes on when you leave')
    .option('--args <json>', 'its arguments as JSON, or @ and the name of a file', readArgs, {})
    .option('--query <text>', 'what to look for')
    .option('--entity <type>', 'company, person, article, research_paper, or a description of your own')
    .option('--count <number>', 'how many to look for', whole)
    .option('--criterion <text>', 'what each must meet; several are allowed', gather, [])
    .option('--enrich <text>', 'what to find out, with a format if you like: "Press:email"', enrichment, [])
    .option('--idempotency-key <text>', 'the same key starts the same task once')
    .option('--detach', 'print the id of the task and do not wait for it')
    .action(async (type: string, options: RunOptions) => {
      const api = needs.api(options)
      const { idempotencyKey } = options
      const made = await api<Task>('POST', '/winnow/v1/tasks', {
        type,
        args: argsOf(options),
        ...(idempotencyKey && { idempotencyKey }),
      })
      if (options.detach) return options.json ? print(made) : terminal.print(made.taskId)
      terminal.note(made.taskId)
      await follow(needs, options, made.taskId)
      await showResult(api, terminal, made.taskId, options)
    })

  clientOptions(task.command('get <id>'))
    .description('show how far a task is')
    .action(async (id: string, options: ClientOptions) => {
      const found = await needs.api(options)<Task>('GET', pathOf(id))
      if (options.json) return print(found)
      terminal.print(`${found.taskId} ${found.type} ${found.status}`)
      if (found.progress) terminal.print(progressLine(found.progress))
      if (found.error) terminal.print(`${found.error.step}: ${found.error.message}`)
    })

  clientOptions(task.command('result <id>'))
    .description('wait for a task to end, and show its result')
    .action(async (id: string, options: ClientOptions) => {
      await follow(needs, options, id)
      await showResult(needs.api(options), terminal, id, options)
    })

  clientOptions(task.command('list'))
    .description('list your tasks, the newest first')
    .action(async (options: ClientOptions) => {
      const all = await everyPage<Task>(needs.api(options), '/winnow/v1/tasks')
      if (options.json) return print(all)
      terminal.table(
        ['ID', 'TYPE', 'STATUS', 'PROGRESS'],
        all.map(({ taskId, type, status, progress }) => [
          taskId,
          type,
          status,
          progress ? `${progress.completed}/${progress.total} ${progress.step}` : '',
        ]),
      )
    })

  clientOptions(task.command('cancel <id>'))
    .description('stop a task; what it collected stays')
    .action(async (id: string, options: ClientOptions) => {
      const ended = await needs.api(options)<Task & { changed: boolean }>('POST', pathOf(id, '/cancel'))
      if (options.json) return print(ended)
      terminal.print(
        ended.changed ? `${ended.taskId} is cancelled.` : `${ended.taskId} was ${ended.status} already.`,
      )
    })
  return task
}

async function follow(needs: CliNeeds, options: ClientOptions, id: string): Promise<void> {
  const { terminal } = needs
  for await (const event of needs.events(options)<TaskEvent>('GET', pathOf(id, '/events'))) {
    if (event.error) throw new CliError(`The events broke off: ${event.error.message}`)
    if (event.task?.progress) terminal.progress(progressLine(event.task.progress))
  }
  terminal.progress(null)
}

const barLength = 20

export function progressLine({ completed, total, step, message }: NonNullable<Task['progress']>): string {
  const filled = Math.round((Math.min(completed, total) / Math.max(total, 1)) * barLength)
  const bar = '█'.repeat(filled) + '░'.repeat(barLength - filled)
  return `${bar} ${completed}/${total} ${step}${message && message !== step ? ` ${message}` : ''}`
}

/** The whole of it, however many pages it has. A task that failed is a failure, with what there is of it. */
async function showResult(
  api: ApiClient,
  terminal: Terminal,
  id: string,
  { json }: ClientOptions,
): Promise<void> {
  const first = await api<TaskResult>('GET', pathOf(id, '/result?limit=200'))
  const { task, partialResult } = first
  if (task.status !== 'completed') {
    if (partialResult) terminal.print(JSON.stringify(partialResult, null, 2))
    if (task.status === 'cancelled') return terminal.note('The task was cancelled.')
    throw new CliError(
      `The task failed while ${task.error?.step ?? 'working'}: ${task.error?.message ?? 'no reason given'}`,
    )
  }
  const result = await allPages(api, id, first)
  const { _summary: summary } = result as { _summary?: unknown }
  if (!json && typeof summary === 'string') terminal.note(summary)
  terminal.print(JSON.stringify(result, null, 2))
}

async function allPages(api: ApiClient, id: string, { result, list }: TaskResult) {
  const whole = result ?? {}
  if (!list) return whole
  const rows = [...(whole[list.key] as unknown[])]
  while (rows.length < list.total) {
    const page = await api<TaskResult>('GET', pathOf(id, `/result?limit=200&offset=${rows.length}`))
    const more = (page.result?.[list.key] ?? []) as unknown[]
    if (more.length === 0) break
    rows.push(...more)
  }
  return { ...whole, [list.key]: rows }
}

const entityTypes = new Set(['company', 'person', 'article', 'research_paper'])

function argsOf({ args, query, entity, count, criterion, enrich }: RunOptions): object {
  return {
    ...args,
    ...(query !== undefined && { query }),
    ...(entity !== undefined && {
      entity: entityTypes.has(entity) ? { type: entity } : { type: 'custom', description: entity },
    }),
    ...(count !== undefined && { count }),
    ...(criterion.length > 0 && { criteria: criterion.map((description) => ({ description })) }),
    ...(enrich.length > 0 && { enrichments: enrich }),
  }
}

function readArgs(written: string): object {
  try {
    const text = written.startsWith('@') ? readFileSync(written.slice(1), 'utf8') : written
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
  throw new InvalidArgumentError('Give a JSON object, for example {"query": "…"}.')
}

function whole(written: string): number {
  const number = Number(written)
  if (Number.isInteger(number) && number > 0) return number
  throw new InvalidArgumentError('Give a whole number above 0.')
}

const gather = (one: string, before: string[]): string[] => [...before, one]

const formats = /^(.+):(text|date|number|email|phone|url)$/

function enrichment(written: string, before: RunOptions['enrich']): RunOptions['enrich'] {
  const [, description, format] = formats.exec(written) ?? []
  return [...before, description && format ? { description, format } : { description: written }]
}
