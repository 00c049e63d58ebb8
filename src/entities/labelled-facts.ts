import { fieldsOf, type Field } from './labels.ts'
import type { Line } from './prose.ts'
import type { StructuredData, Table } from './structured-data.ts'

/** A value that the page has put a label in front of. */
export interface Fact {
  readonly label: string
  readonly value: string
}

export type Facts = ReadonlyMap<Field, readonly Fact[]>

const longestValue = 300

/**
 * What the page says in infoboxes, definition lists and lines such as “Founded: 2014”, most deliberate first. Tables
 * that compare several things are left out: which row is the page's subject, nothing tells.
 */
export function labelledFacts(data: StructuredData, lines: readonly Line[]): Facts {
  const facts = new Map<Field, Fact[]>()
  const add = (label: string, value: string) => {
    if (value === '' || value.length > longestValue) return
    for (const field of fieldsOf(label)) {
      const known = facts.get(field) ?? []
      if (known.every((fact) => fact.value !== value)) facts.set(field, [...known, { label, value }])
    }
  }
  for (const { term, description } of data.definitions) add(term, description)
  for (const table of data.tables) for (const { label, value } of pairsOf(table)) add(label, value)
  for (const { label, value } of pairsInLines(lines)) add(label, value)
  return facts
}

function pairsOf({ caption, headers, rows }: Table): Fact[] {
  const [only, ...others] = rows
  if (headers.length > 2 && only && others.length === 0)
    return headers.map((label, column) => ({ label, value: only[column] ?? '' }))
  if (headers.length > 2 || rows.some((row) => row.length > 2)) return newestColumn(caption, headers, rows)
  const pairs = rows.map(([label = '', value = '']) => ({ label, value }))
  // Some pages make the first row of an infobox its header.
  const [label = '', value = ''] = headers
  return fieldsOf(value).length === 0 ? [{ label, value }, ...pairs] : pairs
}

/** Figures by year: a row per figure and a column per year. The newest year counts. */
function newestColumn(caption: string, headers: readonly string[], rows: Table['rows']): Fact[] {
  const years = headers
    .slice(1)
    .map((header) => Number(/^(?:FY ?)?((?:19|20)\d\d)$/.exec(header.trim())?.[1]))
  if (years.length === 0 || years.some(Number.isNaN)) return []
  const newest = years.indexOf(Math.max(...years))
  return rows.map(([label = '', ...cells]) => {
    // The unit of a whole table is that of its money, not of its people.
    const unit = unitOf(label) ?? (fieldsOf(label).includes('revenue') ? unitOf(caption) : null)
    const value = cells[newest] ?? ''
    return {
      label: label.replace(/,? in .*$/i, ''),
      value: unit ? `${unit.currency} ${value} ${unit.size}` : value,
    }
  })
}

/** “in € million”, “Mio. EUR”, “(in thousand USD)”. */
function unitOf(text: string): { currency: string; size: string } | null {
  const currency = /[€£$]|(?<!\p{L})(?:EUR|USD|GBP|CHF|euros?)(?!\p{L})/iu.exec(text)?.[0]
  const size =
    /(?<!\p{L})(?:k|thousand|tsd|m|mio|millions?|millionen|bn|mrd|billions?|milliarden)(?!\p{L})/iu.exec(
      text,
    )?.[0]
  return currency === undefined ? null : { currency: currency.replace(/^euros?$/i, 'EUR'), size: size ?? '' }
}

function* pairsInLines(lines: readonly Line[]): Generator<Fact> {
  const filled = lines.filter(({ kind }) => kind !== 'blank')
  for (const { kind, text } of filled) {
    if (kind === 'row') {
      const cells = text.split(' | ')
      if (cells.length === 2) yield { label: cells[0] ?? '', value: cells[1] ?? '' }
      continue
    }
    for (const part of text.length > 400 ? [] : text.split(/ [·•|] /)) {
      const pair = /^([\p{L}][^:]{1,58}?) ?: +(\S.*)$/u.exec(part)
      if (pair) yield { label: pair[1] ?? '', value: pair[2] ?? '' }
    }
  }
  yield* stackedPairs(filled)
}

/**
 * A label on a line of its own belongs to the value under it, or over it. One that has a figure on one side only
 * shows which way the page stacks them; where labels disagree, or none shows it, none is taken.
 */
function* stackedPairs(lines: readonly Line[]): Generator<Fact> {
  const labels = [...lines.keys()].filter(
    (at) => lines[at]?.kind !== 'row' && fieldsOf(lines[at]?.text ?? '').length > 0,
  )
  const figure = (at: number) => /\d/.test(valueAt(lines, at) ?? '')
  const under = labels.filter((at) => figure(at + 1) && !figure(at - 1)).length
  const over = labels.filter((at) => figure(at - 1) && !figure(at + 1)).length
  if ((under === 0) === (over === 0)) return
  for (const at of labels) {
    const value = valueAt(lines, under > 0 ? at + 1 : at - 1)
    if (value !== null) yield { label: lines[at]?.text ?? '', value }
  }
}

function valueAt(lines: readonly Line[], at: number): string | null {
  const line = lines[at]
  if (!line || line.kind === 'row' || line.text.length > 60 || /[:!?]$/.test(line.text)) return null
  return fieldsOf(line.text).length === 0 ? line.text : null
}
