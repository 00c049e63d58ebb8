import { useEffect, useMemo, useRef } from 'react'
import { linesOf, placesOf, type Place } from './page-text.ts'

interface Props {
  readonly text: string
  readonly passages?: readonly string[]
  /** Instead of passages, where that is known. */
  readonly places?: readonly Place[]
}

const none: readonly string[] = []

/** The text of a page as text, whatever it holds, with passages marked; the first one is brought into view. */
export function MarkedText({ text, passages = none, places }: Props) {
  const lines = useMemo(() => linesOf(text, places ?? placesOf(text, passages)), [text, passages, places])
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    frame.current?.querySelector('mark')?.scrollIntoView({ block: 'center' })
  }, [lines])
  return (
    <div className="marked-text" ref={frame}>
      {lines.map(({ kind, stretches }, index) => (
        <p key={index} className={`line-${kind}`}>
          {stretches.map(({ start, end, isMarked, isStrong }) => {
            const words = text.slice(start, end)
            const emphasised = isStrong ? <strong>{words}</strong> : words
            return isMarked ? <mark key={start}>{emphasised}</mark> : <span key={start}>{emphasised}</span>
          })}
        </p>
      ))}
    </div>
  )
}
