import { getRouteApi } from '@tanstack/react-router'
import { Segments } from '../../parts/segments.tsx'
import { EventLog } from './event-log.tsx'
import type { EventsState } from './events-state.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

const route = getRouteApi('/events')

export function EventsScreen() {
  const state = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: Partial<EventsState>) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Events and webhooks</h1>
        <p className="quiet">What happened to websets, imports and monitors, and who is told of it.</p>
      </header>
      <div className="settings-tabs">
        <Segments
          label="What to show"
          value={state.tab ?? 'events'}
          options={[
            { value: 'events', label: 'Events' },
            { value: 'webhooks', label: 'Webhooks' },
          ]}
          choose={(tab) => change({ tab: tab === 'webhooks' ? tab : undefined })}
        />
      </div>
      {state.tab === 'webhooks' ? (
        <WebhooksPanel state={state} change={change} />
      ) : (
        <EventLog state={state} change={change} />
      )}
    </div>
  )
}
