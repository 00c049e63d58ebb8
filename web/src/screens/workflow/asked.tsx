/** What a task was asked for, as it was understood. */
export function Asked({ args }: { args: Readonly<Record<string, unknown>> }) {
  const told = Object.entries(args).flatMap(([name, value]) => {
    const words = inWords(value)
    return words === '' ? [] : [{ name, words }]
  })
  return (
    <details className="fold">
      <summary>What was asked for</summary>
      <dl className="asked">
        {told.map(({ name, words }) => (
          <div key={name}>
            <dt>{spaced(name)}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** `researchLimit` as people write it. */
const spaced = (name: string): string =>
  name
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase())

/** Criteria and columns are known by their descriptions. */
function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(inWords).join('; ')
  if (typeof value !== 'object' || value === null) return ''
  const { description, type } = value as { description?: unknown; type?: unknown }
  if (typeof description === 'string') return description
  return typeof type === 'string' && Object.keys(value).length === 1 ? type : JSON.stringify(value)
}
