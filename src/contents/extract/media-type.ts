import type { Page, PageInput } from '../../ports/extractor.ts'

type MediaType = Page['mediaType']

const sniffedBytes = 2048
const htmlStart =
  /^\s*(?:<!--[\s\S]{0,1500}?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|div|p|h1|script|table)\b/i
const xmlStart = /^\s*<(?:\?xml|rss|feed|urlset|sitemapindex|[a-z]+:[a-z]+)/i
const magic = [
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'PK\x03\x04',
  '\x1f\x8b',
  'RIFF',
  '\x7fELF',
  'OggS',
  'ID3',
  'wOF',
  'BM',
  'Rar!',
  '7z\xbc\xaf',
  '\xfd7zXZ',
  'BZh',
  '\x00\x00\x01\x00',
  'MZ',
]

/**
 * What the content is: by its first bytes where they are telling, else by its declared type, else by its looks.
 * Null for images, archives, programs and other binary data.
 */
export function mediaTypeOf({ body, contentType, url }: PageInput): MediaType | null {
  const start = startOf(body)
  if (/^[\s\S]{0,1024}%PDF-\d/.test(start)) return 'pdf'
  if (typeof body !== 'string' && beginsAsBinary(start)) return null
  const declared = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const byName = fromDeclared(declared)
  if (byName === 'pdf') return 'pdf' // broken, as the reader will say
  if (byName === 'binary') return null
  if (byName === 'html') return looksBinary(start) && !htmlStart.test(start) ? null : 'html'
  if (htmlStart.test(start)) return 'html'
  if (byName === 'xml' || (byName === null && xmlStart.test(start)))
    return /<html\b/i.test(start) ? 'html' : 'xml'
  if (byName === 'json') return 'json'
  if (looksBinary(start)) return null
  if (byName === null && /^\s*[{[]/.test(start) && declared === '') return 'json'
  if (byName === 'markdown' || /\.(?:md|markdown)(?:[?#]|$)/i.test(url)) return 'markdown'
  return 'text'
}

function fromDeclared(type: string): MediaType | 'binary' | null {
  if (type === '' || type === 'application/octet-stream' || type === 'binary/octet-stream') return null
  if (/html/.test(type)) return 'html'
  if (type === 'application/pdf' || type === 'application/x-pdf') return 'pdf'
  if (/[/+]json$|json/.test(type)) return 'json'
  if (/markdown/.test(type)) return 'markdown'
  if (type === 'image/svg+xml') return 'binary'
  if (/[/+]xml$/.test(type)) return 'xml'
  if (type.startsWith('text/') || /javascript|ecmascript|yaml|toml/.test(type)) return 'text'
  return 'binary'
}

/** The first bytes, one character each. */
const startOf = (body: Uint8Array | string): string =>
  typeof body === 'string'
    ? body.slice(0, sniffedBytes)
    : Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, sniffedBytes)).toString('latin1')

/** Marks made of letters, such as BM of a bitmap, begin words too: they count only where the rest is no text. */
const beginsAsBinary = (start: string): boolean =>
  magic.some((mark) => start.startsWith(mark) && (!/^[\x20-\x7e]+$/.test(mark) || looksBinary(start)))

/** Text has hardly any control characters; UTF-16 announces itself by its byte order mark. */
function looksBinary(start: string): boolean {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(start)) return false
  let controls = 0
  for (const character of start) {
    const code = character.charCodeAt(0)
    if (code < 9 || (code > 13 && code < 32 && code !== 27)) controls++
  }
  return controls > 0.02 * start.length + 1
}
