import { Plus, X } from 'lucide-react'

interface Props {
  readonly label: string
  readonly values: readonly string[]
  readonly change: (values: readonly string[]) => void
  readonly most: number
  readonly placeholder: string
}

/** Some lines of text, to be changed, added and taken away. */
export function TextList({ label, values, change, most, placeholder }: Props) {
  return (
    <fieldset className="text-list">
      <legend>{label}</legend>
      {values.map((value, index) => (
        <div key={index}>
          <input
            value={value}
            placeholder={placeholder}
            aria-label={`${label} ${index + 1}`}
            onChange={(event) => change(values.with(index, event.target.value))}
          />
          <button
            type="button"
            className="icon"
            aria-label={`Remove ${label.toLowerCase()} ${index + 1}`}
            onClick={() => change(values.toSpliced(index, 1))}
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      ))}
      {values.length < most && (
        <button type="button" className="ghost" onClick={() => change([...values, ''])}>
          <Plus size={15} aria-hidden /> Add
        </button>
      )}
    </fieldset>
  )
}
