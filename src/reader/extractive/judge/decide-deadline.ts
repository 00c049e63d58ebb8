import type { Moment } from '../values/moments.ts'
import type { Condition, Window } from './condition.ts'
import { asOf, quoteOf, type Finding, type Source } from './finding.ts'
import { momentsOf } from './mentions.ts'
import type { Statement } from './page-text.ts'
import { durationOf } from './window.ts'

/** What is handed in or signed up for by a day, and how pages name it. */
const matters: readonly (readonly [asked: string, said: RegExp])[] = [
  ['registrations?', /(?<!\p{L})(?:registration|register|sign(?:ing)?[- ]?up)/iu],
  ['applications?', /(?<!\p{L})(?:application|apply|applicants)/iu],
  ['abstracts?(?: submissions?)?', /(?<!\p{L})abstracts?(?!\p{L})/iu],
  ['submissions?|papers|proposals', /(?<!\p{L})(?:submissions?|submit|papers|proposals|call for)(?!\p{L})/iu],
  ['entries', /(?<!\p{L})(?:entry|entries|enter)(?!\p{L})/iu],
  ['nominations?', /(?<!\p{L})nominat/iu],
  ['bids|tenders', /(?<!\p{L})(?:bids?|tenders?)(?!\p{L})/iu],
]
const asked = matters.map(
  ([words, said]) =>
    [
      new RegExp(
        String.raw`^(?:(?:(?:call|invitation) for |\p{L}+ )?(?:${words}) (?:(?:is |are )?(?:still |currently )?open|(?:can|may) still be (?:submitted|made|sent|handed in)|still (?:possible|accepted))|(?:is |are )?(?:still |currently )?(?:accept(?:s|ing)|tak(?:es|ing)|open (?:for|to)) (?:\p{L}+ )?(?:${words}))$`,
        'iu',
      ),
      said,
    ] as const,
)
/** Fees for those who come early or late have days of their own. */
const ofFee = /(?<!\p{L})(?:early|late|fees?|discount|refunds?|on-?site|notif\p{L}+)(?!\p{L})/iu
const closing =
  /(?<!\p{L})(?:clos(?:es?|ed|ing)|deadlines?|until|till|by|due|ends?|ended|last day|at the latest|extended to)(?!\p{L})/iu
const opening =
  /(?<!\p{L})(?:opens?|open from|from|starts?|begins?|closed (?:until|till)|not (?:open )?(?:until|before)|reopens?)\s(?:on\s|in\s)?(?:\p{L}+day,? )?$/iu

/** What a condition asks about, where it asks whether one may still register, apply or hand something in. */
export function matterOf({ text, window }: Condition): RegExp | null {
  // “Accepts applications until May” asks for the day itself.
  if (window?.from === null) return null
  const timeless = window ? text.replace(window.text, ' ').replaceAll(/\s+/g, ' ').trim() : text
  return asked.find(([pattern]) => pattern.test(timeless))?.[1] ?? null
}

/**
 * “Registration closes on 30 June”: open until then, and closed from then on. A day that was put off is the later one.
 * Who asks for a time asks whether it is open when that begins, or some day of it.
 */
export function decideDeadline(matter: RegExp, window: Window | null, source: Source, now: Date): Finding[] {
  const told = source.page.statements.flatMap((statement) => {
    const about = source.about.of(statement)
    if (about === 'other' || (about === 'unknown' && !source.about.isAboutSubject)) return []
    const named = `${isShort(statement) ? (statement.heading?.text ?? '') : ''} ${statement.text}`
    if (!matter.test(named) || !closing.test(named) || ofFee.test(statement.text)) return []
    return momentsOf(statement, source.page)
      .filter(({ date, isRough }) => date.length >= 7 && !isRough)
      .map((moment) => ({ statement, moment, isOpening: opening.test(before(statement, moment)) }))
  })
  const from = window?.from ?? now.getTime()
  const opens = told.find(
    ({ moment, isOpening }) =>
      isOpening && durationOf(moment.date).from >= (window ? (window.to ?? Infinity) : from),
  )
  const [last] = told
    .filter(({ isOpening }) => !isOpening)
    .toSorted((a, b) => durationOf(b.moment.date).to - durationOf(a.moment.date).to)
  const deciding = opens ?? last
  if (!deciding) return []
  const isOpen = !opens && durationOf(deciding.moment.date).to > from
  const { start, end } = deciding.moment
  return [
    {
      verdict: isOpen ? 'yes' : 'no',
      rule: 'date',
      source,
      quote: quoteOf(deciding.statement, deciding.moment),
      why: `the page gives ${source.page.document.text.slice(start, end)}, which is ${isOpen ? 'not over' : opens ? 'still to come' : 'over'}${window ? ` ${window.text}` : ''}`,
      at: asOf(source),
      strength: 3,
      isCorrection: false,
      isLasting: false,
    },
  ]
}

const isShort = ({ text, kind }: Statement): boolean => kind === 'row' || text.length < 80

const before = ({ text, start }: Statement, moment: Moment): string => text.slice(0, moment.start - start)
