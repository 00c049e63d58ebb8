import { useQuery } from '@tanstack/react-query'
import type { Source } from '../../../../src/contract/webset-shapes.ts'
import { listImports } from '../../api/imports.ts'
import { listWebsets } from '../../api/websets.ts'

interface Props {
  readonly label: string
  readonly chosen: readonly Source[]
  readonly change: (chosen: readonly Source[]) => void
  /** The webset that this is about, which cannot be chosen. */
  readonly except?: string
}

/** Other websets and lists, to be left out or to stay within. Nothing is shown where there are none. */
export function SourceChoice({ label, chosen, change, except }: Props) {
  const websets = useQuery({ queryKey: ['websets', ''], queryFn: ({ signal }) => listWebsets('', signal) })
  const imports = useQuery({ queryKey: ['imports'], queryFn: ({ signal }) => listImports(signal) })
  const known: readonly (Source & { title: string })[] = [
    ...(websets.data?.data ?? [])
      .filter(({ id }) => id !== except)
      .map(({ id, title }) => ({ source: 'webset' as const, id, title: title ?? id })),
    ...(imports.data?.data ?? [])
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .map(({ id, title }) => ({ source: 'import' as const, id, title })),
  ]
  if (known.length === 0) return null
  const isChosen = (id: string) => chosen.some((one) => one.id === id)
  return (
    <details className="choice" open={chosen.length > 0 || undefined}>
      <summary>
        {label}
        {chosen.length > 0 && ` (${chosen.length})`}
      </summary>
      <div className="choice-list">
        {known.map(({ source, id, title }) => (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={isChosen(id)}
              onChange={() =>
                change(isChosen(id) ? chosen.filter((one) => one.id !== id) : [...chosen, { source, id }])
              }
            />
            <span>{title}</span>
            {source === 'import' && <span className="quiet small">list</span>}
          </label>
        ))}
      </div>
    </details>
  )
}
