import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addEnrichment } from '../../api/websets.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { ColumnFields } from '../websets/column-fields.tsx'
import { enrichmentOf, type DraftColumn } from '../websets/draft.ts'

export function AddColumn({ websetId, close }: { websetId: string; close: () => void }) {
  const [column, setColumn] = useState<DraftColumn>({ description: '', format: 'text', options: '' })
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: () => addEnrichment(websetId, enrichmentOf(column)),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['webset', websetId] })
      await queries.invalidateQueries({ queryKey: ['rows', websetId] })
      close()
    },
  })
  return (
    <Dialog
      title="Add a column"
      description="It is looked up for every item that is there and for every one that comes."
      isOpen
      close={close}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate()
        }}
      >
        <ColumnFields column={column} change={setColumn} label="Column" />
        {add.isError && <Failure error={add.error} />}
        <div className="actions">
          <button
            type="submit"
            className="primary"
            disabled={add.isPending || column.description.trim() === ''}
          >
            Add the column
          </button>
        </div>
      </form>
    </Dialog>
  )
}
