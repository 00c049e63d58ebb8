import { compare, isSameMeasure } from './comparison.ts'
import type { Condition, Slot } from './condition.ts'
import { asOf, quoteOf, type Finding, type Source } from './finding.ts'
import { occurrencesOf } from './match.ts'
import { quantitiesOf } from './mentions.ts'
import { noCell, yesCell } from './meant.ts'
import type { Cell, Statement } from './page-text.ts'
import { tokensOf } from './tokens.ts'

const planWord = /(?<!\p{L})(?:plan|tier|package|edition|version|ticket|tarif|formule|paket)s?(?!\p{L})/iu
const priceWord =
  /(?<!\p{L})(?:price|costs?|fee|per (?:user|month|seat|year|person)|monthly|yearly|preis|kosten|prix|tarif)(?!\p{L})/iu

/**
 * “Single sign-on in the Team plan”, “the Team plan costs less than $20”: a table with a column for each plan answers
 * by the cell where its row and its column meet.
 */
export function decideCell(condition: Condition, source: Source): Finding[] {
  const { text, mode, window, comparison } = condition
  if (asksForFree.test(text) && source.about.isAboutSubject) return decideFree(text, source)
  if (mode === 'plan' || window !== null || !planWord.test(text) || !source.about.isAboutSubject) return []
  for (const statement of source.page.statements) {
    if (statement.kind !== 'row' || statement.header.length !== statement.cells.length) continue
    const column = columnNamed(text, statement)
    const [label] = statement.cells
    const cell = column === null ? undefined : statement.cells[column]
    if (column === null || !label || !cell || label.text === '' || cell === label) continue
    const isPrice = comparison !== null && comparison.currency !== null && priceWord.test(label.text)
    if (!isPrice && !isAskedBy(label, condition, statement.header[column] ?? '')) continue
    const verdict = verdictOf(cell, statement, condition, source)
    if (verdict === null) continue
    return [
      {
        verdict,
        rule: 'cell',
        source,
        quote: quoteOf(statement, cell),
        why: `the table gives ${cell.text} under ${statement.header[column] ?? ''} for “${text}”`,
        at: asOf(source),
        strength: 3,
        isCorrection: false,
        isLasting: false,
      },
    ]
  }
  return []
}

const asksForFree =
  /^(?:(?:has|offers|provides|includes|comes with|comes in|there is) )?(?:an? |at least one )?(?:permanently |entirely )?free (?:plan|tier|version|edition|option|subscription)s?$/iu
const nothing =
  /^(?:[€$£]\s?0(?:[.,]0+)?|0(?:[.,]0+)?\s?(?:[€$£]|EUR|USD|GBP|CHF|Euro)|free|kostenlos|gratis|gratuit)(?:\s?(?:\/|per|pro|par)\s?\p{L}+)?$/iu

/** A column that costs nothing is a free plan, whatever it is called. */
function decideFree(text: string, source: Source): Finding[] {
  for (const statement of source.page.statements) {
    const [label, ...cells] = statement.kind === 'row' ? statement.cells : []
    if (!label || cells.length < 2 || !priceWord.test(label.text)) continue
    const cell = cells.find((one) => nothing.test(one.text.trim()))
    const head = cell && statement.header[statement.cells.indexOf(cell)]
    if (!cell || /(?<!\p{L})(?:trial|test)/iu.test(head ?? '')) continue
    return [
      {
        verdict: 'yes',
        rule: 'convention',
        source,
        quote: quoteOf(statement, cell),
        why: `the table gives ${cell.text} under ${head ?? ''} for “${text}”`,
        at: asOf(source),
        strength: 3,
        isCorrection: false,
        isLasting: false,
      },
    ]
  }
  return []
}

/** The only column whose heading the criterion names. */
function columnNamed(text: string, { header }: Statement): number | null {
  const asked = new Set(tokensOf(text).map(({ word }) => word))
  const named = header.flatMap((head, at) => {
    const words = tokensOf(head).map(({ word }) => word)
    return at > 0 && words.length > 0 && words.every((word) => asked.has(word)) ? [at] : []
  })
  return named.length === 1 ? (named[0] ?? null) : null
}

/** Everything that is asked for, but for the name of the plan, stands in the row's label. */
function isAskedBy(label: Cell, { slots }: Condition, head: string): boolean {
  const holder = { tokens: tokensOf(label.text), text: label.text, start: 0 }
  const heads = new Set(tokensOf(head).map(({ stem }) => stem))
  const rest = slots.filter(
    (slot: Slot) => !slot.stems.some((stem) => heads.has(stem)) && !planWord.test(slot.text) && !slot.isVerb,
  )
  return rest.length > 0 && rest.every((slot) => occurrencesOf(holder, slot).length > 0)
}

function verdictOf(
  cell: Cell,
  statement: Statement,
  { comparison }: Condition,
  source: Source,
): 'yes' | 'no' | null {
  if (comparison === null) return yesCell.test(cell.text) ? 'yes' : noCell.test(cell.text) ? 'no' : null
  const [only, ...others] = quantitiesOf(statement, source.page).filter(
    (quantity) =>
      quantity.start >= cell.start && quantity.end <= cell.end && isSameMeasure(quantity, comparison),
  )
  const fits = only && others.length === 0 ? compare(only, comparison) : null
  return fits === null ? null : fits ? 'yes' : 'no'
}
