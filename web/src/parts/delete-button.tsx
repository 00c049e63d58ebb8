import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'

interface Props {
  /** What it is called in a sentence: “webset”. */
  readonly thing: string
  readonly whatIsLost: string
  readonly remove: () => Promise<unknown>
  /** Where one is afterwards, and the list that lacks it from then on. */
  readonly list: 'runs' | 'websets'
}

/** Deletes what the screen is about, after asking. */
export function DeleteButton({ thing, whatIsLost, remove, list }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const removal = useMutation({
    mutationFn: remove,
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: [list] })
      await navigate({ to: `/${list}` })
    },
  })
  return (
    <>
      <button type="button" className="danger" onClick={() => setIsAsking(true)}>
        Delete
      </button>
      <Dialog
        title={`Delete this ${thing}?`}
        description={whatIsLost}
        isOpen={isAsking}
        close={() => setIsAsking(false)}
      >
        {removal.isError && <Failure error={removal.error} />}
        <div className="actions">
          <button type="button" onClick={() => setIsAsking(false)}>
            Keep it
          </button>
          <button
            type="button"
            className="danger"
            disabled={removal.isPending}
            onClick={() => removal.mutate()}
          >
            Delete it
          </button>
        </div>
      </Dialog>
    </>
  )
}
