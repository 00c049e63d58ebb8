import type { Fact } from '../facts/index.ts'
import type { Aboutness } from './about.ts'
import type { Stretch } from './match.ts'
import type { PageText, Statement } from './page-text.ts'

/** A page, and how far it speaks of the subject. */
export interface Source {
  readonly page: PageText
  readonly about: Aboutness
}

/** How something was found out; confidence is calibrated for each. */
export type Rule =
  | 'number'
  | 'place'
  | 'place-implied'
  | 'date'
  | 'language'
  | 'stated'
  | 'stated-above'
  | 'denied'
  | 'denied-core'
  | 'ended'
  | 'former'
  | 'planned'
  | 'opposite'
  | 'answered'
  | 'topic'
  | 'entailed'
  | 'opening'
  | 'fact'
  | 'field'
  | 'cell'
  | 'growth'
  | 'convention'

/** A statement that speaks for or against a condition. */
export interface Finding {
  readonly verdict: 'yes' | 'no'
  readonly rule: Rule
  readonly source: Source
  readonly quote: Stretch
  /** What was found and how it compares, as a part of a sentence. */
  readonly why: string
  /** When it was so, in milliseconds, where the page says; else null. */
  readonly at: number | null
  /** How plainly it is said, from 1 to 3. */
  readonly strength: number
  /** It sets something else right, or says that something has changed. */
  readonly isCorrection: boolean
  /** Once true it stays true: the later of two sources is not the better one. */
  readonly isLasting: boolean
}

/** When a page speaks: when it was published; the subject's own pages speak of today. */
export const asOf = ({ page, about }: Source): number | null =>
  (page.document.publishedAt ?? (about.isOwnPage ? page.document.fetchedAt : null))?.getTime() ?? null

/** The part of a page that is quoted for a finding: the whole statement, unless it is very long. */
export function quoteOf(statement: Statement, { start, end }: Stretch): Stretch {
  const longest = 400
  if (statement.end - statement.start <= longest) return { start: statement.start, end: statement.end }
  const from = Math.max(statement.start, Math.min(start, end - longest / 2))
  const to = Math.min(statement.end, Math.max(end, from + longest / 2))
  // Words are not cut.
  const text = statement.text
  let left = from - statement.start
  let right = to - statement.start
  while (left > 0 && /\S/.test(text[left - 1] ?? ' ')) left--
  while (right < text.length && /\S/.test(text[right] ?? ' ')) right++
  return { start: statement.start + left, end: statement.start + right }
}

const longestQuote = 500

/** What says both, where they stand near each other. */
export function bothOf(one: Fact, other: Fact): Stretch | null {
  if (one.source !== other.source) return null
  const start = Math.min(one.piece.whole.start, other.piece.whole.start)
  const end = Math.max(one.piece.whole.end, other.piece.whole.end)
  return end - start <= longestQuote ? { start, end } : null
}
