import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Option, type Command } from 'commander'
import type {
  Change,
  Difference,
  Disagreement,
  DisagreementList,
  ImportedBundle,
  Rejudgement,
  VerifiedBundle,
  WebsetExport,
} from '../../../contract/exports.ts'
import type { ApiClient } from '../api-client.ts'
import { CliError, exitCodes } from '../cli-error.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'

interface ExportOptions extends ClientOptions {
  readonly format: string
  readonly evidence?: boolean
  readonly output?: string
}

const pathOf = (id: string, rest: string): string => `/winnow/v1/websets/${encodeURIComponent(id)}${rest}`
const endings: Readonly<Record<string, string>> = { markdown: 'md', bundle: 'webset' }
const pollMs = 200

/** What is made of a webset and beside it: files, differences, second opinions and bundles. */
export function addExportCommands(webset: Command, needs: CliNeeds): void {
  const { terminal } = needs
  const print = (value: unknown) => terminal.print(JSON.stringify(value, null, 2))

  clientOptions(webset.command('export <id>'))
    .description('write a webset to a file')
    .addOption(
      new Option('--format <format>', 'what kind of file')
        .choices(['csv', 'jsonl', 'xlsx', 'markdown'])
        .default('csv'),
    )
    .option('--evidence', 'with quotes and their addresses')
    .option('--output <file>', 'where to; default: <id>.<format> in this folder, - prints it')
    .action((id: string, options: ExportOptions) => makeFile(id, options))

  clientOptions(webset.command('bundle <id>'))
    .description('write a webset with its evidence, pages and events to a signed file')
    .option('--output <file>', 'where to; default: <id>.webset in this folder')
    .action((id: string, options: ExportOptions) => makeFile(id, { ...options, format: 'bundle' }))

  clientOptions(webset.command('verify-bundle <file>'))
    .description('check that a bundle is what its signer made')
    .option('--signer <key>', 'the fingerprint or public key that it must be signed with')
    .action(async (file: string, options: ClientOptions & { signer?: string }) => {
      const verified = await send<VerifiedBundle>('verify', file, options)
      if (options.json) return print(verified)
      terminal.print(describeBundle(verified))
    })

  clientOptions(webset.command('import-bundle <file>'))
    .description('verify a bundle and make a webset of it')
    .option('--signer <key>', 'the fingerprint or public key that it must be signed with')
    .action(async (file: string, options: ClientOptions & { signer?: string }) => {
      const imported = await send<ImportedBundle>('import', file, options)
      if (options.json) return print(imported)
      terminal.note(describeBundle(imported.bundle))
      terminal.print(imported.webset.id)
    })

  clientOptions(webset.command('diff <id>'))
    .description('show what has become of a webset between two moments')
    .requiredOption('--from <moment>', 'the earlier moment, such as 2026-03-01 or 2026-03-01T12:00:00Z')
    .option('--to <moment>', 'the later one; default: now')
    .action(async (id: string, options: ClientOptions & { from: string; to?: string }) => {
      const query = new URLSearchParams({ from: options.from, to: options.to ?? new Date().toISOString() })
      const changes = await everyOne<Change>(needs.api(options), pathOf(id, '/difference'), query)
      if (options.json) return print(changes)
      for (const change of changes) terminal.print(describeChange(change))
      terminal.note(`${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`)
    })

  clientOptions(webset.command('rejudge <id>'))
    .description('have the stored evidence read again, and show where the second reader disagrees')
    .addOption(
      new Option('--reader <reader>', 'who reads it')
        .choices(['current', 'extractive', 'model'])
        .default('current'),
    )
    .action(async (id: string, options: ClientOptions & { reader: string }) => {
      const api = needs.api(options)
      const { reader } = options
      const begun = await api<Rejudgement>('POST', pathOf(id, '/rejudge'), { reader })
      const path = pathOf(id, `/rejudgements/${begun.id}`)
      const ended = await settled<Rejudgement>(api, path, ({ progress }) =>
        terminal.progress(`${progress.items} of ${progress.total} items read again`),
      )
      const disagreements = await everyOne<Disagreement>(api, `${path}/disagreements`)
      if (options.json) return print({ ...ended, disagreements })
      for (const disagreement of disagreements) terminal.print(describeDisagreement(disagreement))
      terminal.note(
        `${ended.claims} read again: ${ended.agreed} agreed, ${ended.disagreed} disagreed, ${ended.unreadable} without a page`,
      )
    })

  async function makeFile(id: string, options: ExportOptions): Promise<void> {
    const api = needs.api(options)
    const { format, evidence = false } = options
    const begun = await api<WebsetExport>('POST', pathOf(id, '/exports'), { format, evidence })
    const path = pathOf(id, `/exports/${begun.id}`)
    const made = await settled<WebsetExport>(api, path, ({ status }) => terminal.progress(status))
    const file = options.output ?? `${made.websetId}.${endings[format] ?? format}`
    const body = await needs.download(options)(`${path}/download`)
    if (file === '-') {
      for await (const text of body.pipeThrough(new TextDecoderStream())) terminal.write(text)
      return
    }
    await saveWhole(resolve(file), body)
    if (options.json) return print({ ...made, file: resolve(file) })
    terminal.print(file)
    if (format !== 'bundle') return
    const key = await api<VerifiedBundle['signer']>('GET', '/winnow/v1/bundles/key')
    terminal.note(`signed by ${key.fingerprint}`)
  }

  async function send<T>(
    what: 'verify' | 'import',
    file: string,
    options: ClientOptions & { signer?: string },
  ): Promise<T> {
    const path = resolve(file)
    if (!(await stat(path).catch(() => null))?.isFile())
      throw new CliError(`There is no file at ${path}.`, undefined, { exitCode: exitCodes.usage })
    const query = options.signer === undefined ? '' : `?signer=${encodeURIComponent(options.signer)}`
    const body = Readable.toWeb(createReadStream(path))
    return needs.api(options)<T>('POST', `/winnow/v1/bundles/${what}${query}`, body)
  }
}

