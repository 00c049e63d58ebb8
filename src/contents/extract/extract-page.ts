import { AppError } from '../../contract/errors.ts'
import type { Page, PageInput } from '../../ports/extractor.ts'
import { detectLanguage } from './detect-language.ts'
import { extractHtml } from './extract-html.ts'
import { extractPdf } from './extract-pdf.ts'
import { extractJson, extractMarkdown, extractPlainText, extractXml } from './extract-text.ts'
import { mediaTypeOf } from './media-type.ts'

/** A PDF cannot be read from its beginning alone, so a larger one is refused; everything else is cut. */
const largestPdfBytes = 64 * 1024 * 1024
const largestTextBytes = 8 * 1024 * 1024

/** Any response to a page, by what it is rather than by what it is called. See `Extractor` for the errors. */
export async function extractPage(input: PageInput): Promise<Page> {
  const page = await readAs(input)
  // What a page says of itself counts: of nearly 300 pages that declared a language, none was surely in another.
  return page.language === null ? { ...page, language: await detectLanguage(page.text) } : page
}

async function readAs(input: PageInput): Promise<Page> {
  const type = mediaTypeOf(input)
  if (type === null) {
    throw new AppError(
      'unsupported_media_type',
      `No text can be taken from ${input.contentType || 'this content'}.`,
      {
        details: { contentType: input.contentType ?? null, url: input.url },
      },
    )
  }
  if (type === 'pdf') {
    if (input.body.length > largestPdfBytes) {
      throw new AppError(
        'too_large',
        `The PDF has ${input.body.length} bytes; at most ${largestPdfBytes} are read.`,
        {
          details: { bytes: input.body.length, limit: largestPdfBytes },
        },
      )
    }
    return withSelection(await extractPdf(input), input)
  }
  const isCut = input.body.length > largestTextBytes
  const body = isCut
    ? typeof input.body === 'string'
      ? input.body.slice(0, largestTextBytes)
      : input.body.subarray(0, largestTextBytes)
    : input.body
  const page = withSelection(readers[type]({ ...input, body }), input)
  return isCut ? { ...page, truncated: true } : page
}

/** Only web pages have parts; everything else is body from end to end. */
function withSelection(page: Page, { sections }: PageInput): Page {
  if (!sections || page.selected) return page
  const { markdown, html } = page
  return { ...page, selected: sections.includes('body') ? { markdown, html } : { markdown: '', html: '' } }
}

const readers = {
  html: extractHtml,
  text: extractPlainText,
  markdown: extractMarkdown,
  json: extractJson,
  xml: extractXml,
} satisfies Record<Exclude<Page['mediaType'], 'pdf'>, (input: PageInput) => Page>
