import { namesIn, peopleIn, placeNamed } from '../values/index.ts'
import type { Piece, Source } from './source.ts'

/** Whom a sentence speaks of. */
export type Topic = 'subject' | 'other' | 'unknown'

const pronoun =
  /^(?:it|its|they|their|he|she|his|her|the (?:company|firm|business|start-?up|group|maker|deal|round)|we|our|es|sie|das unternehmen|die firma|der anbieter|er|seine?|ihre?|wir|unser|elle|il|l['’]entreprise|la société|le groupe|nous|notre)(?!\p{L})/iu
/** On a page about one company “the company” is that one, whoever was named before. */
const nounStart =
  /^(?:(?:Together with|With|Including|After|Since|In|At|By)\s[^,;]{2,60}?,?\s)?(?:the (?:company|firm|business|start-?up|manufacturer)|das unternehmen|die firma|l['’]entreprise|la société)(?!\p{L})/iu
const preposition =
  /(?:^|[\s(])(?:in|at|from|of|near|by|with|to|for|through|across|against|than|like|on|aus|bei|von|vom|mit|nach|für|durch|im|am|zu|zur|zum|gegen|à|au|de|du|des|d['’]|chez|par|avec|en|led by|according to|among them|including|such as)\s(?:(?:the|a|an|its|der|den|dem|das|die|la|le|les)\s)?$/i
const notActors =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Series|Seed|CEO|CTO|CFO|COO|Mr|Ms|Mrs|Dr|Prof|Professor|[IVX]+)\b/
/** “100 MW” */
const measured = /\d\s?$/

/**
 * Whom each sentence of a page speaks of: whoever it names before its verb, else whom the one before spoke of. A new
 * paragraph begins with whom the page is about.
 */
export function topicsOf(
  source: Source,
  mark: RegExp,
  opening: Topic,
  /** On the subject's own page only names that its headline has are others. */
  isOwnPage = false,
): ReadonlyMap<Piece, Topic> {
  const topics = new Map<Piece, Topic>()
  const isGerman = source.language?.startsWith('de') ?? false
  let topic = opening
  let block = -1
  /** Whoever was named in full speaks for the same as before: “Thomsen declined to say”. */
  const lastNames = new Set(peopleIn(source.document.text).map(({ name }) => name.split(' ').at(-1)))
  for (const piece of source.pieces) {
    if (piece.kind === 'heading') topic = piece.plain.text.search(mark) >= 0 ? 'subject' : opening
    // Who was named stays possible until another is.
    else if (piece.block !== block && !pronoun.test(piece.plain.text))
      topic = topic === 'subject' && opening === 'unknown' ? 'unknown' : opening
    block = piece.block
    if (piece.kind === 'sentence' || piece.kind === 'pair') {
      if (nounStart.test(piece.plain.text)) topic = opening
      topic = leading(`${piece.label} ${piece.plain.text}`.trim()) ?? topic
      topics.set(piece, topic)
    }
  }
  return topics

  /** Null: it names nobody who could be meant. */
  function leading(sentence: string): Topic | null {
    const head = sentence.slice(0, 110).split(/["“„«]/)[0] ?? ''
    const own = head.search(mark)
    const people = peopleIn(head)
    for (const { name, start, end } of namesIn(head)) {
      if (own >= 0 && own <= start + name.length && own + 3 >= start) return 'subject'
      if (own >= 0 && own < start) return 'subject'
      if (
        people.some((person) => person.start < end && person.end > start) ||
        lastNames.has(name) ||
        placeNamed(name) !== null
      )
        continue
      // “The Nairobi-based company” is one that was named before.
      if (
        notActors.test(name) ||
        measured.test(head.slice(0, start)) ||
        /-\p{Ll}+$/u.test(name) ||
        preposition.test(head.slice(0, start))
      )
        continue
      if (!/^\s?(?:['’]s\b|,|\p{Ll})/u.test(sentence.slice(end))) continue
      if (isName(name, start)) return 'other'
    }
    return own >= 0 ? 'subject' : null
  }

  /** The first word of a sentence, and every noun of a German one, has a capital without being a name. */
  function isName(name: string, start: number): boolean {
    if (isOwnPage)
      return (
        (!isGerman || /\s|\p{Ll}\p{Lu}|^\p{Lu}{2,}$/u.test(name)) &&
        isTitled(source.title, name, source.document.text)
      )
    if (name.includes(' ') && (start > 0 || /^\p{Lu}\S* \p{Lu}/u.test(name)))
      return (
        !isGerman || /\b(?:AG|GmbH|SE|KG|Inc|Ltd|Group|Gruppe)\b/.test(name) || source.title.includes(name)
      )
    if (source.title.includes(name)) return true
    if (isGerman) return false
    if (start > 0) return true
    const { text } = source.document
    return (
      text.includes(` ${name}`) &&
      new RegExp(String.raw`\p{Ll},? ${escaped(name)}(?![\p{L}\p{N}])`, 'u').test(text)
    )
  }
}

/** A headline names whom it is about; a short title names the page. */
function isTitled(title: string, name: string, text: string): boolean {
  return title.split(' ').length >= 4 && title.indexOf(name) > 0 && text.split(name).length > 3
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
