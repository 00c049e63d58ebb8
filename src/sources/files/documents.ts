import { extname } from 'node:path'
import { addressOf, malformed, maxRecordBytes, type FileRecord } from './file-record.ts'
import { splitFrontMatter } from './front-matter.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.markdown': 'text/markdown; charset=utf-8',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
}

export const documentType = (path: string): string | null => types[extname(path).toLowerCase()] ?? null

/** One file that is one page. Its address is its path below the base, or what its front matter says. */
export async function readDocument(
  chunks: AsyncIterable<Uint8Array>,
  { path, contentType, baseUrl }: { path: string; contentType: string; baseUrl: string },
): Promise<FileRecord> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > maxRecordBytes) return malformed('record_too_long', path)
    pieces.push(chunk)
  }
  const body = Buffer.concat(pieces)
  const folder = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`
  const relative = path.split('/').map(encodeURIComponent).join('/')
  const place = new URL(relative, folder).href
  if (!contentType.startsWith('text/markdown')) return { kind: 'page', url: place, body, contentType }
  const { body: markdown, url, given } = splitFrontMatter(body.toString('utf8'))
  return {
    kind: 'page',
    url: addressOf(url, folder) ?? place,
    body: Buffer.from(markdown),
    contentType,
    given,
  }
}
