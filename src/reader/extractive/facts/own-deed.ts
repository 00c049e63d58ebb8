import type { Ask } from './ask.ts'
import type { Site } from './match.ts'
import { termsOf } from './terms.ts'

/** What is done at a time, and what each of them is not. */
const deeds = [
  'opened',
  'closed',
  'founded',
  'acquisition',
  'joined',
  'retired',
  'born',
  'release',
  'retraction',
  'submission',
  'publication',
]

/** What was handed in is not out yet, and what was opened is not closed. */
const contrary: Readonly<Record<string, string>> = {
  submission: 'publication',
  opened: 'closed',
  closed: 'opened',
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** “Opened in 2017, was closed in June 2023”: each date is that of the deed beside it. Below 1 for that of another. */
export function ownDeed({ concepts }: Ask, { piece, start, end, rivals }: Site): number {
  const asked = deeds.filter((deed) => concepts.has(deed))
  if (asked.length === 0) return 1
  const { text } = piece.plain
  const dates = [...rivals, { start, end }]
  const isAsked = (date: Stretch): boolean =>
    deedsBeside(text, date, dates).some((deed) => asked.includes(deed))
  const own = deedsBeside(text, { start, end }, dates)
  if (own.length === 0 || isAsked({ start, end })) return 1
  const isContrary = own.some((deed) => asked.some((one) => contrary[deed] === one))
  return isContrary || rivals.some(isAsked) ? 0.5 : 1
}

/** The deeds that a text names beside a date: in its part of the sentence, and not beyond another date. */
function deedsBeside(text: string, { start, end }: Stretch, dates: readonly Stretch[]): string[] {
  const from = Math.max(
    0,
    text.lastIndexOf(',', start) + 1,
    ...dates.map((one) => one.end).filter((at) => at <= start),
  )
  const next = text.slice(end).search(/[,;]|\s(?:and|und|et)\s/u)
  const to = Math.min(
    next < 0 ? text.length : end + next,
    ...dates.map((one) => one.start).filter((at) => at >= end),
  )
  const { hits } = termsOf(`${text.slice(from, start)} ${text.slice(end, to)}`)
  return hits
    .filter(({ concept, isWeak }) => !isWeak && deeds.includes(concept))
    .map(({ concept }) => concept)
}
