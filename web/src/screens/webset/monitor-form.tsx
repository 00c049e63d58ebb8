import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webset } from '../../../../src/contract/websets.ts'
import { createMonitor } from '../../api/monitors.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { cronOf, scheduleInWords, weekdays, type Schedule } from './schedule.ts'

interface Props {
  readonly webset: Webset
  readonly made: () => Promise<void>
  readonly close: () => void
}

const purposes = {
  search: 'Look for new items',
  enrichments: 'Look the columns up again',
  contents: 'Read the pages of the items again',
} as const
type Purpose = keyof typeof purposes

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const zones = [...new Set([ownZone, 'Etc/UTC', ...Intl.supportedValuesOf('timeZone')])]

export function MonitorForm({ webset, made, close }: Props) {
  const [purpose, setPurpose] = useState<Purpose>(webset.searches.length > 0 ? 'search' : 'contents')
  const [count, setCount] = useState(10)
  const [schedule, setSchedule] = useState<Schedule>({
    every: 'week',
    time: '07:00',
    weekday: 1,
    dayOfMonth: 1,
  })
  const [timezone, setTimezone] = useState(ownZone)
  const cron = cronOf(schedule)
  const create = useMutation({
    mutationFn: () =>
      createMonitor({
        websetId: webset.id,
        cadence: { cron, timezone },
        behavior: behaviorOf(purpose, count),
      }),
    async onSuccess() {
      await made()
      close()
    },
  })
  return (
    <Dialog title="New monitor" description={`${scheduleInWords(cron)}, ${timezone}`} isOpen close={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <fieldset className="choices">
          <legend>What it does</legend>
          {Object.entries(purposes).map(([name, label]) => (
            <label key={name} className="check">
              <input
                type="radio"
                name="purpose"
                checked={purpose === name}
                disabled={name === 'search' && webset.searches.length === 0}
                onChange={() => setPurpose(name as Purpose)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        {purpose === 'search' && (
          <label>
            How many in each run, at most
            <input
              type="number"
              min={1}
              max={10_000}
              value={count}
              onChange={(event) => setCount(Math.max(1, Number(event.target.value)))}
            />
          </label>
        )}
        <When schedule={schedule} change={setSchedule} />
        <label>
          Time zone
          <select value={timezone} onChange={(event) => setTimezone(event.target.value)}>
            {zones.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        </label>
        {create.isError && <Failure error={create.error} />}
        <div className="actions">
          <button type="submit" className="primary" disabled={create.isPending}>
            Create the monitor
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function When({ schedule, change }: { schedule: Schedule; change: (schedule: Schedule) => void }) {
  return (
    <div className="draft-row">
      <label>
        How often
        <select
          value={schedule.every}
          onChange={(event) => change({ ...schedule, every: event.target.value as Schedule['every'] })}
        >
          <option value="day">Every day</option>
          <option value="weekday">Every weekday</option>
          <option value="week">Every week</option>
          <option value="month">Every month</option>
        </select>
      </label>
      {schedule.every === 'week' && (
        <label>
          On
          <select
            value={schedule.weekday}
            onChange={(event) => change({ ...schedule, weekday: Number(event.target.value) })}
          >
            {weekdays.map((name, day) => (
              <option key={name} value={day}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {schedule.every === 'month' && (
        <label>
          On day
          <input
            type="number"
            min={1}
            max={28}
            value={schedule.dayOfMonth}
            onChange={(event) =>
              change({ ...schedule, dayOfMonth: Math.min(28, Math.max(1, Number(event.target.value))) })
            }
          />
        </label>
      )}
      <label>
        At
        <input
          type="time"
          required
          value={schedule.time}
          onChange={(event) => event.target.value && change({ ...schedule, time: event.target.value })}
        />
      </label>
    </div>
  )
}

const behaviorOf = (purpose: Purpose, count: number) =>
  purpose === 'search'
    ? { type: 'search', config: { count, behavior: 'append' } }
    : { type: 'refresh', config: { target: purpose } }
