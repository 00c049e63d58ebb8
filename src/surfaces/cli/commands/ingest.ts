import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { Command, Option } from 'commander'
import type { z } from 'zod'
import { FileFormat, type IngestSource, type Upload } from '../../../contract/ingest.ts'
import type { ApiClient } from '../api-client.ts'
import { CliError, exitCodes } from '../cli-error.ts'
import { followIngest, type FollowOptions } from '../follow-ingest.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'

interface Options extends ClientOptions, FollowOptions {
  readonly format?: FileFormat
  readonly baseUrl?: string
  readonly columns?: Record<string, string>
  readonly public?: boolean
  readonly commonCrawl?: string[]
  readonly discover?: string[]
  readonly recrawl?: number
}

export function ingestCommand(needs: CliNeeds): Command {
  return clientOptions(new Command('ingest'))
    .argument('[source...]', 'files, folders, or addresses of feeds and sitemaps')
    .description('bring pages from files, feeds, archives and search engines into the index')
    .addOption(
      new Option('--format <format>', 'what the files are, when their names do not tell').choices(
        FileFormat.options,
      ),
    )
    .option('--base-url <address>', 'where pages that name no address of their own belong')
    .option('--columns <list>', 'columns of a table, such as url=Link,text=Body', columnsOf)
    .option('--common-crawl <domains...>', 'the pages that Common Crawl has of these domains')
    .option('--discover <queries...>', 'what the configured search engine answers to these queries')
    .option('--public', 'let every team find them')
    .option('--recrawl <hours>', 'read them again this often', Number)
    .option('--detach', 'print the ids of the jobs and do not wait for them')
    .addHelpText(
      'after',
      `
Reads WARC and WET, JSON lines, CSV, RSS and Atom, sitemaps (whose pages are fetched), MediaWiki exports, each plain or
packed with gzip or bzip2, and folders of HTML, Markdown and PDF.

Examples:
  $ winnow ingest pages.jsonl.gz
  $ winnow ingest ./docs --base-url https://example.org/docs
  $ winnow ingest companies.csv --columns url=Website,text=About
  $ winnow ingest https://example.org/feed.xml --recrawl 1
  $ winnow ingest --common-crawl example.org`,
    )
    .action(async (targets: string[], options: Options) => {
      const api = needs.api(options)
      const { commonCrawl, discover, recrawl } = options
      const sources: SourceInput[] = [
        ...(commonCrawl ? [{ kind: 'common_crawl' as const, domains: commonCrawl }] : []),
        ...(discover ? [{ kind: 'discovery' as const, queries: discover }] : []),
      ]
      for (const target of targets)
        sources.push(/^https?:\/\//.test(target) ? listing(target) : await file(api, target, options))
      if (sources.length === 0)
        throw new CliError('There is nothing to ingest.', 'Name files, folders or addresses.', {
          exitCode: exitCodes.usage,
        })
      for (const source of sources) {
        const request = { source, ...(recrawl !== undefined && { recrawlHours: recrawl }) }
        await followIngest(api, needs.terminal, request, options)
      }
    })
}

type SourceInput = z.input<typeof IngestSource>

/** The pages that a feed or sitemap names, wherever they are, and no others. */
const listing = (url: string): SourceInput => ({
  kind: 'crawl',
  urls: [url],
  maxDepth: 1,
  maxPages: 100_000,
  scope: 'any',
  sitemaps: false,
  feeds: false,
})

async function file(api: ApiClient, target: string, options: Options): Promise<SourceInput> {
  const path = resolve(target)
  const found = await stat(path).catch(() => null)
  if (!found) throw new CliError(`There is nothing at ${path}.`, undefined, { exitCode: exitCodes.usage })
  const { format, baseUrl, columns } = options
  const about = {
    kind: 'file' as const,
    ...(format && { format }),
    ...(baseUrl && { baseUrl }),
    ...(columns && { columns }),
    ...(options.public && { visibility: 'public' as const }),
  }
  // Only the server of this machine sees our files as we do.
  if (options.url === undefined && options.apiKey === undefined) return { ...about, path }
  if (found.isDirectory())
    throw new CliError(
      'A folder can only be read by a server on this machine.',
      'Leave out --url and --api-key.',
    )
  const body = Readable.toWeb(createReadStream(path))
  const name = encodeURIComponent(basename(path))
  const { id } = await api<Upload>('PUT', `/winnow/v1/ingest/uploads?name=${name}`, body)
  return { ...about, upload: id }
}

function columnsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [pair.trim(), pair.trim()] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )
}
