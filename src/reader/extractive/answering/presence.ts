import { fold } from '../../../contents/index.ts'
import type { Document } from '../../../documents/index.ts'
import { readSentences, type Sentence } from '../sentences.ts'
import { namesIn, placeNamed } from '../values/index.ts'
import type { NameFinder } from './names.ts'

/**
 * How a page has to do with a name: it is that one's own, it is about it, it mentions it. What a sentence says without
 * a name is about whom its page is about.
 */
export type Presence = 'own' | 'about' | 'mentions' | 'none'

interface Folded {
  readonly text: string
  readonly title: string
  readonly site: string
}

const foldedPages = new WeakMap<Document, Folded>()

function folded(source: Document): Folded {
  const known = foldedPages.get(source)
  if (known) return known
  const { title, details, host, text, url } = source
  const heading = /^# .+/m.exec(text)?.[0] ?? ''
  const made = {
    text: fold(text),
    title: fold(`${title ?? ''} | ${heading} | ${url.replaceAll(/[-_/.?=&]+/g, ' ')}`),
    site: fold(`${details.siteName ?? ''} | ${host.replaceAll(/[-.]+/g, ' ')}`),
  }
  foldedPages.set(source, made)
  return made
}

export function presenceOf(source: Document, { whole, short, name }: NameFinder): Presence {
  const { text, title, site } = folded(source)
  const label = fold(name).replaceAll(/[^\p{L}\p{N}]+/gu, '')
  if (whole.test(site) || site.replaceAll(/[^\p{L}\p{N}|]+/gu, '').includes(label)) return 'own'
  if (whole.test(title)) return 'about'
  if (!whole.test(text)) return 'none'
  return short?.test(title) || isOften(text, short ?? whole) ? 'about' : 'mentions'
}

/** A page that names somebody early and again and again is about them, whatever its title says. */
function isOften(text: string, pattern: RegExp): boolean {
  const found = [...text.matchAll(new RegExp(pattern.source, 'gu'))]
  return found.length >= 3 && (found[0]?.index ?? 0) < 600
}

const standsForSubject =
  /^(?:(?:and|but|today|since then|now|currently|in \d{4}|so|und|heute|et|aujourd['’]hui),?\s)?(?:it|its|they|their|he|his|she|her|we|our|the (?:company|firm|business|group|start-?up|team|university|institute|organi[sz]ation|foundation|maker|manufacturer|founders?|paper|authors?|study|deal|round|product|app|software|service)|this (?:company|firm|paper|study|product)|er|sie|es|seine?r?|ihre?r?|wir|unsere?|das (?:unternehmen|start-?up)|die (?:firma|gesellschaft|gruppe)|der (?:konzern|hersteller|anbieter)|il|elle|ils|elles|son|sa|ses|nous|notre|nos|l['’](?:entreprise|éditeur)|la (?:société|jeune pousse|start-?up)|le (?:groupe|fabricant))(?!\p{L})/iu
/** “Its rival …”: named by the subject, and somebody else. */
const isAnother =
  /^(?:its|their|his|her|our|an?|the|seine?[rsnm]?|ihre?[rsnm]?|unsere?[rsnm]?|der|die|son|sa|ses|leurs?|nos|notre|le|la)\s(?:\p{L}+\s){0,2}(?:rivals?|competitors?|parent|suppliers?|customers?|clients?|subsidiar(?:y|ies)|neighbours?|predecessors?|successor|konkurrent\p{L}*|wettbewerber|mutter\p{L}*|tochter\p{L}*|kund\p{L}+|lieferant\p{L}*|concurrents?|filiales?|clients?|fournisseurs?)(?!\p{L})/iu
const furthestBack = 3

/** From 0 to 1: how surely a sentence speaks of somebody. */
export function speaksOf(
  sentence: Sentence,
  finder: NameFinder,
  presence: Presence,
  /** Whoever the sentence begins with may be the answer. */
  mayBeginWithAnother: boolean,
): number {
  if (presence === 'none') return 0
  if (isAnother.test(sentence.text)) return isNamed(sentence.text, finder) ? 0.3 : 0
  if (isNamed(sentence.text, finder)) return 1
  if (sentence.headings.some(({ text }) => isNamed(text, finder))) return 0.9
  if (standsForSubject.test(sentence.text)) {
    const before = readSentences(sentence.source)
    for (let at = sentence.index - 1; at >= Math.max(0, sentence.index - furthestBack); at--) {
      const previous = before[at]
      if (!previous || previous.headings.at(-1)?.text !== sentence.headings.at(-1)?.text) break
      if (isNamed(previous.text, finder)) return leadsWithAnother(previous, finder) ? 0.6 : 0.9
      if (leadsWithAnother(previous, finder)) return 0
    }
    if (presence !== 'mentions') return 0.7
  }
  if (presence === 'mentions') return isNamedNearby(sentence, finder) ? 0.4 : 0
  // A line gives facts of whom its page is about, whoever it begins with.
  if (!mayBeginWithAnother && sentence.kind === 'prose' && leadsWithAnother(sentence, finder))
    return presence === 'own' ? 0.5 : 0.2
  return presence === 'own' ? 0.75 : 0.6
}

const isNamed = (text: string, { whole, short }: NameFinder): boolean => {
  const plain = fold(text)
  return whole.test(plain) || (short?.test(plain) ?? false)
}

/** The sentence before, in the same paragraph, names it. */
function isNamedNearby(sentence: Sentence, finder: NameFinder): boolean {
  const previous = readSentences(sentence.source)[sentence.index - 1]
  return (
    sentence.kind === 'prose' &&
    previous?.block === sentence.block &&
    isNamed(previous.text, finder) &&
    !leadsWithAnother(sentence, finder)
  )
}

/** Whether the sentence begins with somebody else's name. In German any noun has a capital, so two are needed. */
function leadsWithAnother({ text, source }: Sentence, finder: NameFinder): boolean {
  const [first] = namesIn(text)
  if (!first || first.start > 5 || isNamed(first.name, finder) || placeNamed(first.name)) return false
  if (first.name.includes(' ')) return true
  if (source.language === 'de') return false
  return new RegExp(String.raw`\p{Ll},? ${first.name.replaceAll(/[^\p{L}\p{N}]/gu, '.')}(?!\p{L})`, 'u').test(
    source.text,
  )
}
