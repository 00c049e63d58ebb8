import { formats, type DraftColumn } from './draft.ts'

/** What to find out about each item, and in which form. */
export function ColumnFields({
  column,
  change,
  label,
}: {
  column: DraftColumn
  change: (column: DraftColumn) => void
  label: string
}) {
  return (
    <>
      <input
        value={column.description}
        placeholder="What to find out, such as “number of employees”"
        aria-label={label}
        onChange={(event) => change({ ...column, description: event.target.value })}
      />
      <select
        value={column.format}
        aria-label={`Format of ${label.toLowerCase()}`}
        onChange={(event) => change({ ...column, format: event.target.value as DraftColumn['format'] })}
      >
        {Object.entries(formats).map(([format, name]) => (
          <option key={format} value={format}>
            {name}
          </option>
        ))}
      </select>
      {column.format === 'options' && (
        <input
          value={column.options}
          placeholder="What to choose from, with commas between"
          aria-label={`Options of ${label.toLowerCase()}`}
          onChange={(event) => change({ ...column, options: event.target.value })}
        />
      )}
    </>
  )
}
