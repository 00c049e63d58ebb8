import { headingLevel, type Block } from './blocks.ts'
import { hasGroup } from './class-words.ts'
import { parseDate } from './dates.ts'
import { attribute, elementsOf, rawText, tidy, type DomElement, type DomParent } from './dom.ts'

const signed = /^(?:by|written by|posted by|author|authored by|von|par|por|di|door)\b:?\s+(?=\p{Lu})/iu
const nobody =
  /^(?:admin|administrator|editor|editorial|staff|unknown|none|null|guest|author|anonymous|user)$/i

/** A name fit to show, or null for what is an address, a sentence or nobody. */
export function cleanAuthor(text: string): string | null {
  const name = tidy(text)
    .replace(/^(?:by|written by|posted by|author|authored by|von|par|por)\b:?\s+/i, '')
    .replace(/\s*[|·•]\s.*$|\s+(?:on|in|updated|published)\s.*$/i, '')
    .replace(/^[,\s]+|[,\s]+$/g, '')
  if (!name || name.length > 120 || !/\p{L}/u.test(name) || nobody.test(name)) return null
  return /^https?:|^@|\S@\S+\.|\d{4}/.test(name) ? null : name
}

/** The author as marked in the page: microdata, `rel=author`, or a name in an element called after it. */
export function markedAuthor(document: DomParent): string {
  let fallback = ''
  for (const element of elementsOf(document)) {
    const itemprop = attribute(element, 'itemprop') ?? ''
    const isMarked =
      /\bauthor\b/.test(itemprop) ||
      (element.tagName === 'a' && /\bauthor\b/.test(attribute(element, 'rel') ?? ''))
    if (isMarked) {
      const text = nameIn(element)
      if (text && text.length < 80) return text
    }
    if (fallback || element.tagName === 'meta') continue
    if (
      /(?:^|[\s_-])(?:byline|author[-_]{0,2}name|(?:post|entry)[-_]?author|username)(?:$|\s)/i.test(
        attribute(element, 'class') ?? '',
      )
    ) {
      const text = nameIn(element)
      if (text.length > 2 && text.length < 60) fallback = text
    }
  }
  return fallback
}

function nameIn(element: DomElement): string {
  for (const inner of elementsOf(element)) {
    if (/\bname\b/.test(attribute(inner, 'itemprop') ?? ''))
      return tidy(attribute(inner, 'content') ?? rawText(inner))
  }
  return tidy(attribute(element, 'content') ?? rawText(element))
}

/** "By Ada Lovelace", in a short line near the headline. */
export function writtenAuthor(blocks: readonly Block[]): string {
  for (const { text, words } of nearHeadline(blocks)) {
    if (words > 14) continue
    const found = /(?:^|[|·•]\s*)((?:by|written by|posted by|von|par|por)\b:?\s+\p{Lu}.*)$/iu.exec(text)
    const name = found?.[1] && signed.test(found[1]) ? cleanAuthor(found[1]) : null
    if (name && name.split(' ').length <= 6) return name
  }
  return ''
}

/** `<time>` or a microdata date: one that says "published", else the first. */
export function markedDate(document: DomParent): string | null {
  let first: string | null = null
  for (const element of elementsOf(document)) {
    const itemprop = attribute(element, 'itemprop') ?? ''
    if (element.tagName !== 'time' && !/datePublished|dateCreated/.test(itemprop)) continue
    const date = parseDate(
      attribute(element, 'datetime') ?? attribute(element, 'content') ?? tidy(rawText(element)),
    )
    if (!date) continue
    const hint = `${itemprop} ${attribute(element, 'class') ?? ''} ${attribute(element, 'pubdate') ?? ''}`
    if (/publish|pubdate|created|posted|entry-date/i.test(hint)) return date
    first ??= date
  }
  return first
}

/** Days of something else than the writing: “Apply by 28 June”, “valid until 31 March”, “17–19 September”, “Received …”. */
const otherDay =
  /(?<!\p{L})(?:apply|applications?|deadline|closing|closes|due|until|till|valid|expires?|starts?|begins?|ends?|opens?|from \p{L}* ?\d|since|founded|registered|incorporated|received|accepted|revised|born|next|bis|gültig|ab dem|seit|beginn|ende|jusqu\p{L}*|depuis|début|fin|limite)(?!\p{L})|\d\s?[–—-]\s?\d{1,2}\.? \p{L}|\d (?:to|au|bis(?: zum)?) \d/iu
/** “Received 14 February 2025; accepted 22 August 2025; published 9 October 2025” */
const publishedOn =
  /(?<!\p{L})(?:published|posted|veröffentlicht|publié)(?: online)?(?: on| am| le)?:?\s((?=\d|\p{L}{3,9}\.? \d)[^;|]+)/iu
const labelOfDay =
  /^\W*(?:published|posted|date|released?|issued|updated|last updated|veröffentlicht|datum|stand|publié|date de publication|publicado|fecha)(?: on| am| le)?\W*$/iu
const cellTags: ReadonlySet<string> = new Set(['td', 'th', 'dt', 'dd'])

/** A date in a short line near the headline. In a table or list of facts its label has to say that it is that of the page. */
export function writtenDate(blocks: readonly Block[]): string | null {
  for (const block of nearHeadline(blocks)) {
    if (block.words > 16) continue
    const published = parseDate(publishedOn.exec(block.text)?.[1])
    if (published) return published
    if (otherDay.test(block.text)) continue
    if (cellTags.has(block.box.tag) && !labelOfDay.test(blocks[block.index - 1]?.text ?? '')) continue
    const isByline =
      hasGroup(block.inner.classes | block.box.classes, 'byline') ||
      /\b(?:published|posted|updated|on|by)\b/i.test(block.text)
    if (!isByline && block.words > 8) continue
    const date = parseDate(block.text)
    if (date) return date
  }
  return null
}

function nearHeadline(blocks: readonly Block[]): readonly Block[] {
  const headline = blocks.findIndex((block) => headingLevel(block) === 1)
  const from = headline < 0 ? 0 : headline
  return [...blocks.slice(from, from + 25), ...blocks.slice(Math.max(0, from - 6), from)]
}
