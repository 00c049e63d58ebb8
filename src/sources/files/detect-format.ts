import { extname } from 'node:path'
import type { FileFormat } from '../../contract/ingest.ts'
import { listingKind } from '../crawl/scan-listing.ts'

const byExtension: Readonly<Record<string, FileFormat>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.warc': 'warc',
  '.wet': 'warc',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.pdf': 'pdf',
  '.txt': 'text',
}

/** By what the file begins with where that is plain, else by its name; null when neither tells. */
export function detectFormat(name: string, beginning: Uint8Array): FileFormat | null {
  const text = new TextDecoder().decode(beginning.subarray(0, 4096)).trimStart()
  if (text.startsWith('WARC/')) return 'warc'
  if (text.startsWith('%PDF-')) return 'pdf'
  if (/^(<\?xml[^>]*>\s*)?<mediawiki\b/.test(text)) return 'mediawiki'
  const listing = listingKind(text)
  if (listing !== null) return listing
  if (/^(<!doctype html|<html\b)/i.test(text)) return 'html'
  const known = byExtension[extname(name.replace(/\.(gz|bz2)$/i, '')).toLowerCase()]
  return known ?? (text.startsWith('{') ? 'jsonl' : null)
}
