import { Parser } from 'htmlparser2'
import { AppError } from '../../src/contract/errors.ts'
import type { PageReader } from '../../src/documents/index.ts'

/** Reads a page with no more cleverness than a crawl needs to be seen: title, words and canonical address. */
export const plainReader: PageReader = async ({ body, contentType }) => {
  if (contentType !== null && !/^text\/|html|pdf/.test(contentType))
    throw new AppError('unsupported_media_type', `${contentType} is no page.`)
  let title = ''
  let text = ''
  let canonicalUrl: string | null = null
  const open: string[] = []
  const parser = new Parser({
    onopentag(name, { rel, href }) {
      open.push(name)
      if (name === 'link' && rel === 'canonical' && href) canonicalUrl = href
    },
    ontext(words) {
      if (open.at(-1) === 'title') title += words
      else if (open.at(-1) !== 'script' && open.at(-1) !== 'style') text += words
    },
    onclosetag: () => void open.pop(),
  })
  const source = new TextDecoder().decode(body)
  if (/html/.test(contentType ?? 'text/html')) parser.end(source)
  else text = source
  return {
    title: title || null,
    author: null,
    publishedAt: null,
    language: null,
    kind: 'article',
    category: null,
    text: text.replaceAll('\0', '').trim(),
    html: null,
    canonicalUrl,
    details: { links: [], imageLinks: [], codeBlocks: [], structured: {} },
  }
}
