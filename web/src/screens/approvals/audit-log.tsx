import { useQuery } from '@tanstack/react-query'
import { Download, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { AuditLine, AuditReport } from '../../../../src/contract/approvals.ts'
import { auditExport, listAudit, verifyAudit } from '../../api/approvals.ts'
import { Failure } from '../../parts/failure.tsx'
import { instant, plural } from '../../parts/words.ts'

const step = 100

/** What was asked and decided, by whom, in a log that can only grow: the newest first. */
export function AuditLog() {
  const [shown, setShown] = useState(step)
  const report = useQuery({
    queryKey: ['approvals', 'audit-report'],
    queryFn: ({ signal }) => verifyAudit(signal),
  })
  const entries = report.data?.entries ?? 0
  const from = Math.max(0, entries - shown)
  const lines = useQuery({
    queryKey: ['approvals', 'audit', from, entries],
    queryFn: ({ signal }) => readLines(from, entries, signal),
    enabled: entries > 0,
    placeholderData: (before) => before,
  })
  const failure = report.error ?? lines.error
  return (
    <section aria-label="Log">
      {failure && <Failure error={failure} retry={() => void report.refetch()} />}
      {report.data && (
        <div className="audit-head">
          <Seal report={report.data} />
          <a href={auditExport} download>
            <Download size={15} aria-hidden /> Download as JSON lines
          </a>
        </div>
      )}
      {report.data && entries === 0 && report.data.intact && (
        <p className="empty quiet">Nothing to write down yet.</p>
      )}
      <ol className="audit-lines">
        {lines.data?.toReversed().map((line) => (
          <Line key={line.number} line={line} />
        ))}
      </ol>
      {from > 0 && (
        <div className="more">
          <button type="button" onClick={() => setShown(shown + step)}>
            Show earlier ones
          </button>
        </div>
      )}
    </section>
  )
}

async function readLines(from: number, to: number, signal: AbortSignal): Promise<AuditLine[]> {
  const lines: AuditLine[] = []
  for (let after = from; after < to;) {
    const { data } = await listAudit(after, Math.min(500, to - after), signal)
    lines.push(...data)
    const last = data.at(-1)
    if (!last) break
    after = last.number
  }
  return lines
}

const Seal = ({ report: { intact, entries, head, brokenAt } }: { report: AuditReport }) => (
  <p className={intact ? 'seal' : 'seal bad'} title={`The last hash is ${head}`}>
    {intact ? <ShieldCheck size={17} aria-hidden /> : <ShieldAlert size={17} aria-hidden />}
    {intact
      ? `${plural(entries, 'entry', 'entries')}, each as it was written`
      : `Entry ${brokenAt ?? ''} is not as it was written: somebody changed the log`}
  </p>
)

function Line({ line }: { line: AuditLine }) {
  const { at, event, by, operation, tool, reason, ...rest } = readEntry(line.entry)
  return (
    <li>
      <details className="event-line">
        <summary>
          <time dateTime={at} className="quiet small">
            {at && instant(at)}
          </time>
          <span className="event-type">{event}</span>
          <span className="event-subject">
            {[operation ?? tool, reason].filter(Boolean).join(': ')} <span className="quiet">by {by}</span>
          </span>
          <span className="quiet small">{line.number}</span>
        </summary>
        <div className="event-body">
          <p className="quiet small">
            {line.hash}, after {line.previousHash.slice(0, 12)}…
          </p>
          <pre tabIndex={0} aria-label={`Entry ${line.number}`}>
            {JSON.stringify({ operation, tool, reason, ...rest }, null, 2)}
          </pre>
        </div>
      </details>
    </li>
  )
}

type Entry = Readonly<Record<string, unknown>> & {
  readonly at?: string
  readonly event?: string
  readonly by?: string
  readonly operation?: string
  readonly tool?: string
  readonly reason?: string
}

/** One that somebody spoilt is shown as it is. */
function readEntry(entry: string): Entry {
  try {
    return JSON.parse(entry) as Entry
  } catch {
    return { event: 'unreadable', text: entry }
  }
}
