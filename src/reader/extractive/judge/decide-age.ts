import type { Window } from './condition.ts'
import { quoteOf, type Finding, type Source } from './finding.ts'
import type { Statement } from './page-text.ts'
import { fallsIn } from './window.ts'

/** “The 44-year-old told …”, “Ines Okafor, 44, …”: how old somebody was when the page was written. */
const yearsOld = /(?<![\d-])(?<years>\d{2})-year-old(?!s)/u
/** Somebody else's age, or that of a thing. */
const ofOther =
  /(?<!\p{L})(?:his|her|their|an?|another|my|our)\s$|^\s(?:\p{L}+\s)?(?:son|daughter|child|boy|girl|company|firm|business|building|house|plant|mill|machine|bridge|tree|vineyard|tradition|programme|program|project|agreement|contract|dispute|whisky|wine|cheese)(?!\p{L})/iu

/** Ages tell when somebody was born, give or take the months since the last birthday. */
export function decideAge(window: Window, source: Source): Finding[] {
  const written = source.page.document.publishedAt
  if (!written) return []
  return source.page.statements.flatMap((statement): Finding[] => {
    const found = source.about.of(statement) === 'own' ? ageIn(statement, source) : null
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
  { text, start }: Statement,
  { about: { names } }: Source,
): { readonly years: number; readonly start: number; readonly end: number } | null {
  const named = names && new RegExp(`${names.source}, (?<years>\\d{2})(?=,)`, 'u').exec(text)
  const told = named ?? yearsOld.exec(text)
  if (!told) return null
  const [from, to] = [told.index, told.index + told[0].length]
  if (!named && (ofOther.test(text.slice(0, from)) || ofOther.test(text.slice(to)))) return null
  return { years: Number(told.groups?.['years']), start: start + from, end: start + to }
}

function before(day: Date, years: number): number {
  const back = new Date(day)
  back.setUTCFullYear(back.getUTCFullYear() - years)
  return back.getTime()
}
