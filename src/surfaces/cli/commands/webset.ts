import { Command, InvalidArgumentError, Option } from 'commander'
import type { RowList, WebsetRow } from '../../../contract/webset-rows.ts'
import { Format } from '../../../contract/webset-shapes.ts'
import type { Webset } from '../../../contract/websets.ts'
import type { ApiClient } from '../api-client.ts'
import { followWebset } from '../follow-webset.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'
import { addExportCommands } from './webset-exports.ts'

interface CreateOptions extends ClientOptions {
  readonly count: number
  readonly entity?: string
  readonly criterion: string[]
  readonly enrich: { description: string; format?: Format }[]
  readonly title?: string
  readonly externalId?: string
  readonly recall?: boolean
  readonly detach?: boolean
}

const pathOf = (id: string, rest = ''): string => `/websets/v0/websets/${encodeURIComponent(id)}${rest}`
const entityTypes = ['company', 'person', 'article', 'research_paper']

export function websetCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  const webset = new Command('webset')
    .description('find things that meet criteria, verify each, and find out more about them')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow webset create makers of solar cells in Europe --count 5 --enrich "Number of employees"
  $ winnow webset create robot makers --criterion "Founded after 2015" --enrich "Contact:email" --detach
  $ winnow webset watch webset_01k…
  $ winnow webset items webset_01k… --json
  $ winnow webset list
  $ winnow webset export webset_01k… --format xlsx --evidence
  $ winnow webset diff webset_01k… --from 2026-03-01
  $ winnow webset bundle webset_01k… --output robots.webset`,
    )
  const print = (value: unknown) => terminal.print(JSON.stringify(value, null, 2))

  clientOptions(webset.command('create <query...>'))
    .description('make a webset and show what it finds')
    .option('--count <number>', 'how many to look for', whole, 10)
    .addOption(new Option('--entity <type>', `${entityTypes.join(', ')}, or a description of your own`))
    .option('--criterion <text>', 'what each must meet; several are allowed', gather, [])
    .option(
      '--enrich <text>',
      'what to find out, with a format if you like: "CEO" or "Press:email"',
      enrichment,
      [],
    )
    .option('--title <text>', 'what to call it')
    .option('--external-id <text>', 'a name of your own for it')
    .option('--recall', 'estimate how many there are in all')
    .option('--detach', 'print the id of the webset and do not wait for it')
    .action(async (words: string[], options: CreateOptions) => {
      const api = needs.api(options)
      const made = await api<Webset>('POST', '/websets/v0/websets', requestOf(words.join(' '), options))
      if (options.detach) return options.json ? print(made) : terminal.print(made.id)
      if (!options.json) terminal.note(made.id)
      await followWebset(needs.events(options), terminal, made.id, { json: options.json, quiet: true })
      if (options.json) return print(await api('GET', pathOf(made.id, '?expand=items')))
      await showRows(api, made.id)
    })

  clientOptions(webset.command('get <id>'))
    .description('show a webset, by its id or externalId')
    .action(async (id: string, options: ClientOptions) => {
      const found = await needs.api(options)<Webset>('GET', pathOf(id))
      if (options.json) return print(found)
      terminal.print(`${found.id} ${found.status} ${found.title ?? ''}`.trimEnd())
      for (const { status, query, progress, count, criteria } of found.searches) {
        terminal.print(
          `search ${status}: ${progress.found} of ${count}, ${progress.analyzed} looked at: ${query}`,
        )
        for (const { description, successRate } of criteria)
          terminal.print(`  ${successRate} % ${description}`)
      }
      for (const { status, format, description } of found.enrichments)
        terminal.print(`enrichment ${status}: ${description} (${format})`)
    })

  clientOptions(webset.command('list'))
    .description('list the websets, the newest first')
    .option('--search <text>', 'a part of id, externalId or title')
    .action(async (options: ClientOptions & { search?: string }) => {
      const all = await listWebsets(needs.api(options), options.search)
      if (options.json) return print(all)
      terminal.table(
        ['ID', 'STATUS', 'FOUND', 'TITLE'],
        all.map(({ id, status, searches, title }) => [
          id,
          status,
          String(searches.reduce((sum, { progress }) => sum + progress.found, 0)),
          title ?? searches[0]?.query ?? '',
        ]),
      )
    })

  clientOptions(webset.command('items <id>'))
    .description('show the items of a webset as a table')
    .action(async (id: string, options: ClientOptions) => {
      const api = needs.api(options)
      if (options.json) return print(await allRows(api, id))
      await showRows(api, id)
    })

  clientOptions(webset.command('watch <id>'))
    .description('follow a webset until it rests; with --json one event a line')
    .action((id: string, options: ClientOptions) =>
      followWebset(needs.events(options), terminal, id, options),
    )

  for (const [name, method, path, about, done] of [
    ['cancel', 'POST', '/cancel', 'end what a webset is doing; what it found stays', 'canceled'],
    ['delete', 'DELETE', '', 'delete a webset with its items', 'deleted'],
  ] as const) {
    clientOptions(webset.command(`${name} <id>`))
      .description(about)
      .action(async (id: string, options: ClientOptions) => {
        const ended = await needs.api(options)<Webset>(method, pathOf(id, path))
        if (options.json) return print(ended)
        terminal.print(`${ended.id} is ${done}.`)
      })
  }
  addExportCommands(webset, needs)
  return webset

  async function showRows(api: ApiClient, id: string): Promise<void> {
    const rows = await allRows(api, id)
    const columns = rows[0]?.enrichments?.map(({ description }) => description.toUpperCase()) ?? []
    terminal.table(['NAME', ...columns, 'URL'], rows.map(cellsOf))
  }
}

const cellsOf = ({ name, enrichments = [], url }: WebsetRow): string[] => [
  name,
  ...enrichments.map(({ status, result }) => (status === 'pending' ? '…' : (result?.join(', ') ?? '–'))),
  url,
]

async function allRows(api: ApiClient, id: string): Promise<WebsetRow[]> {
  const rows: WebsetRow[] = []
  for (let cursor: string | null = '0'; cursor !== null;) {
    const path = `/winnow/v1/websets/${encodeURIComponent(id)}/rows?limit=200&filter=none&cursor=${cursor}`
    const page: RowList = await api('GET', path)
    rows.push(...page.data)
    cursor = page.nextCursor
  }
  return rows
}

async function listWebsets(api: ApiClient, search: string | undefined): Promise<Webset[]> {
  const all: Webset[] = []
  for (let cursor: string | null = null; ;) {
    const query = new URLSearchParams({ limit: '100', ...(search && { search }), ...(cursor && { cursor }) })
    const page: { data: Webset[]; nextCursor: string | null } = await api(
      'GET',
      `/websets/v0/websets?${query.toString()}`,
    )
    all.push(...page.data)
    cursor = page.nextCursor
    if (cursor === null) return all
  }
}

function requestOf(
  query: string,
  { count, entity, criterion, enrich, title, externalId, recall }: CreateOptions,
) {
  return {
    search: {
      query,
      count,
      ...(entity && {
        entity: entityTypes.includes(entity) ? { type: entity } : { type: 'custom', description: entity },
      }),
      ...(criterion.length > 0 && { criteria: criterion.map((description) => ({ description })) }),
      ...(recall && { recall }),
    },
    enrichments: enrich,
    ...(title && { title }),
    ...(externalId && { externalId }),
  }
}

const gather = (text: string, before: readonly string[]): string[] => [...before, text]

/** `Press contact:email` names the format after the last colon; any other colon belongs to the text. */
function enrichment(text: string, before: CreateOptions['enrich']): CreateOptions['enrich'] {
  const [, description = text, named] = /^(.+):(\w+)$/.exec(text) ?? []
  const format = Format.safeParse(named)
  return [...before, format.success ? { description, format: format.data } : { description: text }]
}

function whole(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}
