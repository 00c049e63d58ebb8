import { useMutation } from '@tanstack/react-query'
import type { ApiKey } from '../../../../src/contract/access.ts'
import { revokeKey } from '../../api/settings.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'

/** Asked first: unlike a deletion it cannot wait for an undo, for somebody may be using the key right now. */
export function RevokeKey({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  const revoke = useMutation({ mutationFn: () => revokeKey(apiKey.id), onSuccess: close })
  return (
    <Dialog
      title={`Revoke “${apiKey.name}”?`}
      description="Whoever uses it is refused from the next request on, for good. What it did stays in the usage."
      isOpen
      close={close}
    >
      {revoke.isError && <Failure error={revoke.error} />}
      <div className="actions">
        <button type="button" onClick={close}>
          Keep it
        </button>
        <button type="button" className="danger" disabled={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke the key
        </button>
      </div>
    </Dialog>
  )
}
