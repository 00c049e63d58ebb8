import type { CsvTable, Role } from './read-csv.ts'

interface Props {
  readonly table: CsvTable
  readonly roles: readonly Role[]
  readonly change: (roles: readonly Role[]) => void
}

const labels: Readonly<Record<Role, string>> = {
  address: 'Web address',
  name: 'Name',
  none: 'Left out',
}
const shownRows = 4

/** The first rows, with a choice above each column of what it is. There is one of each at most. */
export function ColumnMapping({ table, roles, change }: Props) {
  const choose = (index: number, role: Role) =>
    change(roles.map((other, at) => (at === index ? role : other === role ? 'none' : other)))
  return (
    <div className="mapping" role="region" aria-label="Columns of the file" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.header.map((title, index) => (
              <th key={index} className={roles[index] === 'none' ? 'left-out' : ''}>
                <span>{title || `Column ${index + 1}`}</span>
                <select
                  value={roles[index]}
                  aria-label={`What “${title || index + 1}” is`}
                  onChange={(event) => choose(index, event.target.value as Role)}
                >
                  {Object.entries(labels).map(([role, label]) => (
                    <option key={role} value={role}>
                      {label}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, shownRows).map((row, at) => (
            <tr key={at}>
              {table.header.map((_, index) => (
                <td key={index} className={roles[index] === 'none' ? 'left-out' : ''}>
                  {row[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
