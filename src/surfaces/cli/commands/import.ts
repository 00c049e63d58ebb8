import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import { largestImportBytes, type ImportStatus, type NewImport } from '../../../contract/imports.ts'
import { CliError, exitCodes } from '../cli-error.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'
import { bar, duration } from '../progress-bar.ts'

interface Options extends ClientOptions {
  readonly entity: string
  readonly identifier?: number
  readonly title?: string
  readonly detach?: boolean
}

const pollMs = 300
const entityTypes = ['company', 'person', 'article', 'research_paper']

export function importCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  const print = (value: unknown) => terminal.print(JSON.stringify(value, null, 2))
  return clientOptions(new Command('import'))
    .argument('<file>', 'a CSV with a header and a column of addresses')
    .description(
      'bring a list of companies, people or pages, for websets to load, search within or leave out',
    )
    .option('--entity <type>', `${entityTypes.join(', ')}, or a description of your own`, 'company')
    .option('--identifier <column>', 'the column that tells rows apart, counted from 0', whole)
    .option('--title <text>', 'what to call it; by default the name of the file')
    .option('--detach', 'print the id of the import and do not wait until it is read')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow import customers.csv
  $ winnow import speakers.csv --entity person --identifier 2
  $ winnow import places.csv --entity "climbing halls" --json`,
    )
    .action(async (file: string, options: Options) => {
      const api = needs.api(options)
      const path = resolve(file)
      const { size, count } = await measure(path)
      const made = await api<NewImport>('POST', '/websets/v0/imports', {
        format: 'csv',
        entity: entityOf(options.entity),
        title: options.title ?? basename(path),
        size,
        count,
        ...(options.identifier !== undefined && { csv: { identifier: options.identifier } }),
      })
      await upload(made.uploadUrl, path, (sent) =>
        terminal.progress(`${bar(sent / size)} uploading ${basename(path)}`),
      )
      if (options.detach) {
        terminal.progress(null)
        return options.json
          ? print(await api('GET', `/winnow/v1/imports/${made.id}`))
          : terminal.print(made.id)
      }
      const read = await follow(made.id, (id) => api<ImportStatus>('GET', `/winnow/v1/imports/${id}`))
      if (options.json) print(read)
      if (read.status !== 'completed')
        throw new CliError(read.failedMessage ?? `The import is ${read.status}.`)
      if (options.json) return
      const { skipped } = read.progress
      const told = read.table ? `, told apart by "${read.table.identifier.header}"` : ''
      const left = skipped > 0 ? `, ${skipped} without it left out` : ''
      terminal.print(`${read.id}: ${read.count} rows${told}${left}`)
    })

  async function follow(id: string, status: (id: string) => Promise<ImportStatus>): Promise<ImportStatus> {
    for (;;) {
      const now = await status(id)
      if (now.status !== 'pending' && now.status !== 'processing') {
        terminal.progress(null)
        return now
      }
      terminal.progress(progressLine(now))
      await delay(pollMs)
    }
  }
}

export function progressLine({ progress }: ImportStatus): string {
  const { rows, bytes, totalBytes, perSecond, etaSeconds } = progress
  return [
    `${bar(totalBytes ? bytes / totalBytes : 0)} ${rows} rows`,
    perSecond === null ? '' : `${perSecond}/s`,
    etaSeconds === null ? '' : `${duration(etaSeconds)} left`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How large a file is, and how many rows it seems to have. */
async function measure(path: string): Promise<{ size: number; count: number }> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile())
    throw new CliError(`There is no file at ${path}.`, undefined, { exitCode: exitCodes.usage })
  if (found.size === 0 || found.size > largestImportBytes)
    throw new CliError(
      `${path} has ${found.size} bytes.`,
      `An import has between 1 and ${largestImportBytes}; split the file.`,
      { exitCode: exitCodes.usage },
    )
  let lines = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>)
    for (const byte of chunk) if (byte === 0x0a) lines += 1
  return { size: found.size, count: Math.max(0, lines - 1) }
}

async function upload(url: string, path: string, onSent: (bytes: number) => void): Promise<void> {
  async function* counted() {
    let sent = 0
    for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
      yield chunk
      sent += chunk.byteLength
      onSent(sent)
    }
  }
  const body = Readable.toWeb(Readable.from(counted(), { objectMode: false }))
  const response = await fetch(url, { method: 'PUT', body, duplex: 'half' }).catch((cause: unknown) => {
    throw new CliError(`The file could not be uploaded to ${new URL(url).origin}.`, undefined, { cause })
  })
  if (!response.ok) throw new CliError(`The upload was answered ${response.status}: ${await response.text()}`)
}

const entityOf = (text: string) =>
  entityTypes.includes(text) ? { type: text } : { type: 'custom', description: text }

function whole(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give the number of a column, counted from 0.')
}
