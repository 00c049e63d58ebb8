import type { Webset } from '../../../../src/contract/websets.ts'
import type { ChangeState } from './table-state.ts'

interface Props {
  readonly webset: Webset
  readonly from: string
  /** Now when absent. */
  readonly to: string | undefined
  readonly change: ChangeState
}

const dayMs = 24 * 60 * 60 * 1000

const ago = (days: number): string => new Date(Date.now() - days * dayMs).toISOString()

/** Two moments, by the usual ones or to the minute. */
export function Moments({ webset, from, to, change }: Props) {
  const lastRun = webset.monitors
    .flatMap((monitor) => (monitor.lastRun ? [monitor.lastRun.createdAt] : []))
    .toSorted()
    .at(-1)
  const lastSearch = webset.searches[0]?.createdAt
  const usual = [
    { label: 'Since it was made', at: webset.createdAt },
    ...(lastSearch && webset.searches.length > 1 ? [{ label: 'Since the last search', at: lastSearch }] : []),
    ...(lastRun ? [{ label: 'Since the last run', at: lastRun }] : []),
    { label: 'Last day', at: ago(1) },
    { label: 'Last week', at: ago(7) },
  ]
  return (
    <div className="moments">
      <label>
        From
        <input
          type="datetime-local"
          value={local(from)}
          onChange={(event) => change({ from: utc(event.target.value) })}
        />
      </label>
      <label>
        To{to === undefined && ' (now)'}
        <input
          type="datetime-local"
          value={to === undefined ? '' : local(to)}
          onChange={(event) => change({ to: utc(event.target.value) })}
        />
      </label>
      <ul className="chips" aria-label="Usual moments">
        {usual.map(({ label, at }) => (
          <li key={label}>
            <button type="button" className="chip" onClick={() => change({ from: at, to: undefined })}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** As the field wants it: local time without a zone, to the second. */
function local(moment: string): string {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

const utc = (text: string): string | undefined => (text === '' ? undefined : new Date(text).toISOString())
