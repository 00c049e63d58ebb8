import type { Ask } from './ask.ts'
import type { Site } from './match.ts'
import { clauseAt } from './modality.ts'
import { placesOf, termsOf } from './terms.ts'

const partOf =
  /^,?\s(?:of (?:which|whom|them|these)|davon|darunter|dont|d['’]entre)(?!\p{L})(?!\s(?:about |some |rund |etwa |environ )?(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|eine?|une?|deux|trois|quatre|cinq)(?!\p{L}))(?<rest>(?:(?!\sand\s)[^,.;\d]){0,60})/iu

/** “29 patents, 17 of which have been granted”: a part is meant where its own words are asked for. Null: no part. */
export function partOfCount(ask: Ask, { piece, end }: Site): number | null {
  const rest = partOf.exec(piece.plain.text.slice(end))?.groups?.['rest']
  if (rest === undefined) return null
  const words = termsOf(rest)
  return ask.terms.some((term) => placesOf(term, words).length > 0) ? 1 : 0.5
}

const partAfter =
  /^\s(?:of (?:them|whom|these|us)|davon|von ihnen|d['’]entre)(?!\p{L})|^\s(?:more|additional|further|new|weitere|zusätzliche|neue|nouveaux|supplémentaires)(?!\p{L})/iu
const partBefore =
  /(?:of whom|of which|of them|including|among them|all but|davon|darunter|dont|parmi lesquels)\s(?:about |some |rund |etwa |environ )?$/iu
const event =
  /(?<!\p{L})(?:hir(?:e|es|ed|ing)|recruit\p{L}*|dismiss\p{L}*|laid off|lay(?:ing)? off|layoffs?|jobs? (?:go|gone|lost|to go)|(?:positions|posts|jobs) (?:are|were) gone|redundan\p{L}*|cut(?:s|ting)?|joined|left|leave|retire\p{L}*|create[ds]?|add(?:ed|s|ing)?|lost|goodbye|part(?:ed)? (?:with|ways)|suchen|sucht|einstell\p{L}*|entlass\p{L}*|abbau\p{L}*|streich\p{L}*|embauch\p{L}*|recrut\p{L}*|licenci\p{L}*|supprim\p{L}*|affected|betroffen)(?!\p{L})/iu
const elsewhere =
  /(?<!\p{L})(?:and (?:another|a further) \S+ in|the others|the rest|elsewhere|die übrigen|die anderen|les autres)(?!\p{L})|^\s[\p{L}]+ work(?:s|ing)? (?:in|at) \p{Lu}/iu

/** “A subsample of 611 participants” */
const ofPart =
  /(?<!\p{L})(?:sub-?(?:sample|set|group|cohort)|part|half|Teilstichprobe|sous-échantillon) (?:of|von|de) $/iu

/** “The eleven-strong maintenance team” */
const strong = /^-strong\s(?:[\p{L}-]+\s){0,2}(?:team|unit|department|crew|division|group)(?!\p{L})/iu

/** A part of what is counted, or how many came and went, is not how many there are. */
export function subsetFactor(ask: Ask, { piece, start, end }: Site): number {
  const text = piece.plain.text
  // “Models trained at one hospital”: seldom does one say how many there are.
  if (ask.numberKind === 'count' && piece.kind === 'sentence' && isOne(text, start, end)) return 0.5
  const isOwnNoun =
    ask.head !== null &&
    placesOf(ask.head, termsOf(text.slice(end, end + 40))).some((place) => place.start <= 12)
  if (ask.numberKind !== 'count') return partBefore.test(text.slice(0, start)) && !isOwnNoun ? 0.75 : 1
  if (
    !isOwnNoun &&
    ask.terms.length < 2 &&
    (partAfter.test(text.slice(end)) || partBefore.test(text.slice(0, start)))
  )
    return 0.5
  // “64 nurses (51 women)”
  if (ask.terms.length < 2 && /\d\s[\p{L}-]+(?:\s[\p{L}-]+)?\s\($/u.test(text.slice(0, start))) return 0.6
  if (ask.concepts.has('participant') && ask.terms.length < 2 && happening.test(text.slice(end))) return 0.6
  if (strong.test(text.slice(end)) && !/(?<!\p{L})(?:team|unit)/iu.test(ask.description)) return 0.5
  if (ofPart.test(text.slice(0, start)) && !/(?<!\p{L})(?:sub|part)/iu.test(ask.description)) return 0.5
  const isWhole = wholly.test(text.slice(end, end + 25))
  if (!isWhole && ask.places.length === 0 && wholly.test(text)) return 0.55
  if (!ask.concepts.has('employee')) return 1
  const clause = clauseAt(text, start, end)
  const words = text.slice(clause.start, clause.end)
  if (event.test(words) && !event.test(ask.description)) return 0.6
  return ask.places.length === 0 && elsewhere.test(text.slice(end)) && !/\p{Lu}\p{Ll}+ now/u.test(text)
    ? 0.75
    : 1
}

/** “30 people in Spain and 121 worldwide”: of the two the whole is meant. */
const wholly =
  /\d\s(?:people |employees |staff )?(?:worldwide|globally|in total|in all|altogether|group-wide|weltweit|insgesamt|konzernweit|dans le monde|au total)(?!\p{L})|^\s(?:\p{Ll}+ )?(?:worldwide|globally|in total|in all|altogether|group-wide|weltweit|insgesamt|konzernweit|dans le monde|au total)(?!\p{L})/u

const isOne = (text: string, start: number, end: number): boolean =>
  /^(?:1|one|a single|eine?[nrsm]?|une?)$/iu.test(text.slice(start, end)) &&
  !/(?<!\p{L})(?:has|have|had|operates?|runs?|owns?|is|are|only|exactly|just|hat|haben|betreibt|nur|a|possède|compte)\s$/iu.test(
    text.slice(0, start),
  )

/** Some of those who take part: whom something happened to. */
const happening =
  /^\s\p{Ll}+\s(?:reported|completed|developed|withdrew|dropped|died|discontinued|experienced|declined|left|were (?:lost|excluded|removed))(?!\p{L})/u
