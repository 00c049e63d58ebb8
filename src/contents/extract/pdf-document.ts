import { AppError } from '../../contract/errors.ts'
import { tidy } from './dom.ts'
import type { PdfLine } from './pdf-lines.ts'
import type { Pdfium } from './pdfium.ts'

export interface PdfDocument {
  readonly pages: number
  readPage(index: number): PdfLine[]
  /** An entry of the information dictionary, such as `Title`; empty when it has none. */
  readInfo(name: string): string
  close(): void
}

const needsPassword = 4
const unsupportedSecurity = 5
const longestInfoBytes = 8192

export function openPdf(pdfium: Pdfium, bytes: Uint8Array): PdfDocument {
  const data = pdfium.allocate(bytes.length)
  if (data === 0) throw new AppError('too_large', 'The PDF does not fit into the memory limit.')
  pdfium.memory().set(bytes, data)
  const document = pdfium.FPDF_LoadMemDocument(data, bytes.length, 0)
  if (document === 0) {
    const code = pdfium.FPDF_GetLastError()
    pdfium.free(data)
    const encrypted = code === needsPassword || code === unsupportedSecurity
    throw new AppError(
      'unprocessable',
      encrypted ? 'The PDF is encrypted and needs a password.' : 'The PDF is damaged: it cannot be opened.',
      { reason: encrypted ? 'PDF_ENCRYPTED' : 'PDF_UNREADABLE' },
    )
  }
  return {
    pages: pdfium.FPDF_GetPageCount(document),
    readPage: (index) => readPage(pdfium, document, index),
    readInfo: (name) => tidy(readInfo(pdfium, document, name)),
    close() {
      pdfium.FPDF_CloseDocument(document)
      pdfium.free(data)
    },
  }
}

function readPage(pdfium: Pdfium, document: number, index: number): PdfLine[] {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (page === 0) return []
  const textPage = pdfium.FPDFText_LoadPage(page)
  const lines = textPage === 0 ? [] : readLines(pdfium, textPage)
  if (textPage !== 0) pdfium.FPDFText_ClosePage(textPage)
  pdfium.FPDF_ClosePage(page)
  return lines
}

function readLines(pdfium: Pdfium, textPage: number): PdfLine[] {
  const count = pdfium.FPDFText_CountChars(textPage)
  if (count <= 0) return []
  const buffer = pdfium.allocate((count + 1) * 2)
  const box = pdfium.allocate(32)
  const written = pdfium.FPDFText_GetText(textPage, 0, count, buffer)
  const whole = utf16(pdfium.memory().slice(buffer, buffer + Math.max(0, written - 1) * 2))
  const boxOf = (at: number): { left: number; right: number; bottom: number; top: number } => {
    pdfium.FPDFText_GetCharBox(textPage, at, box, box + 8, box + 16, box + 24)
    const values = new DataView(pdfium.memory().buffer, box, 32)
    const [left, right, bottom, top] = [0, 8, 16, 24].map((offset) => values.getFloat64(offset, true))
    return { left: left ?? 0, right: right ?? 0, bottom: bottom ?? 0, top: top ?? 0 }
  }
  const lines: PdfLine[] = []
  let from = 0
  for (const raw of whole.split('\n')) {
    const text = raw.replaceAll('\0', ' ').trim()
    if (text) {
      const at = from + raw.search(/\S/)
      const { left, bottom, top } = boxOf(at)
      const { right } = boxOf(at + text.length - 1)
      const size = pdfium.FPDFText_GetFontSize(textPage, at)
      lines.push({ text: tidy(text), size, left, right, top, bottom })
    }
    from += raw.length + 1
  }
  pdfium.free(buffer)
  pdfium.free(box)
  return lines
}

function readInfo(pdfium: Pdfium, document: number, name: string): string {
  const key = pdfium.allocate(name.length + 1)
  pdfium.memory().set([...new TextEncoder().encode(name), 0], key)
  const size = Math.min(pdfium.FPDF_GetMetaText(document, key, 0, 0), longestInfoBytes)
  const buffer = pdfium.allocate(longestInfoBytes)
  pdfium.FPDF_GetMetaText(document, key, buffer, longestInfoBytes)
  const text = size > 2 ? utf16(pdfium.memory().slice(buffer, buffer + size - 2)) : ''
  pdfium.free(key)
  pdfium.free(buffer)
  return text
}

const utf16 = (bytes: Uint8Array): string => new TextDecoder('utf-16le').decode(bytes)
