import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { forkRun, listSteps } from '../../api/runs.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import type { RunView } from './run-view.ts'

/** A new run that takes over what this one did until a step, and goes on by other instructions. */
export function ForkDialog({ view, close }: { view: RunView; close: () => void }) {
  const navigate = useNavigate()
  const [from, setFrom] = useState('')
  const [instructions, setInstructions] = useState(view.title)
  const steps = useQuery({
    queryKey: ['run-steps', view.id],
    queryFn: ({ signal }) => listSteps(view.id, signal),
  })
  const all = steps.data?.data ?? []
  const chosen = from || (all[0]?.key ?? '')
  const fork = useMutation({
    mutationFn: () => forkRun(view.id, chosen, instructions.trim()),
    async onSuccess(id) {
      close()
      await navigate({ to: '/runs/$id', params: { id } })
    },
  })
  return (
    <Dialog
      title="Fork this run"
      description="A new run takes over everything before a step, at no cost, and goes on by itself from there."
      isOpen
      close={close}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          fork.mutate()
        }}
      >
        {steps.isError && <Failure error={steps.error} />}
        <label>
          Begin anew from
          <select value={chosen} onChange={(event) => setFrom(event.target.value)}>
            {steps.isPending && <option>Looking up the steps…</option>}
            {all.map(({ key, kind }, index) => (
              <option key={key} value={key}>
                {index + 1}. {kind} ({key})
              </option>
            ))}
          </select>
        </label>
        <label>
          Instructions
          <textarea rows={4} value={instructions} onChange={(event) => setInstructions(event.target.value)} />
        </label>
        {fork.isError && <Failure error={fork.error} />}
        <div className="actions">
          <button type="button" className="ghost" onClick={close}>
            Not now
          </button>
          <button
            type="submit"
            className="primary"
            disabled={fork.isPending || chosen === '' || instructions.trim() === ''}
          >
            Fork
          </button>
        </div>
      </form>
    </Dialog>
  )
}
