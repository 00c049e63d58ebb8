import { AppError } from '../../contract/errors.ts'
import type { Page, PageInput } from '../../ports/extractor.ts'
import { parseDate } from './dates.ts'
import { tidy } from './dom.ts'
import { pageOf } from './page-of.ts'
import { linesToNodes, type PdfLine } from './pdf-lines.ts'
import { forgetPdfium, loadPdfium, type Pdfium } from './pdfium.ts'

export interface PdfLimits {
  readonly maxPages: number
  readonly maxCharacters: number
}

const pdfLimits: PdfLimits = { maxPages: 2000, maxCharacters: 10_000_000 }

const needsPassword = 4
const unsupportedSecurity = 5

/** Text, headings and metadata of a PDF. Rejects with `unprocessable` when it is broken or encrypted. */
export async function extractPdf(input: PageInput, limits: PdfLimits = pdfLimits): Promise<Page> {
  const bytes = typeof input.body === 'string' ? new TextEncoder().encode(input.body) : input.body
  const pdfium = await loadPdfium()
  try {
    return readDocument(pdfium, bytes, input.url, limits)
  } catch (error) {
    if (error instanceof AppError) throw error
    // A trap inside WebAssembly; its memory can no longer be trusted.
    forgetPdfium()
    throw new AppError('unprocessable', 'The PDF could not be read: it is damaged or too complex.', {
      cause: error,
      reason: 'PDF_UNREADABLE',
    })
  }
}

function readDocument(pdfium: Pdfium, bytes: Uint8Array, url: string, limits: PdfLimits): Page {
  const { malloc, free } = pdfium.wasmExports
  const data = malloc(bytes.length)
  if (data === 0) throw new AppError('too_large', 'The PDF does not fit into the memory limit.')
  pdfium.HEAPU8.set(bytes, data)
  const document = pdfium._FPDF_LoadMemDocument(data, bytes.length, 0)
  if (document === 0) {
    const code = pdfium._FPDF_GetLastError()
    free(data)
    const encrypted = code === needsPassword || code === unsupportedSecurity
    throw new AppError(
      'unprocessable',
      encrypted ? 'The PDF is encrypted and needs a password.' : 'The PDF is damaged: it cannot be opened.',
      { reason: encrypted ? 'PDF_ENCRYPTED' : 'PDF_UNREADABLE' },
    )
  }
  try {
    const count = pdfium._FPDF_GetPageCount(document)
    const pages: PdfLine[][] = []
    let characters = 0
    for (
      let index = 0;
      index < Math.min(count, limits.maxPages) && characters < limits.maxCharacters;
      index++
    ) {
      const lines = readPage(pdfium, document, index)
      pages.push(lines)
      characters += lines.reduce((sum, { text }) => sum + text.length, 0)
    }
    const meta = (tag: string): string => tidy(readMeta(pdfium, document, tag))
    return pageOf(url, 'pdf', linesToNodes(pages), {
      title: usefulTitle(meta('Title')),
      author: meta('Author') || null,
      publishedDate: pdfDate(meta('CreationDate')),
      modifiedDate: pdfDate(meta('ModDate')),
      description: meta('Subject') || null,
      truncated: pages.length < count,
    })
  } finally {
    pdfium._FPDF_CloseDocument(document)
    free(data)
  }
}

function readPage(pdfium: Pdfium, document: number, index: number): PdfLine[] {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return []
  const textPage = pdfium._FPDFText_LoadPage(page)
  try {
    return textPage === 0 ? [] : readLines(pdfium, textPage)
  } finally {
    if (textPage !== 0) pdfium._FPDFText_ClosePage(textPage)
    pdfium._FPDF_ClosePage(page)
  }
}

function readLines(pdfium: Pdfium, textPage: number): PdfLine[] {
  const { malloc, free } = pdfium.wasmExports
  const count = pdfium._FPDFText_CountChars(textPage)
  if (count <= 0) return []
  const buffer = malloc((count + 1) * 2)
  const box = malloc(32)
  try {
    pdfium._FPDFText_GetText(textPage, 0, count, buffer)
    const whole = utf16(pdfium.HEAPU8.subarray(buffer, buffer + count * 2))
    const boxOf = (at: number): readonly [left: number, right: number, bottom: number, top: number] => {
      pdfium._FPDFText_GetCharBox(textPage, at, box, box + 8, box + 16, box + 24)
      const values = new DataView(pdfium.HEAPU8.buffer, box, 32)
      return [0, 8, 16, 24].map((offset) => values.getFloat64(offset, true)) as [
        number,
        number,
        number,
        number,
      ]
    }
    const lines: PdfLine[] = []
    let from = 0
    for (const raw of whole.split('\n')) {
      const text = raw.replaceAll('\0', ' ').trim()
      if (text) {
        const first = from + raw.indexOf(text[0] as string)
        const [left, , bottom, top] = boxOf(first)
        const [, right] = boxOf(first + text.length - 1)
        lines.push({
          text: tidy(text),
          size: pdfium._FPDFText_GetFontSize(textPage, first),
          left,
          right,
          top,
          bottom,
        })
      }
      from += raw.length + 1
    }
    return lines
  } finally {
    free(buffer)
    free(box)
  }
}

const utf16 = (bytes: Uint8Array): string => new TextDecoder('utf-16le').decode(bytes)

function readMeta(pdfium: Pdfium, document: number, tag: string): string {
  const { malloc, free } = pdfium.wasmExports
  const name = malloc(tag.length + 1)
  pdfium.HEAPU8.set([...new TextEncoder().encode(tag), 0], name)
  const size = Math.min(pdfium._FPDF_GetMetaText(document, name, 0, 0), 8192)
  const buffer = malloc(Math.max(size, 2))
  try {
    pdfium._FPDF_GetMetaText(document, name, buffer, size)
    return size > 2 ? utf16(pdfium.HEAPU8.subarray(buffer, buffer + size - 2)) : ''
  } finally {
    free(name)
    free(buffer)
  }
}

/** `D:20240131120000+01'00'`. */
function pdfDate(value: string): string | null {
  const plain = value.replace(/^D:/, '').replaceAll("'", '').replace(/Z0*$/, 'Z')
  return parseDate(/^\d{8,14}/.test(plain) ? plain : value)
}

/** Many programs put the file's name there. */
const usefulTitle = (title: string): string | null =>
  title &&
  !/^(?:untitled|microsoft word\b|document\d*$|slide \d|.*\.(?:docx?|pptx?|xlsx?|indd|tex|dvi|pdf)$)/i.test(
    title,
  )
    ? title
    : null
