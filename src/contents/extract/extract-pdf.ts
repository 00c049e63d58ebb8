import { AppError } from '../../contract/errors.ts'
import type { Page, PageInput } from '../../ports/extractor.ts'
import { parseDate } from './dates.ts'
import { pageOf } from './page-of.ts'
import { openPdf, type PdfDocument } from './pdf-document.ts'
import { linesToNodes, type PdfLine } from './pdf-lines.ts'
import { forgetPdfium, loadPdfium } from './pdfium.ts'

export interface PdfLimits {
  readonly maxPages: number
  readonly maxCharacters: number
}

const pdfLimits: PdfLimits = { maxPages: 2000, maxCharacters: 10_000_000 }

/** Text, headings and metadata of a PDF. Rejects with `unprocessable` when it is broken or encrypted. */
export async function extractPdf(input: PageInput, limits: PdfLimits = pdfLimits): Promise<Page> {
  const bytes = typeof input.body === 'string' ? new TextEncoder().encode(input.body) : input.body
  const pdfium = await loadPdfium()
  try {
    const document = openPdf(pdfium, bytes)
    const page = readDocument(document, input.url, limits)
    document.close()
    return page
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

function readDocument(document: PdfDocument, url: string, limits: PdfLimits): Page {
  const pages: PdfLine[][] = []
  let left = limits.maxCharacters
  while (pages.length < Math.min(document.pages, limits.maxPages) && left > 0) {
    const lines = document.readPage(pages.length)
    pages.push(lines)
    for (const { text } of lines) left -= text.length
  }
  return pageOf(url, 'pdf', linesToNodes(pages), {
    title: usefulTitle(document.readInfo('Title')),
    author: document.readInfo('Author') || null,
    publishedDate: pdfDate(document.readInfo('CreationDate')),
    modifiedDate: pdfDate(document.readInfo('ModDate')),
    description: document.readInfo('Subject') || null,
    truncated: pages.length < document.pages,
  })
}

/** `D:20240131120000+01'00'`. */
function pdfDate(value: string): string | null {
  const plain = value.replace(/^D:/, '').replaceAll("'", '').replace(/Z0*$/, 'Z')
  return parseDate(/^\d{8}/.test(plain) ? plain : value)
}

/** Many programs put the file's name there. */
const fileName =
  /^(?:untitled|microsoft word\b|document\d*$|slide \d|.*\.(?:docx?|pptx?|xlsx?|indd|tex|dvi|pdf)$)/i
const usefulTitle = (title: string): string | null => (title && !fileName.test(title) ? title : null)