/** Asks until it has ended; a failure is one of the command. */
async function settled<T extends { status: string; error: string | null }>(
  api: ApiClient,
  path: string,
  onProgress: (state: T) => void,
): Promise<T> {
  for (;;) {
    const state = await api<T>('GET', path)
    if (state.status === 'completed') return state
    if (state.status === 'failed') throw new CliError(state.error ?? 'It failed.')
    onProgress(state)
    await delay(pollMs)
  }
}

/** Under its name only when it is complete: whoever looks finds the whole file or none. */
async function saveWhole(path: string, body: ReadableStream<Uint8Array>): Promise<void> {
  const draft = `${path}.${process.pid}.part`
  try {
    const file = await open(draft, 'w')
    try {
      for await (const chunk of body) await file.writeFile(chunk)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw new CliError(`${path} could not be written: ${(cause as Error).message}`, undefined, { cause })
  }
}

/** Follows the cursors of a list, of whatever else it is a part. */
async function everyOne<T>(
  api: ApiClient,
  path: string,
  query: URLSearchParams = new URLSearchParams(),
): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    query.set('limit', '200')
    const page = await api<(Difference | DisagreementList) & { data: unknown[] }>(
      'GET',
      `${path}?${query.toString()}`,
    )
    all.push(...(page.data as T[])) // the path says what is listed
    if (page.nextCursor === null) return all
    query.set('cursor', page.nextCursor)
  }
}

const describeBundle = ({ title, websetId, counts, root, signer, isOwn }: VerifiedBundle): string =>
  [
    `${title ?? websetId}: ${counts.items} items, ${counts.pages} pages, ${counts.events} events`,
    `root ${root}`,
    `signed by ${signer.fingerprint}${isOwn ? ' (this server)' : ''}`,
  ].join('\n')

function describeChange(change: Change): string {
  const { kind, item } = change
  if (kind === 'added') return `+ ${item.name} ${item.url}`
  if (kind === 'removed') return `- ${item.name} ${item.url}`
  const { why } = change
  const reasons = [
    ...(why.pageChanged ? ['the page changed'] : []),
    ...(why.readerChanged ? ['another reader'] : []),
    ...(why.questionChanged ? ['another question'] : []),
  ]
  const because = reasons.length === 0 ? 'other pages were read' : reasons.join(', ')
  const [subject, before, after] =
    kind === 'flipped'
      ? [change.criterion, change.before.satisfied, change.after.satisfied]
      : [change.description, valueOf(change.before), valueOf(change.after)]
  const lines = [`~ ${item.name}: ${subject}: ${before} → ${after} (${because})`]
  for (const [sign, references] of [
    ['-', change.before?.references],
    ['+', change.after?.references],
  ] as const)
    for (const { snippet, url } of references ?? []) lines.push(`    ${sign} “${snippet}” ${url}`)
  return lines.join('\n')
}

function describeDisagreement(disagreement: Disagreement): string {
  const { item, kind } = disagreement
  const subject = kind === 'verdict' ? disagreement.criterion : disagreement.description
  const said =
    kind === 'verdict'
      ? [disagreement.stored.satisfied, disagreement.second.satisfied]
      : [valueOf(disagreement.stored), valueOf(disagreement.second)]
  const lines = [`${item.name}: ${subject}`]
  for (const [index, side] of [disagreement.stored, disagreement.second].entries()) {
    lines.push(`    ${side.reader}: ${said[index]}. ${side.reasoning}`)
    for (const { snippet, url } of side.references) lines.push(`      “${snippet}” ${url}`)
  }
  return lines.join('\n')
}

const valueOf = (value: { result: string[] | null } | null): string => value?.result?.join(', ') ?? '–'
