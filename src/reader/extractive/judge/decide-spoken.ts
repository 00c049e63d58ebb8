import { takeComparison, compare } from './comparison.ts'
import { forceAt } from './clauses.ts'
import type { Condition } from './condition.ts'
import { asOf, quoteOf, type Finding, type Source } from './finding.ts'
import type { Statement } from './page-text.ts'

/** Languages by their names in English, German and French. */
const languages: readonly (readonly [code: string, names: RegExp])[] = (
  [
    ['en', 'english|englisch\\p{L}*|anglaise?'],
    ['de', 'german|deutsch\\p{L}*|allemande?'],
    ['fr', 'french|französisch\\p{L}*|française?'],
    ['es', 'spanish|spanisch\\p{L}*|espagnole?'],
    ['it', 'italian|italienisch\\p{L}*|italien(?:ne)?'],
    ['pt', 'portuguese|portugiesisch\\p{L}*|portugaise?'],
    ['nl', 'dutch|flemish|niederländisch\\p{L}*|néerlandaise?'],
    ['da', 'danish|dänisch\\p{L}*|danoise?'],
    ['sv', 'swedish|schwedisch\\p{L}*|suédoise?'],
    ['no', 'norwegian|norwegisch\\p{L}*|norvégien(?:ne)?'],
    ['fi', 'finnish|finnisch\\p{L}*|finnois'],
    ['pl', 'polish|polnisch\\p{L}*|polonaise?'],
    ['cs', 'czech|tschechisch\\p{L}*|tchèque'],
    ['ru', 'russian|russisch\\p{L}*|russe'],
    ['uk', 'ukrainian|ukrainisch\\p{L}*|ukrainien(?:ne)?'],
    ['tr', 'turkish|türkisch\\p{L}*|turc|turque'],
    ['ar', 'arabic|arabisch\\p{L}*|arabe'],
    ['he', 'hebrew|hebräisch\\p{L}*|hébreu'],
    ['zh', 'chinese|mandarin|cantonese|chinesisch\\p{L}*|chinoise?'],
    ['ja', 'japanese|japanisch\\p{L}*|japonaise?'],
    ['ko', 'korean|koreanisch\\p{L}*|coréen(?:ne)?'],
    ['hi', 'hindi'],
    ['el', 'greek|griechisch\\p{L}*|grec(?:que)?'],
    ['la', 'latin|lateinisch\\p{L}*|latein'],
    ['ga', 'irish|gaelic|irisch\\p{L}*|irlandais'],
    ['hu', 'hungarian|ungarisch\\p{L}*|hongrois'],
    ['ro', 'romanian|rumänisch\\p{L}*|roumain'],
    ['sw', 'swahili|kiswahili'],
    ['tw', 'twi|akan'],
    ['ig', 'igbo'],
    ['yo', 'yoruba'],
    ['zu', 'zulu'],
    ['vi', 'vietnamese'],
    ['th', 'thai'],
    ['fa', 'persian|farsi'],
    ['ca', 'catalan'],
  ] as const
).map(([code, names]) => [code, new RegExp(String.raw`(?<!\p{L})(?:${names})(?!\p{L})`, 'iu')])

const tongue =
  /(?<!\p{L})(?:speaks?|spoken|speaking|languages?|fluent(?:ly)?|native|translat\p{L}+|available in|written in|tours? in|lessons? in|taught|teach(?:es)?|talks? in|interface|sprachen?|spricht|sprechen|führung\p{L}*|verfügbar auf|unterricht\p{L}*|lehrt|parl\p{L}+|langues?|disponible en|enseign\p{L}+|visites?)(?!\p{L})/iu

const languagesIn = (text: string): ReadonlySet<string> =>
  new Set(languages.flatMap(([code, names]) => (names.test(text) ? [code] : [])))

/** Whether a condition asks for a language that is spoken, taught or offered, or for how many. */
export const asksForLanguage = ({ text, comparison }: Condition): boolean =>
  tongue.test(text) &&
  text.split(' ').length <= 7 &&
  (comparison === null
    ? languagesIn(text).size === 1
    : /(?<!\p{L})(?:languages|sprachen|langues)(?!\p{L})/iu.test(text))

/** Levels at which somebody speaks little. */
const little = /(?<!\p{L})(?:A1|A2|basic|beginner|grundkenntnisse|notions|débutante?)(?!\p{L})/iu
const nativeWord = /(?<!\p{L})(?:native|mother tongue|muttersprach\p{L}*|maternelle)(?!\p{L})/iu

/** Lists of languages: under a heading, behind a label, or in a sentence about speaking. */
export function decideSpoken(condition: Condition, source: Source): Finding[] {
  const lists = source.page.statements.filter((statement) => isList(statement, source))
  if (condition.comparison !== null) return counted(condition, lists, source)
  const [wanted] = languagesIn(condition.text)
  if (wanted === undefined) return []
  for (const statement of lists) {
    if (!languagesIn(statement.text).has(wanted)) continue
    const at = languages.find(([code]) => code === wanted)?.[1].exec(statement.text)
    if (!at) continue
    const start = statement.start + at.index
    const force = forceAt(statement, [{ start, end: start + at[0].length }])
    const rest = statement.text.slice(at.index, at.index + at[0].length + 24)
    if (
      force.denied === null ||
      force.mood === 'planned' ||
      force.mood === 'rumoured' ||
      force.mood === 'asked'
    )
      continue
    const isOver = force.denied || force.mood === 'ended'
    if (nativeWord.test(condition.text) && !nativeWord.test(rest)) {
      if (/(?<!\p{L})[ABC][12](?!\p{L})/u.test(rest)) return [finding(false, statement, source, condition)]
      continue
    }
    if (little.test(rest) && /fluent|fließend|couramment/iu.test(condition.text))
      return [finding(false, statement, source, condition)]
    return [finding(!isOver, statement, source, condition)]
  }
  return []
}

function counted(condition: Condition, lists: readonly Statement[], source: Source): Finding[] {
  const { comparison } = takeComparison(condition.text)
  if (comparison === null) return []
  const inSection = new Set(lists.flatMap(({ text }) => [...languagesIn(text)]))
  const [longest] = lists.toSorted((one, other) => languagesIn(other.text).size - languagesIn(one.text).size)
  if (!longest || inSection.size < 2) return []
  const many = inSection.size
  const fits = compare(
    {
      start: 0,
      end: 0,
      value: many,
      low: many,
      high: many,
      bound: 'exact',
      currency: null,
      unit: null,
      per: null,
      before: null,
      isFormer: false,
      mayBeYear: false,
    },
    comparison,
  )
  // More may be told elsewhere: too few on the page are not too few.
  return fits === true ? [finding(true, longest, source, condition)] : []
}

function isList(statement: Statement, { about }: Source): boolean {
  if (statement.kind === 'heading' || about.of(statement) === 'other') return false
  const named = languagesIn(statement.text)
  if (named.size === 0) return false
  return (
    /(?<!\p{L})(?:languages?|sprachen|langues)(?!\p{L})/iu.test(statement.heading?.text ?? '') ||
    (tongue.test(statement.text) && (named.size > 1 || statement.tokens.length < 25))
  )
}

const finding = (isSo: boolean, statement: Statement, source: Source, { text }: Condition): Finding => ({
  verdict: isSo ? 'yes' : 'no',
  rule: 'stated',
  source,
  quote: quoteOf(statement, statement),
  why: `the languages that the page names are ${isSo ? 'for' : 'against'} “${text}”`,
  at: asOf(source),
  strength: 2,
  isCorrection: false,
  isLasting: false,
})
