import { isHouseNumberOf } from '../values/index.ts'
import type { Ask } from './ask.ts'
import type { Site } from './match.ts'
import { clauseAt, saysNow } from './modality.ts'
import { numbersOf } from './numbers.ts'
import type { Piece, Source } from './source.ts'
import { placesOf, termsOf } from './terms.ts'

const withoutNoun =
  /^(?:[,.;)]|$|\s(?:worldwide|globally|overall|altogether|in|at|on|for|per|by|elsewhere|weltweit|insgesamt|dans|au|à|(?:were|was|had|have|are)\s|\p{Ll}+ed(?=[\s.,;)]|$)))/u

/** “30 people in Spain and 121 worldwide”, “84 were enrolled and 79 finished”: the noun stands once for the row. */
export function sharesNoun(ask: Ask, source: Source, { piece, start, end }: Site): boolean {
  const text = piece.plain.text
  const earlier = numbersOf(piece, source).quantities.filter(
    (quantity) => quantity.end <= start && quantity.unit === null && quantity.currency === null,
  )
  const { head } = ask
  return (
    head !== null &&
    piece.kind === 'sentence' &&
    withoutNoun.test(text.slice(end)) &&
    // “240 in Hamburg, 50 in Rotterdam” are parts, where the whole is asked for.
    (ask.terms.length > 1 || !/^\s(?:in|at|an|im|à|au|en)\s/u.test(text.slice(end))) &&
    /(?:(?<!\p{L})(?:and|und|et)|,|;)\s$/u.test(text.slice(0, start)) &&
    earlier.some((quantity) =>
      placesOf(head, termsOf(text.slice(quantity.end, quantity.end + 30))).some((place) => place.start <= 12),
    )
  )
}

