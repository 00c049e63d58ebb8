import type { Moment } from '../values/moments.ts'
import { clausesAround } from './clauses.ts'
import type { Window } from './condition.ts'
import type { Source } from './finding.ts'
import type { Match, Stretch } from './match.ts'
import { momentsOf } from './mentions.ts'
import type { PageText, Statement } from './page-text.ts'
import { durationOf, inWindow } from './window.ts'

/** The dates that stand nearest: those of the same clause, or else of the statement. */
export function momentsNear(statement: Statement, at: Stretch, page: PageText): readonly Moment[] {
  const moments = momentsOf(statement, page).filter(({ isRough }) => !isRough)
  const clause = clausesAround(statement, at.start, at.end)
  const near = moments.filter(({ start, end }) => start >= clause.start - 1 && end <= clause.end + 1)
  return near.length > 0 ? near : moments
}

/** Of several dates the one that stands closest is meant. */
function nearestOf(moments: readonly Moment[], { start, end }: Stretch): readonly Moment[] {
  const gap = (moment: Moment) => Math.max(0, moment.start - end, start - moment.end)
  const least = Math.min(...moments.map(gap))
  return moments.filter((moment) => gap(moment) <= least + 2)
}

const yearSpan = /(?:19|20)\d\d\s?(?:to|until|till|bis|à|–|-)\s?(?:\p{L}+ )?((?:19|20)\d\d)(?!\d)/iu

/** “From 2019 to 2022”, “2016–2021 | senior engineer”: what a match tells of lasted until then. */
export function isPastSpan({ statement, start, end }: Match, now: Date): boolean {
  const clause = clausesAround(statement, start, end)
  // A line of a list tells one thing: “2016 – 2021 Senior engineer, …”.
  const text =
    statement.kind === 'sentence'
      ? statement.text.slice(clause.start - statement.start, clause.end - statement.start)
      : statement.text
  const span = yearSpan.exec(text)
  return span !== null && Number(span[1]) < now.getUTCFullYear()
}

/** “Registration closes on 30 June”: not before then. What is closed until a day is closed now. */
export function isStillToCome({ statement, start, end }: Match, page: PageText, now: Date): boolean {
  const moments = momentsNear(statement, { start, end }, page)
  return (
    moments.length > 0 &&
    moments.every(
      (moment) =>
        durationOf(moment.date).from > now.getTime() &&
        !/(?:until|till|til|up to|bis|jusqu['’]\p{L}+)(?: the| zum| au)?\s$/iu.test(
          statement.text.slice(0, moment.start - statement.start),
        ),
    )
  )
}

const opensSpan =
  /(?:from|since|starting|as of|from the|seit|ab|vom|von|depuis|à partir de|dès)\s(?:\d{1,2} )?(?:the )?$/iu
const monthSpan =
  /(?:from|between|von|zwischen|de|d['’])\s(?:\d{1,2}\.? )?(\p{L}{3,9})\s(?:to|until|and|bis|und|à|au|et)\s$/iu
const months = 'jan|feb|m[aä]r|apr|ma[iy]|ju[ni]n?|jul|aug|sep|o[ck]t|nov|de[cz]'
  .split('|')
  .map((start) => new RegExp(`^(?:${start})`, 'i'))

/** Whether what a match tells of happened in the window, or lasted into it; null where the page does not say when. */
export function happenedIn(match: Match, window: Window, { page }: Source): boolean | null {
  const moments = nearestOf(momentsNear(match.statement, match, page), match)
  if (moments.length === 0) {
    const published = page.document.publishedAt
    // News are told when they happen.
    return published === null
      ? null
      : inWindow(published.toISOString().slice(0, 10), window) === true
        ? true
        : null
  }
  const within = moments.map((moment) => {
    const { start, date } = moment
    const before = match.statement.text.slice(0, start - match.statement.start)
    const time = durationOf(date)
    const first = monthSpan.exec(before)?.[1]
    const month = first === undefined ? -1 : months.findIndex((pattern) => pattern.test(first))
    const from = month >= 0 ? Date.UTC(Number(date.slice(0, 4)), month, 1) : null
    const isInside = (start: number, end: number) =>
      (window.to === null || start <= window.to - 1) && (window.from === null || end >= window.from)
    if (from !== null) return isInside(from, time.to - 1)
    if (opensSpan.test(before))
      return isInside(time.from, Infinity) && (window.to === null || time.from < window.to)
    return inWindow(date, window)
  })
  if (within.includes(true)) return true
  return within.every((one) => one === false) ? false : null
}
