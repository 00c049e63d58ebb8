import type { ReactNode } from 'react'
import type { OpenPage } from '../../parts/report.tsx'
import { ItemLink } from './item-link.tsx'
import type { FoundItem } from './results.ts'

interface Props {
  readonly label: string
  readonly items: readonly FoundItem[]
  /** Columns in the order in which they were asked for. */
  readonly asked: readonly string[]
  readonly openPage: OpenPage
  /** Beside what every item has. */
  readonly extra?: { readonly title: string; readonly cell: (item: FoundItem, index: number) => ReactNode }
}

/** Things with what was found out about each. */
export function ItemTable({ label, items, asked, openPage, extra }: Props) {
  const found = items.flatMap(({ enrichmentResults }) => Object.keys(enrichmentResults ?? {}))
  const columns = [...new Set([...asked.filter((column) => found.includes(column)), ...found])]
  const hasCriteria = items.some(({ satisfied }) => satisfied && satisfied.length > 0)
  return (
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {hasCriteria && <th scope="col">Meets</th>}
            {extra && <th scope="col">{extra.title}</th>}
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            <tr key={item.id}>
              <td>
                <ItemLink item={item} openPage={openPage} />
              </td>
              {columns.map((column) => (
                <td key={column}>
                  {item.enrichmentResults?.[column]?.join(', ') ?? <span className="quiet">not stated</span>}
                </td>
              ))}
              {hasCriteria && (
                <td>
                  <ul className="met">
                    {item.satisfied?.map((criterion) => (
                      <li key={criterion}>{criterion}</li>
                    ))}
                  </ul>
                </td>
              )}
              {extra && <td>{extra.cell(item, index)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
