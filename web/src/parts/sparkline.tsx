interface Props {
  readonly values: readonly number[]
  readonly label: string
}

const width = 96
const height = 24

/** How something went lately, without axes: what matters is whether it goes up or down. */
export function Sparkline({ values, label }: Props) {
  if (values.length < 2) return null
  const top = Math.max(...values, Number.EPSILON)
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * width
    const y = height - 1 - (value / top) * (height - 2)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg className="sparkline" width={width} height={height} role="img" aria-label={label}>
      <polyline points={points.join(' ')} fill="none" strokeWidth={1.5} />
    </svg>
  )
}
