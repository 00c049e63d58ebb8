import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey } from '../../../../src/contract/access.ts'
import { useMay } from '../../api/session.tsx'
import { listKeys } from '../../api/settings.ts'
import { Failure } from '../../parts/failure.tsx'
import { dollars, moment } from '../../parts/words.ts'
import { ChangeKey } from './change-key.tsx'
import { CreateKey } from './create-key.tsx'
import { RevokeKey } from './revoke-key.tsx'

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'change'; readonly key: ApiKey }
  | { readonly what: 'revoke'; readonly key: ApiKey }

export const keysQuery = {
  queryKey: ['keys'],
  queryFn: ({ signal }: { signal: AbortSignal }) => listKeys(signal),
}

export function KeysPanel() {
  const mayManage = useMay('keys')
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  const keys = useQuery({ ...keysQuery, enabled: mayManage })
  const close = () => {
    setOpen(null)
    void queries.invalidateQueries({ queryKey: keysQuery.queryKey })
  }
  if (!mayManage)
    return (
      <p className="empty quiet">
        Your key may not see or make keys: it lacks the scope “keys”. Whoever gave it to you can make one that
        has it.
      </p>
    )
  const inUse = keys.data?.filter(({ revokedAt }) => revokedAt === null).toReversed() ?? []
  const revoked = keys.data?.filter(({ revokedAt }) => revokedAt !== null).toReversed() ?? []
  return (
    <section aria-label="Keys">
      <div className="list-head settings-head">
        <p className="quiet">
          A key is what a program, an agent or a person shows to be let in. What it may do is fixed when it is
          made; its limits and budget can be changed.
        </p>
        <button type="button" className="primary" onClick={() => setOpen({ what: 'create' })}>
          <Plus size={15} aria-hidden /> New key
        </button>
      </div>
      {keys.isError && <Failure error={keys.error} retry={() => void keys.refetch()} />}
      <ul className="key-list">
        {inUse.map((key) => (
          <KeyCard
            key={key.id}
            apiKey={key}
            change={() => setOpen({ what: 'change', key })}
            revoke={() => setOpen({ what: 'revoke', key })}
          />
        ))}
      </ul>
      {revoked.length > 0 && (
        <details className="revoked">
          <summary>Revoked ({revoked.length})</summary>
          <ul className="key-list">
            {revoked.map((key) => (
              <KeyCard key={key.id} apiKey={key} />
            ))}
          </ul>
        </details>
      )}
      {open?.what === 'create' && <CreateKey close={close} />}
      {open?.what === 'change' && <ChangeKey apiKey={open.key} close={close} />}
      {open?.what === 'revoke' && <RevokeKey apiKey={open.key} close={close} />}
    </section>
  )
}

interface CardProps {
  readonly apiKey: ApiKey
  readonly change?: () => void
  readonly revoke?: () => void
}

function KeyCard({ apiKey, change, revoke }: CardProps) {
  const { name, hint, scopes, budgetDollars, spentDollars, limits, lastUsedAt, createdAt, revokedAt } = apiKey
  const rates = Object.entries(limits)
  return (
    <li className="card key-card" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <code>{hint}</code>
        {change && (
          <button type="button" className="link" aria-label={`Change ${name}`} onClick={change}>
            Change
          </button>
        )}
        {revoke && (
          <button type="button" className="link danger" aria-label={`Revoke ${name}`} onClick={revoke}>
            Revoke
          </button>
        )}
      </header>
      <ul className="scopes" aria-label="Scopes">
        {scopes.map((scope) => (
          <li key={scope}>{scope}</li>
        ))}
      </ul>
      <div className="key-facts small">
        <span>
          {dollars(spentDollars)} spent
          {budgetDollars === null ? ', no budget' : ` of ${dollars(budgetDollars)}`}
        </span>
        {budgetDollars !== null && budgetDollars > 0 && (
          <meter
            min={0}
            max={budgetDollars}
            high={budgetDollars * 0.8}
            value={Math.min(spentDollars, budgetDollars)}
            aria-label={`Budget of ${name} spent`}
          />
        )}
        {rates.length > 0 && (
          <span>
            {rates.map(([kind, rate]) => `${kind} ${rate === 0 ? 'unlimited' : `${rate}/s`}`).join(', ')}
          </span>
        )}
        <span className="quiet">
          {revokedAt
            ? `revoked ${moment(revokedAt)}`
            : `${lastUsedAt ? `last used ${moment(lastUsedAt)}` : 'never used'} · made ${moment(createdAt)}`}
        </span>
      </div>
    </li>
  )
}
