import type { Ask } from './ask.ts'
import type { Site } from './match.ts'
import { clauseAt } from './modality.ts'
import { placesOf, termsOf, type Term } from './terms.ts'

/** What may stand between a value and the words that say which one it is. */
const leadIn =
  /^\s?%?\s?(?:\)\s)?(?:(?:in|for|at|of|with|on|by|among|from|were|was|are|is|had been|have been|who|which|that) )*(?:the |a |an |its |their )?$/iu

/** In longer rows the words are those of a table. */
const mostRivals = 20

/** “8.9 % in the four-month arm and 9.6 % in the eight-month arm”: which is which, the words behind each of them say. */
export function besideAnother(ask: Ask, { piece, start, end, rivals }: Site): number {
  const { text } = piece.plain
  if (rivals.length === 0 || rivals.length > mostRivals || ask.terms.length < 2) return 1
  const nextStart = (after: number): number =>
    Math.min(
      text.length,
      ...rivals.map((rival) => rival.start).filter((at) => at >= after),
      ...(start >= after ? [start] : []),
    )
  const leadsTo = (term: Term, from: number): boolean => {
    const rest = text.slice(from, nextStart(from))
    return placesOf(term, termsOf(rest)).some(
      (place) => place.strength === 1 && leadIn.test(rest.slice(0, place.start)),
    )
  }
  const lastEnd = Math.max(0, ...rivals.map((rival) => rival.end).filter((at) => at <= start))
  const own = termsOf(text.slice(lastEnd, nextStart(end)))
  const isOthers = ask.terms.some(
    (term) =>
      term !== ask.head &&
      term.weight >= 0.4 &&
      placesOf(term, own).every(({ strength }) => strength < 1) &&
      rivals.some((rival) => leadsTo(term, rival.end)),
  )
  return isOthers ? 0.75 : 1
}

/** “Its predecessor, which managed 45”, and not “unlike its predecessor, it weighs 1.2 kg”. */
const ofPredecessor =
  /(?<!(?:unlike|than|like|with|to)\s(?:the |its |their )?)(?<!\p{L})(?:predecessor|forerunner|(?:previous|older|earlier) (?:model|version|generation))(?:['’]s)?(?:, (?:the )?[\p{Lu}\d][\p{L}\d-]*,?)?(?:,? (?:which|that))?\s[^,;.]*$/iu
const predecessorNamed = /(?<!\p{L})(?:predecessor|forerunner|previous|older|earlier)(?!\p{L})/iu
export const oneRound = /(?<!\p{L})(?:round|tranche|series [a-f]|seed|instal?lment)(?!\p{L})/iu
export const sum = /(?<!\p{L})(?:total|together|taken in|overall|altogether|to date|so far|in all)(?!\p{L})/iu
const sumBefore = /(?<!\p{L})total\s(?:[\p{L}]+\s){0,4}to\s(?:about |some |over |more than )?\P{L}*$/iu
const sumAfter = /^\s(?:in total|in all|to date|so far|altogether|overall)(?!\p{L})/iu
const roundNames = /(?<!\p{L})(?:pre-seed|seed|series [a-h])(?!\p{L})/giu
/** “Together with the seed round of 1.6 million”, where the Series A is asked for. */
function isOfOtherRound(description: string, before: string): boolean {
  const asked = description.match(roundNames)?.map((name) => name.toLowerCase())
  const said =
    /(?<!\p{L})(pre-seed|seed|series [a-h])(?: (?:funding|financing))?(?: round)?(?: \([^)]*\))? of \P{L}*$/iu.exec(
      before,
    )?.[1]
  return asked !== undefined && said !== undefined && !asked.includes(said.toLowerCase())
}
const untilThen =
  /^\s(?:until|till|to)\s(?:his|her|their)\s(?:\p{L}+\s)?(?:appointment|election|promotion)(?!\p{L})/iu

/**
 * What the words around a value say it is of: “its predecessor, which managed 45”, “brings the total raised to $162
 * million” where one round is asked for, “deputy from 2019 until her appointment”.
 */
export function isOfAnother(
  { description, numberKind }: Ask,
  { piece, start, end }: Pick<Site, 'piece' | 'start' | 'end'>,
): boolean {
  const { text } = piece.plain
  const [before, after] = [text.slice(0, start), text.slice(end)]
  return (
    (ofPredecessor.test(before) && !predecessorNamed.test(description)) ||
    (numberKind === 'money' &&
      oneRound.test(description) &&
      !sum.test(description) &&
      (sumBefore.test(before) || sumAfter.test(after))) ||
    isOfOtherRound(description, before) ||
    untilThen.test(after)
  )
}

const withheld =
  /(?<!\p{L})(?:(?:not|never)(?: been| yet| yet been)? (?:disclosed|published|released|stated|revealed|made public|announced|reported|known|given)|undisclosed|kept secret|(?:did|does|do) not (?:disclose|say|publish|give|reveal|state))(?!\p{L})/giu

/** “Revenue was EUR 3.9 million; the loss was not disclosed.” */
export function isWithheld({ head }: Ask, { piece, start, end }: Site): boolean {
  const { text } = piece.plain
  return (
    head !== null &&
    placesOf(head, termsOf(`${piece.label} ${piece.column}`)).length === 0 &&
    [...text.matchAll(withheld)].some(({ index, 0: words }) => {
      const clause = clauseAt(text, index, index + words.length)
      const isInside = start >= clause.start && end <= clause.end
      const said = text.slice(clause.start, clause.end)
      return (
        !isInside &&
        placesOf(head, termsOf(said)).length > 0 &&
        placesOf(head, termsOf(text.replace(said, ''))).length === 0
      )
    })
  )
}
