import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { FileFormat, FileSource } from '../../contract/ingest.ts'
import type { Fetcher } from '../../ports/fetcher.ts'
import type { SourceFiles } from '../../ports/source-files.ts'
import { readCsv } from './csv.ts'
import { detectFormat } from './detect-format.ts'
import { documentType, readDocument } from './documents.ts'
import { readFeedFile } from './feed-file.ts'
import type { FileRecord } from './file-record.ts'
import { readJsonl } from './jsonl.ts'
import { readMediaWiki } from './mediawiki.ts'
import { readSitemapFile } from './sitemap-file.ts'
import { unpack } from './unpack.ts'
import { readWarc } from './warc.ts'

export interface OpenFile {
  readonly records: AsyncGenerator<FileRecord>
  /** Null where it would have to be counted first. */
  readonly totalBytes: number | null
  /** How many bytes of the file have been read so far. */
  bytesRead(): number
}

interface Needs {
  readonly files: SourceFiles
  /** For files that only name pages. */
  readonly fetcher: Fetcher
}

/** Opens whatever lies at the path. Rejects with `unprocessable` when it is not there, or is nothing we read. */
export async function openFile(
  { files, fetcher }: Needs,
  path: string,
  source: FileSource,
  signal: AbortSignal,
): Promise<OpenFile> {
  const info = await files.inspect(path)
  if (!info) throw new AppError('unprocessable', `There is no file or folder that can be read at ${path}.`)
  let bytes = 0
  const counted = async function* (from: string) {
    for await (const chunk of files.read(from, signal)) {
      bytes += chunk.byteLength
      yield chunk
    }
  }
  return {
    records:
      info.kind === 'folder'
        ? readFolder(files, path, source, counted)
        : readFile(path, source, counted, fetcher),
    totalBytes: info.kind === 'folder' ? null : info.bytes,
    bytesRead: () => bytes,
  }
}

type Read = (path: string) => AsyncIterable<Uint8Array>

async function* readFolder(
  files: SourceFiles,
  folder: string,
  { baseUrl }: FileSource,
  read: Read,
): AsyncGenerator<FileRecord> {
  const base = requireBase(baseUrl, 'a folder')
  for await (const path of files.list(folder)) {
    const contentType = documentType(path)
    if (contentType !== null)
      yield await readDocument(read(`${folder}/${path}`), { path, contentType, baseUrl: base })
  }
}

async function* readFile(
  path: string,
  source: FileSource,
  read: Read,
  fetcher: Fetcher,
): AsyncGenerator<FileRecord> {
  const plain = unpack(read(path))
  const first = await plain.next()
  if (first.done) throw new AppError('unprocessable', 'The file is empty.')
  const format = source.format ?? detectFormat(path, first.value)
  if (format === null)
    throw new AppError(
      'unprocessable',
      'Neither its name nor its content tells what this file is; say the format.',
    )
  const beginning = first.value
  const chunks = (async function* () {
    yield beginning
    yield* plain
  })()
  try {
    yield* format === 'sitemap' ? readSitemapFile(chunks, fetcher) : readFormat(format, path, source, chunks)
  } finally {
    await plain.return(undefined)
  }
}

const documentTypes = {
  html: 'text/html',
  markdown: 'text/markdown; charset=utf-8',
  pdf: 'application/pdf',
  text: 'text/plain',
} as const

function readFormat(
  format: Exclude<FileFormat, 'sitemap'>,
  path: string,
  source: FileSource,
  chunks: AsyncIterable<Uint8Array>,
): AsyncIterable<FileRecord> {
  if (format === 'jsonl') return readJsonl(chunks, source)
  if (format === 'csv') return readCsv(chunks, source)
  if (format === 'warc') return readWarc(chunks)
  if (format === 'feed') return readFeedFile(chunks, source)
  if (format === 'mediawiki') return readMediaWiki(chunks, source)
  const baseUrl = requireBase(source.baseUrl, 'a single page')
  return readSingle(chunks, {
    path: source.name ?? basename(path),
    contentType: documentTypes[format],
    baseUrl,
  })
}

async function* readSingle(...document: Parameters<typeof readDocument>): AsyncGenerator<FileRecord> {
  yield await readDocument(...document)
}

function requireBase(baseUrl: string | undefined, what: string): string {
  if (baseUrl !== undefined) return baseUrl
  throw new AppError('unprocessable', `Say with \`baseUrl\` under which address the pages of ${what} belong.`)
}
