import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventType } from '../../../../src/contract/webset-events.ts'
import type { Webhook } from '../../../../src/contract/webhooks.ts'
import { createWebhook, updateWebhook } from '../../api/webhooks.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { eventGroups } from './event-types.ts'

const usual: readonly EventType[] = ['webset.item.created', 'webset.item.enriched', 'webset.idle']

interface Props {
  /** Absent: a new one. */
  readonly webhook?: Webhook
  readonly close: () => void
}

export function WebhookDialog({ webhook, close }: Props) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly EventType[]>(webhook?.events ?? usual)
  const save = useMutation({
    mutationFn: () => (webhook ? updateWebhook(webhook.id, { url, events }) : createWebhook({ url, events })),
    onSuccess: ({ secret }) => {
      if (secret === null) close()
    },
  })
  if (save.data?.secret)
    return (
      <Dialog title="The webhook is there" isOpen close={close}>
        <ShownOnce
          secret={save.data.secret}
          label="Copy its secret now: with it you tell what this server sent from what anybody sent."
        />
        <p className="quiet small">
          <code>Exa-Signature: t=…,v1=…</code> is the HMAC-SHA256 of <code>t.body</code> with this secret.
        </p>
        <div className="actions">
          <button type="button" className="primary" onClick={close}>
            I have it
          </button>
        </div>
      </Dialog>
    )
  const change = (types: readonly EventType[], isWanted: boolean) =>
    setEvents(isWanted ? [...new Set([...events, ...types])] : events.filter((type) => !types.includes(type)))
  return (
    <Dialog title={webhook ? 'Change the webhook' : 'New webhook'} isOpen close={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <label>
          Address
          <input
            type="url"
            value={url}
            required
            placeholder="https://example.org/hooks/winnow"
            onChange={(event) => setUrl(event.target.value)}
          />
        </label>
        <fieldset className="choices event-choices">
          <legend>It is told of</legend>
          {eventGroups.map(({ name, types }) => (
            <div key={name}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={types.every((type) => events.includes(type))}
                  onChange={(event) => change(types, event.target.checked)}
                />
                <strong>{name}</strong>
              </label>
              {types.map((type) => (
                <label key={type} className="check">
                  <input
                    type="checkbox"
                    checked={events.includes(type)}
                    onChange={(event) => change([type], event.target.checked)}
                  />
                  {type}
                </label>
              ))}
            </div>
          ))}
        </fieldset>
        {save.isError && <Failure error={save.error} />}
        <div className="actions">
          <button
            type="submit"
            className="primary"
            disabled={save.isPending || url.trim() === '' || events.length === 0}
          >
            {webhook ? 'Save' : 'Create the webhook'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
