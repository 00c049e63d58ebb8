import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { shortDate } from '../../parts/words.ts'
import type { Stacked } from './stack-days.ts'

interface Props extends Stacked {
  readonly label: string
  readonly say: (value: number) => string
}

const height = 200
const left = 64
const bottom = 24
const top = 10
const plot = height - bottom - top

/** A bar for each day, in the colours of what it is made of. What it shows stands in the legend as text, too. */
export function StackedDays({ series, days, label, say }: Props) {
  const frame = useRef<HTMLElement>(null)
  const width = useWidth(frame)
  const highest = ceiling(Math.max(0, ...days.map(({ values }) => sum(values))))
  const step = (width - left) / Math.max(1, days.length)
  const bar = Math.max(1, Math.min(28, step * 0.72))
  const y = (value: number) => top + plot - (highest === 0 ? 0 : (value / highest) * plot)
  const labelled = new Set([0, Math.floor((days.length - 1) / 2), days.length - 1])
  return (
    <figure className="chart" ref={frame}>
      <svg height={height} role="img" aria-label={label}>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line className="grid" x1={left} x2={width} y1={y(highest * share)} y2={y(highest * share)} />
            <text x={left - 8} y={y(highest * share) + 4} textAnchor="end">
              {say(highest * share)}
            </text>
          </g>
        ))}
        {days.map(({ day, values }, at) => {
          const x = left + at * step + (step - bar) / 2
          let below = 0
          return (
            <g key={day}>
              <title>{titleOf(day, values, series, say)}</title>
              <rect className="day" x={left + at * step} y={top} width={step} height={plot} />
              {values.map((value, index) => {
                const from = below
                below += value
                if (value === 0) return null
                return (
                  <rect
                    key={series[index]?.name}
                    className={`series-${index}`}
                    x={x}
                    y={y(below)}
                    width={bar}
                    height={Math.max(0.5, y(from) - y(below))}
                  />
                )
              })}
              {labelled.has(at) && (
                <text
                  x={left + (at + 0.5) * step}
                  y={height - 6}
                  textAnchor={at === 0 ? 'start' : at === days.length - 1 ? 'end' : 'middle'}
                >
                  {shortDate(day)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <figcaption>
        {series.length === 0 ? (
          <span className="quiet">Nothing in this time.</span>
        ) : (
          <ul className="legend small">
            {series.map(({ name, total }, index) => (
              <li key={name}>
                <span className={`swatch series-${index}`} aria-hidden />
                {name} <span className="quiet">{say(total)}</span>
              </li>
            ))}
          </ul>
        )}
      </figcaption>
    </figure>
  )
}

/** Of an element, in pixels: drawn to measure, the lettering keeps its size on a phone. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(720)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The next round number, so that the lines stand at values that can be read. */
function ceiling(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 4, 5, 10].find((factor) => factor * power >= value) ?? 10) * power
}

function titleOf(day: string, values: readonly number[], series: Props['series'], say: Props['say']): string {
  const parts = values.flatMap((value, index) =>
    value === 0 ? [] : [`${series[index]?.name ?? ''}: ${say(value)}`],
  )
  return [`${shortDate(day)}: ${say(sum(values))}`, ...parts].join('\n')
}
