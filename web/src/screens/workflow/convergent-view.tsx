import type { CSSProperties } from 'react'
import type { OpenPage } from '../../parts/report.tsx'
import { plural } from '../../parts/words.ts'
import { ItemLink } from './item-link.tsx'
import { ItemTable } from './item-table.tsx'
import type { ConvergentResult } from './results.ts'

/** What several wordings agree on, how much they overlap, and what only one of them found. */
export function ConvergentView({ result, openPage }: { result: ConvergentResult; openPage: OpenPage }) {
  const { queries = [], intersection = [], unique = [], overlapMatrix, failedQueries = [] } = result
  if (!overlapMatrix) return null
  const numberOf = (query: string) => queries.indexOf(query) + 1
  return (
    <div className="stack">
      {failedQueries.map(({ query, reason }) => (
        <p key={query} className="notice unsure">
          “{query}” could not be used: {reason}
        </p>
      ))}
      <OverlapMatrix queries={queries} matrix={overlapMatrix} />
      <h2>Found by more than one</h2>
      {intersection.length === 0 ? (
        <p className="empty quiet">
          The wordings agree on nothing. Each may be too narrow: ask for more, or put them more alike.
        </p>
      ) : (
        <ItemTable
          label="Found by more than one"
          items={intersection.map(({ item }) => item)}
          asked={[]}
          openPage={openPage}
          extra={{
            title: 'Found by',
            cell(_, index) {
              const { foundInQueries = [], confidence = 0 } = intersection[index] ?? {}
              return (
                <span className="found-by">
                  {foundInQueries.map((query) => (
                    <span key={query} className="number-chip" title={query}>
                      {numberOf(query)}
                    </span>
                  ))}
                  <span className="quiet small">{Math.round(confidence * 100)} %</span>
                </span>
              )
            },
          }}
        />
      )}
      <h2>Found by one alone</h2>
      <div className="columns">
        {unique.map(({ query, items }) => (
          <section key={query} className="side">
            <h3>
              <span className="number-chip">{numberOf(query)}</span> {query}
            </h3>
            {items.length === 0 && <p className="quiet small">Nothing that no other found.</p>}
            <ul className="item-list">
              {items.map((item) => (
                <li key={item.id}>
                  <ItemLink item={item} openPage={openPage} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

/** How many things each two wordings have in common; on the diagonal, how many each found. */
function OverlapMatrix({
  queries,
  matrix,
}: {
  queries: readonly string[]
  matrix: readonly (readonly number[])[]
}) {
  const most = Math.max(1, ...matrix.flat())
  return (
    <div className="table-scroll" role="region" aria-label="Overlap" tabIndex={0}>
      <table className="overlap">
        <caption>
          How much they overlap <span className="quiet">in things found</span>
        </caption>
        <thead>
          <tr>
            <td />
            {queries.map((query, at) => (
              <th key={query} scope="col" title={query}>
                <span className="number-chip">{at + 1}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queries.map((query, row) => (
            <tr key={query}>
              <th scope="row">
                <span className="number-chip">{row + 1}</span> {query}
              </th>
              {queries.map((other, column) => {
                const count = matrix[row]?.[column] ?? 0
                return (
                  <td
                    key={other}
                    className={row === column ? 'own' : ''}
                    style={{ '--share': count / most } as CSSProperties}
                    title={
                      row === column
                        ? `${plural(count, 'thing')} found`
                        : `${plural(count, 'thing')} found by both`
                    }
                  >
                    {count}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