/** “Two hundred people when we began, 700 today”: the noun stands once for both. */
export function continuesCount(ask: Ask, source: Source, { piece, start, end }: Site): boolean {
  const text = piece.plain.text
  const clause = clauseAt(text, start, end)
  if (!saysNow(text.slice(clause.start, clause.end), source.language) || ask.head === null) return false
  const earlier = numbersOf(piece, source).quantities.findLast((quantity) => quantity.end <= start)
  if (
    !earlier ||
    /^\s?\p{L}*\s?\p{Ll}{3,}/u.test(text.slice(end).replace(/^\s(?:today|now|heute|aujourd['’]hui)/iu, ''))
  )
    return false
  return placesOf(ask.head, termsOf(text.slice(earlier.end, earlier.end + 40))).length > 0
}

const undergoing =
  /^(?:\s[\p{Ll}-]+){1,4}(?:\s\([^)]*\))?[^.;,]{0,60}\s(?:received|were (?:randomi[sz]ed|recruited|enrolled|assigned|allocated|included|surveyed|interviewed|followed)|took part|participated|answered)(?!\p{L})/u

/** Whoever takes part in a study is counted by what was done with them: “64 nurses received placebo”. */
export const studies = (ask: Ask, { piece, end }: Site): boolean =>
  ask.numberKind === 'count' &&
  ask.head !== null &&
  ask.head.concepts.includes('participant') &&
  !/^(?:wom[ae]n|m[ae]n|girls?|boys?|child|children|frauen|männer|femmes|hommes)$/i.test(ask.head.text) &&
  ask.terms.length <= 2 &&
  ask.terms.every(
    (term) =>
      term === ask.head ||
      term.weight < 0.8 ||
      placesOf(term, termsOf(piece.plain.text.slice(end))).length > 0,
  ) &&
  undergoing.test(piece.plain.text.slice(end))

const using =
  /^\s(?:[\p{L}-]+\s){1,6}?(?:(?:in|across|from)\s[^.;]{2,50}?\s)?(?:use|rely on|trust|run on|work with|choose|have chosen|nutzen|verwenden|vertrauen|setzen auf|utilisent|font confiance à)\s(?:our|its|the|it|us|unsere?|die|auf|notre|nos|\p{Lu})/u

/** Whoever uses what a company makes is its customer: “more than 60 banks use our platform”. */
export const buys = (ask: Ask, { piece, start, end }: Site): boolean =>
  ask.numberKind === 'count' &&
  ask.concepts.has('customer') &&
  ask.terms.length === 1 &&
  // “900 hauliers in 17 countries rely on us” counts hauliers.
  !/(?<!\p{L})(?:in|across|from|aus|in|dans)\s$/iu.test(piece.plain.text.slice(0, start)) &&
  using.test(piece.plain.text.slice(end))

const preposition =
  /(?<!\p{L})(?:for|in|at|by|with|to|from|on|among|across|per|für|bei|mit|an|auf|pro|pour|dans|à|par|chez|sur)(?!\p{L})/iu
const onlyHedge =
  /^\W*(?:(?:about|around|some|approx\.?|approximately|roughly|circa|ca\.?|over|more than|nearly|almost|up to|currently|now|rund|etwa|knapp|über|mehr als|derzeit|environ|plus de|près de|actuellement|\d+\s?[–-]\s?\d+ \()\s?)*$/iu
const leadsToNumber =
  /(?:^|\s)(?:is|are|was|were|of|to|at|reached|numbers?|numbered|totals?|totall?ed|counts?|now|beträgt|betrug|liegt bei|von|auf|zählt|de|est|sont|compte|atteint|=|:)\s*(?:about |around |some |roughly |nearly |almost |over |more than |rund |etwa |knapp |über |environ |près de |plus de )?$/iu

/** What is counted follows its number: “60 steel plates”. Else its label or the words just before must say it. */
export function countedNoun(ask: Ask, { piece, start, end, rivals }: Site): number {
  const { head } = ask
  if (!head) return 1
  const text = piece.plain.text
  if (ask.concepts.has('layoff') && isLayoff(text.slice(Math.max(0, start - 40), end + 70))) return 1
  const next = Math.min(...rivals.map((rival) => rival.start).filter((at) => at > end), text.length)
  const after = text.slice(end, Math.min(next, end + 70)).split(/[.;:](?:\s|$)/)[0] ?? ''
  const [first] = placesOf(head, termsOf(after)).toSorted((a, b) => a.start - b.start)
  // “212 consultants and 39 other staff”, “; 102 were women”
  if (first && someOfThem.test(after) && !asksForSome.test(ask.description)) return 0.5
  if (first) {
    const between = after.slice(0, first.start)
    // “Six lectures for doctoral students” counts lectures.
    // “85 shops, cafés and restaurants” are counted together.
    const isRow = /^\s[\p{L}-]+(?:,\s[\p{L}-]+)*,?\s(?:and|or|und|oder|et|ou)\s$/u.test(between)
    if (preposition.test(between) || (/,/.test(between) && !isRow) || between.split(' ').length > 6)
      return 0.5
    // “A hook has one job.”
    if (ask.concepts.has('employee') && /^\sjob(?!s)/.test(after)) return 0.3
    return first.strength < 0.9 && ask.concepts.has('employee') ? weakCount(piece, start, end) : 1
  }
  if (isHouseNumberOf(text.slice(end))) return 0.3
  // “Head office: Quay Street 4” counts nothing.
  if (piece.kind === 'pair' && !onlyHedge.test(text.slice(0, start))) return 0.5
  if (piece.kind !== 'sentence' && placesOf(head, termsOf(`${piece.label} ${piece.column}`)).length > 0)
    return /^\s?(?:\p{Ll}{3,})/u.test(after) &&
      !/^\s?(?:people|in total|worldwide|insgesamt|personnes)/iu.test(after) &&
      /\d/.test(text.slice(0, start))
      ? 0.6
      : 1
  const before = text.slice(Math.max(0, start - 70), start).replace(/from \S+ (?=to $)/, '')
  if (ask.concepts.has('participant') && questioning.test(before)) return 1
  if (ask.concepts.has('review') && ratedBy.test(before)) return 1
  const [last] = placesOf(head, termsOf(before)).slice(-1)
  if (!last || !leadsToNumber.test(before) || /\d/.test(before.slice(last.end))) return 0.5
  return last.strength < 0.9 && ask.concepts.has('employee') ? 0.9 * weakCount(piece, start, end) : 0.92
}

const someOfThem =
  /^\s(?:(?:other|further|additional)\s|(?:were|are|was)\s(?:wom[ae]n|m[ae]n|fe?males?|girls?|boys?)(?!\p{L}))/iu
const asksForSome = /(?<!\p{L})(?:other|further|additional|wom[ae]n|m[ae]n|fe?males?|girls?|boys?)(?!\p{L})/iu

const ratedBy =
  /(?<!\p{L})(?:rated|rating|reviewed|bewertet|noté)(?!\p{L})(?:[^.;]|\.(?=\d)){0,40}(?:by|von|par)\s$/iu

const isLayoff = (words: string): boolean => termsOf(words).hits.some(({ concept }) => concept === 'layoff')

/** Whoever is studied is counted by what was done to them: “we asked 64 lawyers”. */
const questioning =
  /(?<!\p{L})(?:randomi[sz]ed|recruited|enrolled|asked|surveyed|interviewed|included|studied|tested|invited|followed|examined|befragten?|untersuchten?|inclus|interrogé|recruté|suivi)\s(?:a total of |about |some |over )?$/iu

const employing =
  /(?<!\p{L})(?:work(?:s|ing)?|employ\p{L}*|staff|team|we are|we['’]re|there are|colleagues|strong|payroll|company of|arbeiten|beschäftig\p{L}*|Team|sind wir|wir sind|travaill\p{L}*|emploie\p{L}*|compte|équipe|sommes)(?!\p{L})/iu

/** “People” are employees where the words around them say that they work there. */
function weakCount(piece: Piece, start: number, end: number): number {
  const { start: from, end: to } = clauseAt(piece.plain.text, start, end)
  // “Team: Routing (9 people)” counts a part of them.
  if (piece.kind === 'pair' && /^\p{Lu}\p{L}+[^.]{0,40}\($/u.test(piece.plain.text.slice(0, start)))
    return 0.6
  const clause = `${piece.label} ${piece.plain.text.slice(from, to)}`
  if (employing.test(clause)) return 1.36
  // A line of its own: “Seventy-five people, most of them in Singapore.”
  return start === 0 && /^\s\p{L}+(?:[,.:;]|\s[–—]|$)/u.test(piece.plain.text.slice(end)) ? 1.25 : 0.6
}
