import { peopleIn, placeNamed, placesIn } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import type { Fact } from './fact.ts'
import { matchAt } from './match.ts'
import type { Source } from './source.ts'
import { viewOf } from './subject.ts'
import { textFact } from './text-fact.ts'

/** Cities and countries beside the asked words. */
export function placeFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  const wantsCountry = /\b(?:country|land|pays|nation)\b/iu.test(ask.description)
  const wantsCity = /\b(?:city|town|stadt|ort|ville|place|birthplace|hometown|lieu|geburtsort)\b/iu.test(
    ask.description,
  )
  // “City” alone asks where the page's subject is: its first lines say so.
  const pieces =
    ask.terms.length === 0
      ? source.pieces.filter(({ kind }) => kind !== 'heading').slice(0, 5)
      : source.pieces
  return pieces.flatMap((piece) => {
    if (piece.kind === 'code') return []
    const text = piece.plain.text
    const people = peopleIn(text)
    // A page's own postal address is where its owner sits.
    const isAddress =
      ask.concepts.has('headquarters') && postal.test(text) && viewOf(source, subject).relation === 'own'
    const mentions = unknownCities(
      text,
      placesIn(text).filter(
        ({ isAdjective, start }) =>
          !isAdjective && !people.some((person) => start >= person.start && start < person.end),
      ),
    )
    return mentions.flatMap((mention) => {
      const { kind } = mention
      if (wantsCountry && kind !== 'country') return []
      if (wantsCity && kind !== 'city') return []
      if (!wantsCity && !wantsCountry && kind !== 'city') return []
      const rivals = mentions.filter((other) => other !== mention && other.kind === kind)
      const { score, head, names } = matchAt(ask, source, {
        piece,
        start: mention.start,
        end: mention.end,
        rivals,
      })
      const isSeat = isAddress && head < 0.5 && mention.place !== undefined
      if ((head < 0.5 || names < 0.4) && !isSeat) return []
      const end = wantsCity || wantsCountry ? mention.end : wholePlace(text, mention.end)
      return [
        {
          ...textFact(source, subject, piece, mention.start, end, isSeat ? 0.68 : score),
          ...(mention.place ? { place: mention.place } : {}),
        },
      ]
    })
  })
}

const postal =
  /(?<!\d)(?:\d{4,5} \p{Lu}\p{L}+|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]{2} \d{5}|\d{4} [A-Z]{2} \p{Lu})/u

interface PlaceLike {
  readonly kind: 'city' | 'country' | 'division' | 'region'
  readonly start: number
  readonly end: number
  readonly place?: Fact['place']
}

/** Towns that no gazetteer has, told by the word before them: “born in Kleinstadt in 1967”. */
function unknownCities(
  text: string,
  known: readonly { place: NonNullable<Fact['place']>; start: number; end: number }[],
): PlaceLike[] {
  const found: PlaceLike[] = known.map(({ place, start, end }) => ({ kind: place.kind, place, start, end }))
  for (const match of text.matchAll(
    /(?<=\b(?:in|near|at|à|aus|from)\s)\p{Lu}[\p{Ll}'’-]+(?:[ -]\p{Lu}[\p{Ll}'’-]+)?(?![\p{L}])/gu,
  )) {
    const [name] = match
    const start = match.index
    if (
      found.some((other) => start < other.end && start + name.length > other.start) ||
      /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|The|A|An|His|Her|Our|Its)\b/.test(
        name,
      )
    )
      continue
    found.push({ kind: 'city', start, end: start + name.length })
  }
  return found
}

/** “Bristol, United Kingdom” rather than “Bristol”. */
function wholePlace(text: string, end: number): number {
  const rest = /^,\s(?:the\s)?\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*)*/u.exec(text.slice(end))?.[0]
  return rest !== undefined && placeNamed(rest.replace(/^,\s/, '')) !== null ? end + rest.length : end
}
