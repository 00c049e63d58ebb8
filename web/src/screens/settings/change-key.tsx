import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey } from '../../../../src/contract/access.ts'
import { updateKey } from '../../api/settings.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { AllowanceFields, allowanceOf, type Allowance } from './allowance-fields.tsx'

export function ChangeKey({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  const [name, setName] = useState(apiKey.name)
  const [allowance, setAllowance] = useState<Allowance>({
    budget: apiKey.budgetDollars === null ? '' : String(apiKey.budgetDollars),
    limits: Object.fromEntries(Object.entries(apiKey.limits).map(([kind, rate]) => [kind, String(rate)])),
  })
  const change = useMutation({
    mutationFn: () => updateKey(apiKey.id, { name, ...allowanceOf(allowance) }),
    onSuccess: close,
  })
  return (
    <Dialog
      title={`Change “${apiKey.name}”`}
      description="What it may do stays as it is: for that, make another and revoke this one."
      isOpen
      close={close}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate()
        }}
      >
        <label>
          Name
          <input value={name} maxLength={100} required onChange={(event) => setName(event.target.value)} />
        </label>
        <AllowanceFields value={allowance} change={setAllowance} />
        {change.isError && <Failure error={change.error} />}
        <div className="actions">
          <button type="submit" className="primary" disabled={change.isPending || name.trim() === ''}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  )
}
