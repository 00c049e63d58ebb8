import type { Condition } from './condition.ts'
import type { Finding, Rule } from './finding.ts'
import { meaningsOf } from './mentions.ts'
import type { Statement } from './page-text.ts'
import { dropsQualifier } from './qualifiers.ts'
import { hasConcept } from './verbs.ts'

/** They find the words of a condition, and not those that count or narrow it. */
const byWords: ReadonlySet<Rule> = new Set(['stated', 'stated-above', 'topic'])

/** Whether a finding stands, seen beside what the page says around it. */
export const stands = (finding: Finding, condition: Condition): boolean =>
  !isTooLittle(finding, condition) && !isOvertaken(finding, condition)

function isTooLittle(finding: Finding, { text, isReport }: Condition): boolean {
  if (finding.verdict === 'no' || isReport || !byWords.has(finding.rule)) return false
  const { source, quote } = finding
  const heading = statementOf(finding)?.heading?.text ?? ''
  return dropsQualifier(text, `${heading} ${source.page.document.text.slice(quote.start, quote.end)}`)
}

/** “The company had 31 employees. 19 of them were made redundant”: how many there are now is not said. */
function isOvertaken(finding: Finding, condition: Condition): boolean {
  const { comparison, mode, window } = condition
  const isStaff = hasConcept(condition, ['employee', 'employ'])
  if (comparison === null || mode !== 'state' || window !== null || !isStaff) return false
  const told = statementOf(finding)
  if (!told || told.kind !== 'sentence') return false
  const { page, about } = finding.source
  return page.statements.some(
    (statement) =>
      statement.block === told.block &&
      statement.start > told.start &&
      about.of(statement) !== 'other' &&
      tellsOfLeaving(statement),
  )
}

const leaving =
  /(?<!\p{L})(?:made redundant|let go|dismissed|(?:has|have) (?:since )?(?:left|been retained)|entlassen|licenciée?s?)(?!\p{L})/iu

const tellsOfLeaving = (statement: Statement): boolean =>
  leaving.test(statement.text) ||
  meaningsOf(statement).some(({ concept }) => concept === 'layoff' || concept === 'redundancy')

const statementOf = ({ source, quote }: Finding): Statement | undefined =>
  source.page.statements.find(({ start, end }) => start <= quote.start && end > quote.start)
