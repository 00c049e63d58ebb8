import type { Condition } from './condition.ts'
import { grammarWords } from './light-words.ts'
import type { Stretch } from './match.ts'
import type { Statement } from './page-text.ts'

const kindText =
  /^(?:is|are|ist|sind|est|sont) (?:an?|ein|eine|une?) |(?:company|firm|business|start-?up|group|organi[sz]ation|manufacturer|maker|provider|supplier|agency|brand|retailer|bank|school|university|hospital|museum|trial|study|review|unternehmen|firma|hersteller|entreprise|société)$/iu
const person = /^(?:\p{L}+[ -]){0,3}\p{L}*(?:er|or|ist|ian|ant|eur|professor|fellow|attorney)$/iu

/** “Is a bank”, “law firm”, “qualified lawyer”: what the subject is, not what it has, does or has to do with. */
export const asksForKind = ({ text, slots, window, comparison, isReport }: Condition): boolean =>
  window === null &&
  comparison === null &&
  !isReport &&
  slots.length > 0 &&
  slots.every(({ isName, isVerb }) => !isName && (!isVerb || slots.length === 1)) &&
  new Set(slots.filter(({ place }) => place === null).map(({ group }) => group)).size === 1 &&
  !/^(?:has|have|offers?|provides?|hat|bietet|a|propose) | (?:of|for|at|from|by|with|to|in) /iu.test(text) &&
  (kindText.test(text) || person.test(text))

/** Words that lead to another than the subject: “software for banks”, “founded by a teacher”. */
const leading = new Set(
  'for to of by with from between among than like unlike against including include includes serves serve helps help supplies supply für von mit bei aus zwischen pour par avec chez entre'.split(
    ' ',
  ),
)
/** Whose “of” leads to what the subject is known by: “a maker of pumps”, “professor of law”. */
const known =
  /(?:er|ers|or|ors|provider|producer|retailer|professor|chair|school|department|faculty|institute|kind|type|form|team|group|family)$/u
const between = new Set(
  'and or und oder et ou a an the one two three four five several many some other its their our'.split(' '),
)

/** Whether what was found is said of somebody or something else that the statement leads to. */
export function isOfAnother(statement: Statement, found: readonly (Stretch | null)[]): boolean {
  const last = found.findLast((one) => one !== null)
  if (!last || statement.kind === 'row') return false
  const { tokens } = statement
  let at = tokens.findIndex(({ start }) => start >= last.start) - 1
  // Back over what describes it and what is listed with it.
  for (let steps = 0; at >= 0 && steps < 6; at--, steps++) {
    const { word, isNumber } = tokens[at] ?? { word: '', isNumber: false }
    // “We included 38 trials”: of which the subject is none.
    if (isNumber) return true
    if (leading.has(word)) return !(word === 'of' && known.test(tokens[at - 1]?.word ?? ''))
    if ((grammarWords.has(word) && !between.has(word)) || endsClause(statement, at)) return false
  }
  return false
}

/** “Retirement from teaching”, “available for teaching”: a deed that something else leads to, and that nobody does. */
export const isDeedOfAnother = (
  { slots }: Condition,
  statement: Statement,
  found: readonly (Stretch | null)[],
): boolean =>
  slots.length === 1 &&
  slots[0]?.isVerb === true &&
  found.some(
    (one) =>
      one !== null &&
      /ing$/iu.test(statement.text.slice(one.start - statement.start, one.end - statement.start)),
  ) &&
  isOfAnother(statement, found)

const endsClause = ({ text, start, tokens }: Statement, at: number): boolean =>
  /[.;:!?()–—|]/.test(
    text.slice((tokens[at]?.end ?? start) - start, (tokens[at + 1]?.start ?? start) - start),
  )

const others =
  /^\P{L}*(?:(?:our|its|their|the|current|unsere|nos|les) )*(?<who>customers|clients|users|competitors|suppliers|backers|investors|kunden|investoren|concurrents|investisseurs) (?:include|are|come|range|sind|sont|comprennent)/iu

/** “Our customers include three law firms”: says what others are, unless it is they who are asked for. */
export const tellsOfOthers = (statement: Statement, found: readonly (Stretch | null)[]): boolean => {
  const told = others.exec(statement.text)
  const who = told?.groups?.['who']
  if (!told || who === undefined) return false
  const end = statement.start + told[0].lastIndexOf(who) + who.length
  return !found.some((one) => one === null || one.start < end)
}
