import { useRef } from 'react'

interface Props<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly choose: (value: Value) => void
}

/** One of a few, side by side; the arrow keys go from one to the next. */
export function Segments<Value extends string>({ label, value, options, choose }: Props<Value>) {
  const group = useRef<HTMLDivElement>(null)
  function move(by: number): void {
    const at = options.findIndex((option) => option.value === value)
    const next = (at + by + options.length) % options.length
    const option = options[next]
    if (!option) return
    choose(option.value)
    group.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div className="segments" role="radiogroup" aria-label={label} ref={group}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => choose(option.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight' || event.key === 'ArrowDown') move(1)
            else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') move(-1)
            else return
            event.preventDefault()
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
