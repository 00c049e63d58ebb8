import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Scope } from '../../../../src/contract/access.ts'
import { useSession } from '../../api/session.tsx'
import { createKey } from '../../api/settings.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { AllowanceFields, allowanceOf, type Allowance } from './allowance-fields.tsx'

/** In the order of how much they let somebody do. */
const scopes: readonly (readonly [scope: Scope, words: string])[] = [
  ['read', 'search, and see what the team has'],
  ['write', 'make websets, runs, monitors and webhooks'],
  ['ingest', 'add pages to the index, and have them forgotten'],
  ['metrics', 'read the server’s metrics'],
  ['approve', 'decide on what agents ask for'],
  ['egress', 'see what left this server'],
  ['keys', 'make and revoke keys'],
  ['teams', 'manage teams and the whole index'],
]

const ordinary: readonly Scope[] = ['read', 'write', 'ingest']

export function CreateKey({ close }: { close: () => void }) {
  const own = useSession().data?.scopes ?? []
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>(ordinary.filter((scope) => own.includes(scope)))
  const [allowance, setAllowance] = useState<Allowance>({ budget: '', limits: {} })
  const create = useMutation({
    mutationFn: () => createKey({ name, scopes: chosen, ...allowanceOf(allowance) }),
  })
  if (create.data)
    return (
      <Dialog title={`The key “${create.data.name}”`} isOpen close={close}>
        <ShownOnce secret={create.data.key} label="Copy it now." />
        <div className="actions">
          <button type="button" className="primary" onClick={close}>
            I have it
          </button>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      title="New key"
      description="An agent’s key should have neither “approve” nor “keys”: then it can neither allow itself anything nor make itself stronger."
      isOpen
      close={close}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <label>
          Name
          <input
            value={name}
            maxLength={100}
            required
            placeholder="What it is for, such as “nightly report”"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <fieldset className="choices">
          <legend>It may</legend>
          {scopes.map(([scope, words]) => (
            <label key={scope} className="check">
              <input
                type="checkbox"
                checked={chosen.includes(scope)}
                disabled={!own.includes(scope)}
                onChange={(event) =>
                  setChosen(event.target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
                }
              />
              <span>
                <code>{scope}</code> {words}
                {!own.includes(scope) && <span className="quiet"> (your key lacks it)</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <AllowanceFields value={allowance} change={setAllowance} />
        {create.isError && <Failure error={create.error} />}
        <div className="actions">
          <button
            type="submit"
            className="primary"
            disabled={create.isPending || name.trim() === '' || chosen.length === 0}
          >
            Make the key
          </button>
        </div>
      </form>
    </Dialog>
  )
}
