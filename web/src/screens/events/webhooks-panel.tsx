import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '../../../../src/contract/webhooks.ts'
import { useMay } from '../../api/session.tsx'
import { deleteWebhook, listWebhooks, updateWebhook } from '../../api/webhooks.ts'
import { Failure, messageOf } from '../../parts/failure.tsx'
import { useUndo } from '../../parts/undo.tsx'
import { plural, shortAddress } from '../../parts/words.ts'
import { Deliveries } from './deliveries.tsx'
import { eventGroups } from './event-types.ts'
import type { EventsState } from './events-state.ts'
import { WebhookDialog } from './webhook-dialog.tsx'

interface Props {
  readonly state: EventsState
  readonly change: (changes: Partial<EventsState>) => void
}

const all = eventGroups.reduce((sum, { types }) => sum + types.length, 0)

export function WebhooksPanel({ state, change }: Props) {
  const queries = useQueryClient()
  const mayChange = useMay('write')
  const undo = useUndo()
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string | null>(null)
  const webhooks = useQuery({ queryKey: ['webhooks'], queryFn: ({ signal }) => listWebhooks(signal) })
  const refresh = () => queries.invalidateQueries({ queryKey: ['webhooks'] })

  function remove({ id, url }: Webhook): void {
    setHidden(new Set([...hidden, id]))
    undo.offer(`${shortAddress(url)} is told of nothing any more.`, {
      undo: () => setHidden(new Set([...hidden].filter((one) => one !== id))),
      async act() {
        await deleteWebhook(id)
        await refresh()
      },
    })
  }

  async function wake({ id, url }: Webhook): Promise<void> {
    try {
      await updateWebhook(id, { url })
      setFailure(null)
    } catch (error) {
      setFailure(messageOf(error))
    }
    await refresh()
  }

  const shown = webhooks.data?.data.filter(({ id }) => !hidden.has(id)) ?? []
  return (
    <section aria-label="Webhooks">
      <div className="list-head settings-head">
        <p className="quiet">
          An address of yours to which events are posted as they happen, in order, each signed with a secret
          that only you and this server know. What cannot be delivered is tried again over about a day.
        </p>
        {mayChange && (
          <button type="button" className="primary" onClick={() => setEdited('new')}>
            <Plus size={15} aria-hidden /> New webhook
          </button>
        )}
      </div>
      {webhooks.isError && <Failure error={webhooks.error} retry={() => void webhooks.refetch()} />}
      {failure && <p className="bad">{failure}</p>}
      {webhooks.data && shown.length === 0 && (
        <p className="empty quiet">
          None yet. With one, your own program knows of an item in the moment it is found, without asking.
        </p>
      )}
      <ul className="key-list">
        {shown.map((webhook) => {
          const isOpen = state.webhook === webhook.id
          return (
            <li key={webhook.id} className="card webhook-card" aria-label={shortAddress(webhook.url)}>
              <header>
                <h2>{shortAddress(webhook.url)}</h2>
                <span className={`status ${webhook.status === 'active' ? 'idle' : 'paused'}`}>
                  <span className="dot" aria-hidden />
                  {webhook.status === 'active' ? 'Active' : 'Inactive: it failed for days'}
                </span>
              </header>
              <p className="quiet small">{toldOf(webhook)}</p>
              <footer>
                <button
                  type="button"
                  className="link"
                  aria-expanded={isOpen}
                  onClick={() => change({ webhook: isOpen ? undefined : webhook.id })}
                >
                  {isOpen ? 'Hide deliveries' : 'Deliveries'}
                </button>
                {mayChange && webhook.status === 'inactive' && (
                  <button type="button" className="link" onClick={() => void wake(webhook)}>
                    Make it active again
                  </button>
                )}
                {mayChange && (
                  <>
                    <button type="button" className="link" onClick={() => setEdited(webhook)}>
                      Change
                    </button>
                    <button type="button" className="link danger" onClick={() => remove(webhook)}>
                      Delete
                    </button>
                  </>
                )}
              </footer>
              {isOpen && <Deliveries webhookId={webhook.id} mayRedeliver={mayChange} />}
            </li>
          )
        })}
      </ul>
      {edited && (
        <WebhookDialog
          {...(edited !== 'new' && { webhook: edited })}
          close={() => {
            setEdited(null)
            void refresh()
          }}
        />
      )}
      {undo.toast}
    </section>
  )
}

function toldOf({ events }: Webhook): string {
  if (events.length === all) return 'Told of everything'
  return events.length <= 4
    ? `Told of ${events.join(', ')}`
    : `Told of ${plural(events.length, 'type')} of events`
}
