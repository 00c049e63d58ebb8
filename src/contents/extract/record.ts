import type { Block, Box } from './blocks.ts'
import { attribute } from './dom.ts'
import { isInside } from './main-container.ts'
import type { PageFacts } from './page-signals.ts'

/** Longer lists are the story itself, and are chosen block by block like the rest of it. */
const mostListWords = 200
const mostBylineWords = 60
const mostAlike = 3
const mostNoteWords = 80
/** What was set right afterwards. */
const note =
  /^(?:update|updated|corrections?|corrected|clarification|editor['’]s note|retraction|retracted|erratum|berichtigung|korrektur|nachtrag|rectificatif|mise à jour|erratum)(?:[ ,][^:.]{0,40})?:/i
/** How to reach whoever a page belongs to, and where they are, stands in its footer, and nowhere else on many pages. */
const contact =
  /[\w.+-]+@[\w-]+\.[\w.-]*\w|(?<!\p{L})(?:tel|telephone|phone|fon|telefon|téléphone|teléfono|telefono|mobile?|fax|hotline|switchboard)(?!\p{L})[^\d+]{0,20}\+?\(?\d[\d ()/.–-]{5,}\d/iu
/** “0221 4710 555”, “Camí del Molí 2, Artana”, “441 33 Alingsås”, “Kesselstrasse 12 · 8406 Winterthur”. */
const contactInFooter =
  /\+?\(?\d(?:[ ()/.–-]{0,2}\d){6,}|\p{L} \d+\p{Ll}?(?:,| [·|–]) |(?:,| [·|–]) (?:\p{Lu}-)?\d[\d ]{2,5}\d \p{Lu}/u
const mostContactWords = 60
/** Longer ones hold menus and small print of a whole shop. */
const mostFooterWords = 100
const mostContacts = 4
/** What is there to be downloaded, where it is no archive. */
const downloaded = /\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|zip|epub|step|dwg)(?:[?#]|$)/i
const mostDownloads = 8
const surrounding = ['nav', 'footer', 'aside', 'header', 'form']

/**
 * The blocks in which a page states who wrote it and what it is a record of: short lists of labels and values beside the
 * content, whole, because a value is nothing without its label; the line that names the authors; notes on what was
 * corrected; what it gives to be downloaded; and how to reach whoever it belongs to. They are few words, which are easily taken for furniture, and much
 * rests on them.
 */
export function recordBlocks({ segmented, main }: PageFacts, author: string | null): ReadonlySet<number> {
  const { blocks } = segmented
  const beside = blocks.filter(({ inner }) => isInside(inner, main.wide) && !isSurrounding(inner, main.wide))
  const lists = new Map<Box, Block[]>()
  for (const block of beside) {
    const list = enclosingList(block.inner)
    if (list) lists.set(list, [...(lists.get(list) ?? []), block])
  }
  // What a forum says of each of its members is no record of the page.
  const alike = (box: Box): number => [...lists.keys()].filter(({ look }) => look === box.look).length
  const listed = [...lists].filter(
    ([box, list]) =>
      list.length >= 2 &&
      isOfPairs(box, list) &&
      alike(box) <= mostAlike &&
      list.reduce((sum, { words }) => sum + words, 0) <= mostListWords,
  )
  const names = (author ?? '')
    .split(/,\s+|;\s*|\s+(?:and|und|et)\s+/)
    .filter((name) => /\s/.test(name.trim()))
  const bylines = beside.filter(
    ({ text, words }) =>
      names.length > 0 && words <= mostBylineWords && names.every((name) => text.includes(name)),
  )
  const notes = beside.filter(({ text, words }) => words <= mostNoteWords && note.test(text))
  const downloads = blocks.filter(({ inner }) => {
    const link = enclosing(inner, ['a'])
    const isFile = link !== null && downloaded.test(attribute(link.element, 'href') ?? '')
    return isFile && !isSurrounding(inner, segmented.root)
  })
  const contacts = blocks.filter((block) => {
    const { text, words, inner } = block
    if (words > mostContactWords || isHidden(inner)) return false
    if (isReached(block)) return true
    const footer = enclosing(inner, ['footer', 'address'])
    if (!footer) return contact.test(text)
    return footer.words <= mostFooterWords && (contact.test(text) || contactInFooter.test(text))
  })
  return new Set(
    [
      ...listed.flatMap(([, list]) => list),
      ...bylines.slice(0, 1),
      ...notes,
      ...(downloads.length <= mostDownloads ? downloads : []),
      // Where there are more, they are the story itself, or a list of people.
      ...(contacts.length <= mostContacts ? contacts : []),
    ].map(({ index }) => index),
  )
}

/** “Trapped? Ring 0114 555 0199”: with a link that dials or writes. */
const isReached = ({ nodes }: Block): boolean =>
  nodes.some(
    ({ parentNode: around }) =>
      around !== null &&
      'tagName' in around &&
      around.tagName === 'a' &&
      /^(?:tel|mailto):/i.test(attribute(around, 'href') ?? ''),
  )

/** A definition list, or a table that is written like one: a label and its value in each row. */
const enclosingList = (inner: Box): Box | null => enclosing(inner, ['dl', 'table'])

/** As many labels as values. */
const isOfPairs = ({ tag }: Box, list: readonly Block[]): boolean =>
  tag === 'dl' || 2 * list.filter(({ inner }) => enclosing(inner, ['th']) !== null).length === list.length

function enclosing(inner: Box, tags: readonly string[]): Box | null {
  for (let box: Box | null = inner; box; box = box.parent) if (tags.includes(box.tag)) return box
  return null
}

function isHidden(inner: Box): boolean {
  for (let box: Box | null = inner; box; box = box.parent) if (box.hidden) return true
  return false
}

function isSurrounding(inner: Box, outer: Box): boolean {
  for (let box: Box | null = inner; box && box !== outer; box = box.parent)
    if (surrounding.includes(box.tag) || box.hidden) return true
  return false
}
