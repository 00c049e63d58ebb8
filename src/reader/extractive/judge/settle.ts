import { asOf, type Finding, type Rule } from './finding.ts'

/** What the findings for one condition come to. */
export interface Settled {
  readonly verdict: 'yes' | 'no' | 'unclear'
  /** Those that the verdict rests on; of both sides where they contradict each other. */
  readonly findings: readonly Finding[]
  /** Why one of two contradicting sides was believed, or neither. */
  readonly conflict: string | null
}

const day = 86_400_000
const numeric: ReadonlySet<Rule> = new Set(['number', 'fact'])

/**
 * Findings that agree are believed. Of those that contradict each other the newer or correcting one is, where the
 * pages say which that is, and what is plainly said before what is only implied. Else nobody is.
 */
export function settle(findings: readonly Finding[]): Settled {
  const yes = best(findings, 'yes')
  const no = best(findings, 'no')
  const [either] = [yes ?? no]
  if (!either) return { verdict: 'unclear', findings: [], conflict: null }
  if (!yes || !no) return { verdict: either.verdict, findings: agreeing(findings, either), conflict: null }
  for (const [why, differenceOf] of preferences) {
    const difference = differenceOf(yes, no)
    if (difference === 0) continue
    const believed = difference > 0 ? yes : no
    return { verdict: believed.verdict, findings: agreeing(findings, believed), conflict: why }
  }
  return { verdict: 'unclear', findings: [yes, no], conflict: 'the sources contradict each other' }
}

/** In this order: a correction, the later of two dates that are clearly apart, the subject's own word, the plainer one. */
const preferences: readonly (readonly [why: string, difference: (one: Finding, other: Finding) => number])[] =
  [
    [
      'the other statement is corrected',
      (one, other) => Number(one.isCorrection) - Number(other.isCorrection),
    ],
    [
      'the other number is the former one',
      (one, other) => Number(isAfter(one, other)) - Number(isAfter(other, one)),
    ],
    ['the other source is older', later],
    [
      'the subject itself says how it is today',
      (one, other) => Number(isOwnToday(one, other)) - Number(isOwnToday(other, one)),
    ],
    [
      'the other statement only implies something else',
      (one, other) => (one.isLasting ? 0 : one.strength - other.strength),
    ],
  ]

function later(one: Finding, other: Finding): number {
  if (one.at === null || other.at === null || one.isLasting || one.source.page === other.source.page) return 0
  const apart = one.at - other.at
  if (Math.abs(apart) < 30 * day) return 0
  const isOfNumbers = numeric.has(one.rule) && numeric.has(other.rule)
  const [newer, older] = apart > 0 ? [one, other] : [other, one]
  const isMuchLater = Math.abs(apart) > muchLater && newer.source.page.document.publishedAt !== null
  return isOfNumbers && !isMuchLater && !saysWhen(newer, older) ? 0 : apart
}
/** A report that was written so long after the other page was seen did not copy from it. */
const muchLater = 270 * day

const formerNumber =
  /(?<!\p{L})(?:from|after|against|compared (?:with|to)|instead of|rather than|von|statt|contre)\s(?:about |around |some |the previous |rund )?(\d[\d.,]*\d|\d)/giu

/** “Now 312, up from 265 last October”: the 265 of another page is what it was before. */
export function isAfter(one: Finding, other: Finding): boolean {
  if (!numeric.has(one.rule) || !numeric.has(other.rule)) return false
  const numbers: readonly string[] = textOf(other).match(/\d[\d.,]*\d|\d/g) ?? []
  return [...textOf(one).matchAll(formerNumber)].some(([, former = '']) => numbers.includes(former))
}

const textOf = ({ source, quote }: Finding): string => source.page.document.text.slice(quote.start, quote.end)

const ofToday =
  /(?<!\p{L})(?:now|today|currently|at present|meanwhile|since|recently|latest|grown|risen|rose|grew|fell|fallen|bring(?:s|ing)?|brought|doubled|tripled|jetzt|heute|derzeit|inzwischen|seit|aktuell|désormais|aujourd['’]hui|actuellement|depuis)(?!\p{L})/iu

/** “Today we are 64 people”, and an entry that nobody dated gives 38. */
const isOwnToday = (one: Finding, other: Finding): boolean =>
  numeric.has(one.rule) &&
  numeric.has(other.rule) &&
  one.source.about.isOwnPage &&
  !other.source.about.isOwnPage &&
  other.at === null &&
  /(?<!\p{L})(?:today|now|currently|heute|derzeit|aujourd['’]hui)(?!\p{L})/iu.test(textOf(one))

/** Numbers are rounded, and copied for years: that of a newer page is the newer one where its words say so. */
function saysWhen(newer: Finding, older: Finding): boolean {
  const written = new Date(older.at ?? 0).getUTCFullYear()
  // What has been so since long before the other page was written is no change.
  const said = textOf(newer).replaceAll(
    /(?:since|seit|depuis) (?:\p{L}+ )?((?:19|20)\d\d)(?!\d)/giu,
    (words, year) => (Number(year) < written ? '' : words),
  )
  return newer.at !== asOf(newer.source) || ofToday.test(said) || asWritten.test(textOf(older))
}

/** Who says of when a number is knows that it will change. */
const asWritten = /(?<!\p{L})(?:as (?:of|at|we write)|at the time of writing|stand:?|à la date du)(?!\p{L})/iu

const best = (findings: readonly Finding[], verdict: Finding['verdict']): Finding | undefined =>
  findings
    .filter((finding) => finding.verdict === verdict)
    .toSorted((one, other) => weight(other) - weight(one))[0]

const weight = ({ strength, isCorrection, source, at }: Finding): number =>
  strength * 10 +
  Number(isCorrection) * 5 +
  Number(source.about.isOwnPage) * 3 +
  (at === null ? 0 : at / 1e13)

/** One quote, and a second one from another page where there is one. */
function agreeing(findings: readonly Finding[], believed: Finding): Finding[] {
  const other = findings.find(
    ({ verdict, source }) => verdict === believed.verdict && source.page !== believed.source.page,
  )
  return other ? [believed, other] : [believed]
}
