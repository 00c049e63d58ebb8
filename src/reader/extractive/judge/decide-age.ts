import type { Window } from './condition.ts'
import { quoteOf, type Finding, type Source } from './finding.ts'
import { momentsOf } from './mentions.ts'
import type { Statement } from './page-text.ts'
import { durationOf, fallsIn } from './window.ts'

/** “The 44-year-old told …”: whom the page is about, unless a name or a thing follows. */
const yearsOld =
  /(?<!\p{L})the (?<years>\d{2})-year-old(?=[,.;]|$|\s(?:who|has|had|is|was|will|told|said|says|took|takes|\p{Ll}+ed|joined|leads|led|lives|plans|founded|started|became|runs|studied|works|worked)(?!\p{L}))/iu

/** Ages tell when somebody was born, give or take the months since the last birthday. */
export function decideAge(window: Window, source: Source): Finding[] {
  const written = source.page.document.publishedAt
  if (!written) return []
  return source.page.statements.flatMap((statement): Finding[] => {
    const found = source.about.of(statement) === 'own' ? ageIn(statement, source, written) : null
    if (!found) return []
    const isIn = fallsIn({ from: before(written, found.years + 1), to: before(written, found.years) }, window)
    if (isIn === null) return []
    return [
      {
        verdict: isIn ? 'yes' : 'no',
        rule: 'date',
        source,
        quote: quoteOf(statement, found),
        why: `the page gives an age of ${found.years}, which is ${isIn ? '' : 'not '}${window.text}`,
        at: written.getTime(),
        strength: 3,
        isCorrection: false,
        isLasting: true,
      },
    ]
  })
}

function ageIn(
  statement: Statement,
  { about: { names }, page }: Source,
  written: Date,
): { readonly years: number; readonly start: number; readonly end: number } | null {
  const { text, start } = statement
  // “In 2009, the 22-year-old moved to Berlin”, “then 31”.
  const isOfThen =
    /(?<!\p{L})(?:then|aged|was|were)(?!\p{L})/iu.test(text) ||
    momentsOf(statement, page).some(({ date }) => durationOf(date).to < before(written, 1))
  if (isOfThen) return null
  const named =
    names &&
    new RegExp(
      `${names.source}(?:, (?<bare>\\d{2})(?=,)| \\((?<bracketed>\\d{2})\\)| is (?<told>\\d{2})(?: years old)?(?=[.,;]|$| and ))`,
      'u',
    ).exec(text)
  const found = named ?? yearsOld.exec(text)
  if (!found) return null
  const { bare, bracketed, told, years } = found.groups ?? {}
  return {
    years: Number(bare ?? bracketed ?? told ?? years),
    start: start + found.index,
    end: start + found.index + found[0].length,
  }
}

function before(day: Date, years: number): number {
  const back = new Date(day)
  back.setUTCFullYear(back.getUTCFullYear() - years)
  return back.getTime()
}
