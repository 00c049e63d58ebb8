import type { ReactNode } from 'react'
import type { AgentGrounding } from '../../../../src/contract/agent.ts'

type Json = Readonly<Record<string, unknown>>

interface Props {
  readonly value: Json
  readonly grounding: readonly AgentGrounding[]
  readonly chosen: string | undefined
  /** Values with evidence open it; `path` is the way to the value. */
  readonly choose: (path: string) => void
}

const asJson = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null

/** An object by a schema: its lists of things as tables, everything else as pairs of name and value. */
export function StructuredResult({ value, grounding, chosen, choose }: Props) {
  const grounded = new Map(grounding.map((one) => [one.field.replace(/^structured\./, ''), one]))
  const lists = Object.entries(value).flatMap(([name, one]) => {
    const rows = Array.isArray(one) ? one.map(asJson).filter((row) => row !== null) : []
    return rows.length > 0 ? [{ name, rows }] : []
  })
  const pairs = Object.entries(value).filter(([name]) => !lists.some((list) => list.name === name))
  const cell = (path: string, one: unknown) => (
    <Cell value={one} ground={grounded.get(path)} isChosen={chosen === path} choose={() => choose(path)} />
  )
  return (
    <div className="structured">
      {pairs.length > 0 && (
        <table className="data-table pairs">
          <tbody>
            {pairs.map(([name, one]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{cell(name, one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lists.map(({ name, rows }) => (
        <ListTable key={name} name={name} rows={rows} cell={cell} />
      ))}
    </div>
  )
}

function ListTable({
  name,
  rows,
  cell,
}: {
  name: string
  rows: readonly Json[]
  cell: (path: string, value: unknown) => ReactNode
}) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return (
    <div className="table-scroll" role="region" aria-label={name} tabIndex={0}>
      <table className="data-table">
        <caption>
          {name} <span className="quiet">{rows.length}</span>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>{cell(`${name}[${index}].${column}`, row[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps {
  readonly value: unknown
  readonly ground: AgentGrounding | undefined
  readonly isChosen: boolean
  readonly choose: () => void
}

function Cell({ value, ground, isChosen, choose }: CellProps) {
  const text = inWords(value)
  if (text === null) return <span className="quiet">not stated</span>
  if (!ground || ground.citations.length === 0) return text
  return (
    <button
      type="button"
      className="grounded"
      aria-pressed={isChosen}
      title={`${ground.confidence ?? 'Unknown'} confidence: show where it stands`}
      data-confidence={ground.confidence ?? 'low'}
      onClick={choose}
    >
      {text}
    </button>
  )
}

export function inWords(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((one) => inWords(one) ?? '–').join(', ')
  // Numbers are shown as they are: a year has no separators.
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
