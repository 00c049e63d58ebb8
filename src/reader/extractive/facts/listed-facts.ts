import { placeNamed } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import type { Fact } from './fact.ts'
import { isLanguage } from './languages.ts'
import { itemsOf, namedRuns, type Item } from './lists.ts'
import { matchAt } from './match.ts'
import type { Piece, Source } from './source.ts'
import { placesOf, termsOf } from './terms.ts'
import { textFact } from './text-fact.ts'

/** Several things are asked for: every item of the list that a source gives. */
export function listedFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  if (ask.concepts.has('language')) return languageFacts(source, subject)
  if (!ask.isPlural) return []
  return [
    ...placeLists(ask, source, subject),
    ...availableFacts(ask, source, subject),
    ...underHeading(ask, source, subject),
  ]
}

const speaking =
  /(?<!\p{L})(?:speak(?:s|ing)?|spoken|fluent|native|languages?|translat\p{L}*|spr(?:icht|echen)|Sprachen?|auf|parl(?:e|ent|ons|ées?)|langues?|available in)(?!\p{L})/iu
const anyRun =
  /\p{L}[\p{L}-]+(?:\s\([^()]{1,30}\))?(?:(?:,\s|\s[·•]\s|,?\s(?:and|und|et|&)\s)(?:(?:some|a little|basic|fluent|good|etwas|un peu de)\s)?\p{L}[\p{L}-]+(?:\s\([^()]{1,30}\))?)*/gu

/** “She speaks German, English and Italian”, “Languages: Portuguese (native) · English”. */
function languageFacts(source: Source, subject: Subject): Fact[] {
  return source.pieces.flatMap((piece) => {
    const text = piece.plain.text
    const heading = `${piece.label} ${piece.headings.at(-1) ?? ''}`
    return [...text.matchAll(anyRun)].flatMap((match) => {
      const items = itemsOf(match[0])
        .map(({ start, end }) => ({ start: match.index + start, end: match.index + end }))
        .filter(({ start, end }) => isLanguage(lastWord(text.slice(start, end))))
        .map(({ start, end }) => ({ start: end - lastWord(text.slice(start, end)).length, end }))
      const isSpoken =
        speaking.test(text.slice(Math.max(0, match.index - 30), match.index + 12)) || speaking.test(heading)
      return isSpoken ? items.map(({ start, end }) => textFact(source, subject, piece, start, end, 0.92)) : []
    })
  })
}

const lastWord = (text: string): string => /[\p{L}-]+$/u.exec(text)?.[0] ?? ''

const placeKinds =
  /\b(?:cities|towns|countries|counties|regions|states|provinces|places|locations|sites|offices|branches|Städte|Länder|Standorte|Orte|villes|pays|régions)\b/iu

/** Places in a row, beside the words asked for. */
function placeLists(ask: Ask, source: Source, subject: Subject): Fact[] {
  if (!placeKinds.test(ask.description)) return []
  return source.pieces.flatMap((piece) => {
    const text = piece.plain.text
    if (piece.kind === 'code' || piece.kind === 'heading') return []
    return namedRuns(text).flatMap((run) => {
      const items = within(run, text)
      const known = items.filter(({ start, end }) => placeNamed(text.slice(start, end)) !== null)
      const isPlaces =
        known.length >= Math.min(2, items.length) ||
        /(?:in|across|from|aus|à)\s$/i.test(text.slice(0, run.start))
      if (!isPlaces || items.length < 2) return []
      const { score, names } = matchAt(ask, source, { piece, start: run.start, end: run.end, rivals: [] })
      // What a page is about it says first.
      const isOpening =
        piece.block <= 2 &&
        known.length >= 3 &&
        ask.terms.every(({ weight, text: word }) => weight <= 0.5 || placeKinds.test(word))
      const said = ask.terms.length === 0 || isOpening ? 0.7 : score
      return names < 0.5 || said < 0.4
        ? []
        : items.map(({ start, end }) => textFact(source, subject, piece, start, end, Math.max(said, 0.62)))
    })
  })
}

const within = (run: Item, text: string): Item[] =>
  itemsOf(text.slice(run.start, run.end)).map(({ start, end }) => ({
    start: run.start + start,
    end: run.start + end,
  }))

const colours = /\b(?:colou?rs?|Farben?|couleurs?|finish(?:es)?)\b/iu
const offered =
  /(?<!\p{L})(?:available|comes?|in stock|offered|sold|erhältlich|lieferbar|disponibles?)\s(?:in|en)\s(?<list>[\p{L}-]+(?:\s(?!and|or|und|oder|et|ou)\p{L}+)?(?:(?:,\s|,?\s(?:and|or|und|oder|et|ou)\s)[\p{L}-]+)*)/giu

/** “Available in black, sage and brick”. */
function availableFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  if (!colours.test(ask.description)) return []
  return source.pieces.flatMap((piece) =>
    [...piece.plain.text.matchAll(offered)].flatMap((match) => {
      const list = match.groups?.['list'] ?? ''
      const from = match.index + match[0].length - list.length
      return itemsOf(list).map(({ start, end }) =>
        textFact(source, subject, piece, from + start, from + end, 0.9),
      )
    }),
  )
}

const called = /(?:cancelled|canceled|withdrawn|sold out|closed|abgesagt|annulée?|until \d{4}|former)/i

/** “## Speakers” or “Current openings:” with a list or a table of them. */
function underHeading(ask: Ask, source: Source, subject: Subject): Fact[] {
  const { head } = ask
  if (!head) return []
  return source.pieces.flatMap((piece) => {
    const text = piece.plain.text
    const block = source.blocks[piece.block]
    const above = block?.kind === 'item' ? piece.headings.at(-1) : firstColumn(piece)
    const names = [above ?? '', precedingLine(source, piece)]
    if (
      !names.some((words) => words !== '' && words.length < 60 && placesOf(head, termsOf(words)).length > 0)
    )
      return []
    if (text.length > 90 || called.test(text) || (block?.kind !== 'item' && piece.kind !== 'cell')) return []
    const end = /\s\(|\s[–—-]\s|,\s|:\s|$/u.exec(text)?.index ?? text.length
    return [textFact(source, subject, piece, 0, end, 0.8)]
  })
}

/** The line that a list or table follows: “Current openings:”. */
function precedingLine(source: Source, piece: Piece): string {
  const block = source.blocks[piece.block]
  if (block?.kind === 'table' && piece.label !== '') return ''
  let at = piece.block - 1
  while (at >= 0 && source.blocks[at]?.kind === 'item') at--
  const line = source.blocks[at]?.plain.text ?? ''
  return line.endsWith(':') ? line : ''
}

const firstColumn = (piece: Piece): string | undefined =>
  piece.kind === 'cell' && piece.label === '' ? piece.column : undefined
