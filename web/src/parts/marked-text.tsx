import { useEffect, useMemo, useRef } from 'react'

interface Stretch {
  readonly text: string
  readonly isMarked: boolean
}

/** A text as text, whatever it holds, with passages marked; the first one is brought into view. */
export function MarkedText({ text, passages }: { text: string; passages: readonly string[] }) {
  const stretches = useMemo(() => stretchesOf(text, passages), [text, passages])
  const first = useRef<HTMLElement>(null)
  useEffect(() => first.current?.scrollIntoView({ block: 'center' }), [stretches])
  let isFirst = true
  return (
    <div className="marked-text">
      {stretches.map((stretch, index) => {
        if (!stretch.isMarked) return <span key={index}>{stretch.text}</span>
        const ref = isFirst ? first : undefined
        isFirst = false
        return (
          <mark key={index} ref={ref}>
            {stretch.text}
          </mark>
        )
      })}
    </div>
  )
}

function stretchesOf(text: string, passages: readonly string[]): Stretch[] {
  const places = passages
    .flatMap((passage) => {
      const at = passage === '' ? -1 : text.indexOf(passage)
      return at < 0 ? [] : [{ start: at, end: at + passage.length }]
    })
    .toSorted((one, other) => one.start - other.start)
  const stretches: Stretch[] = []
  let from = 0
  for (const { start, end } of places) {
    if (end <= from) continue
    if (start > from) stretches.push({ text: text.slice(from, start), isMarked: false })
    stretches.push({ text: text.slice(Math.max(from, start), end), isMarked: true })
    from = end
  }
  stretches.push({ text: text.slice(from), isMarked: false })
  return stretches
}
