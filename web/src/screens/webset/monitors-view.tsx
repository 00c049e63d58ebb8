import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause, Play, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Monitor, MonitorRun } from '../../../../src/contract/monitors.ts'
import type { Webset } from '../../../../src/contract/websets.ts'
import {
  deleteMonitor,
  listMonitorRuns,
  listMonitors,
  runMonitor,
  setMonitorStatus,
} from '../../api/monitors.ts'
import { Failure } from '../../parts/failure.tsx'
import { useUndo } from '../../parts/undo.tsx'
import { lasting, moment, plural } from '../../parts/words.ts'
import { MonitorForm } from './monitor-form.tsx'
import { scheduleInWords } from './schedule.ts'

/** What keeps a webset up to date by the clock. */
export function MonitorsView({ webset }: { webset: Webset }) {
  const [isMaking, setIsMaking] = useState(false)
  const [hidden, setHidden] = useState<string | null>(null)
  const queries = useQueryClient()
  const undo = useUndo()
  const key = ['monitors', webset.id]
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => listMonitors(webset.id, signal),
    refetchInterval: 5000,
  })
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: key })
    await queries.invalidateQueries({ queryKey: ['webset', webset.id] })
  }
  const monitors = found.data?.data.filter(({ id }) => id !== hidden) ?? []

  function remove({ id }: Monitor): void {
    setHidden(id)
    undo.offer('Monitor deleted', {
      undo: () => setHidden(null),
      async act() {
        try {
          await deleteMonitor(id)
        } finally {
          await refresh()
          setHidden(null)
        }
      },
    })
  }

  return (
    <div className="view">
      <div className="view-head">
        <p className="quiet">
          A monitor looks for further items, or at those that are there again, by the clock.
        </p>
        <button type="button" className="primary" onClick={() => setIsMaking(true)}>
          <Plus size={15} aria-hidden /> New monitor
        </button>
      </div>
      {found.isError && <Failure error={found.error} retry={() => void found.refetch()} />}
      {found.data && monitors.length === 0 && (
        <div className="empty">
          <h2>No monitor yet</h2>
          <p className="quiet">
            With one, this webset stays up to date by itself: every Monday at seven, say, it looks for what is
            new. What changed is shown under Changes, and told to your webhooks.
          </p>
        </div>
      )}
      <ul className="monitors">
        {monitors.map((monitor) => (
          <MonitorCard key={monitor.id} monitor={monitor} refresh={refresh} remove={() => remove(monitor)} />
        ))}
      </ul>
      {isMaking && <MonitorForm webset={webset} made={refresh} close={() => setIsMaking(false)} />}
      {undo.toast}
    </div>
  )
}

interface CardProps {
  readonly monitor: Monitor
  readonly refresh: () => Promise<void>
  readonly remove: () => void
}

function MonitorCard({ monitor, refresh, remove }: CardProps) {
  const { id, status, cadence, nextRunAt } = monitor
  const isOn = status === 'enabled'
  const queries = useQueryClient()
  const toggle = useMutation({
    mutationFn: () => setMonitorStatus(id, isOn ? 'disabled' : 'enabled'),
    onSuccess: refresh,
  })
  const run = useMutation({
    mutationFn: () => runMonitor(id),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['monitor runs', id] })
      await refresh()
    },
  })
  const schedule = scheduleInWords(cadence.cron)
  return (
    <li className="monitor card" aria-label={purposeOf(monitor)}>
      <div>
        <h2>{purposeOf(monitor)}</h2>
        <p className="small">
          {schedule} <span className="quiet">({cadence.timezone})</span>
        </p>
        <p className="quiet small">
          {isOn && nextRunAt ? `Next run ${moment(nextRunAt)}` : 'Paused: it does not run by itself.'}
        </p>
      </div>
      <div className="actions">
        <button type="button" disabled={run.isPending} onClick={() => run.mutate()}>
          <RefreshCw size={15} aria-hidden /> Run now
        </button>
        <button type="button" disabled={toggle.isPending} onClick={() => toggle.mutate()}>
          {isOn ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}{' '}
          {isOn ? 'Pause' : 'Resume'}
        </button>
        <button type="button" className="danger" onClick={remove}>
          <Trash2 size={15} aria-hidden /> Delete
        </button>
      </div>
      {(toggle.isError || run.isError) && <Failure error={toggle.error ?? run.error} />}
      <Runs monitorId={id} />
    </li>
  )
}

function Runs({ monitorId }: { monitorId: string }) {
  const runs = useQuery({
    queryKey: ['monitor runs', monitorId],
    queryFn: ({ signal }) => listMonitorRuns(monitorId, signal),
    refetchInterval: 5000,
  })
  if (runs.isError) return <Failure error={runs.error} />
  if (!runs.data) return null
  if (runs.data.data.length === 0) return <p className="quiet small wide">It has not run yet.</p>
  return (
    <table className="runs wide">
      <caption className="visually-hidden">Past runs</caption>
      <thead>
        <tr>
          <th>Began</th>
          <th>Took</th>
          <th>Outcome</th>
        </tr>
      </thead>
      <tbody>
        {runs.data.data.map((run) => (
          <tr key={run.id}>
            <td>{moment(run.createdAt)}</td>
            <td>{tookOf(run)}</td>
            <td className={run.status === 'failed' ? 'bad' : ''}>
              {outcomes[run.status]}
              {run.failedReason && `: ${run.failedReason}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const outcomes: Readonly<Record<MonitorRun['status'], string>> = {
  created: 'Waits',
  running: 'Runs',
  completed: 'Completed',
  canceled: 'Canceled',
  failed: 'Failed',
}

function tookOf({ createdAt, completedAt, failedAt, canceledAt }: MonitorRun): string {
  const end = completedAt ?? failedAt ?? canceledAt
  return end === null ? '–' : lasting(Date.parse(end) - Date.parse(createdAt))
}

function purposeOf({ behavior: { type, config } }: Monitor): string {
  if (type === 'refresh')
    return config.target === 'contents' ? 'Reads the pages again' : 'Looks the columns up again'
  const count = Number(config.count)
  return config.behavior === 'override'
    ? `Judges anew, and looks for up to ${plural(count, 'item')}`
    : `Looks for up to ${plural(count, 'new item')}`
}
