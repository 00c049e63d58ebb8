import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet, Trash2 } from 'lucide-react'
import type { Import } from '../../../../src/contract/imports.ts'
import { deleteImport, listImports } from '../../api/imports.ts'
import { Failure } from '../../parts/failure.tsx'
import { moment, plural } from '../../parts/words.ts'

/** Lists that were imported: to make websets of, to leave out, to search within. */
export function ListOfImports() {
  const found = useQuery({
    queryKey: ['imports'],
    queryFn: ({ signal }) => listImports(signal),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'pending' || status === 'processing') ? 2000 : false,
  })
  if (found.isError) return <Failure error={found.error} retry={() => void found.refetch()} />
  if (!found.data || found.data.data.length === 0) return null
  return (
    <section aria-label="Your lists">
      <div className="list-head">
        <h2>Your lists</h2>
      </div>
      <ul className="webset-list">
        {found.data.data.map((one) => (
          <ImportedList key={one.id} given={one} />
        ))}
      </ul>
    </section>
  )
}

function ImportedList({ given }: { given: Import }) {
  const { id, title, status, count, failedMessage, createdAt } = given
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteImport(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['imports'] }),
  })
  return (
    <li className="list-line card">
      <FileSpreadsheet size={18} aria-hidden />
      <div>
        <strong>{title}</strong>
        <p className="quiet small">
          {plural(count, 'row')} · {moment(createdAt)}
          {(status === 'pending' || status === 'processing') && ' · is being read'}
        </p>
        {status === 'failed' && <p className="bad small">{failedMessage}</p>}
        {remove.isError && <Failure error={remove.error} />}
      </div>
      <button
        type="button"
        className="icon"
        aria-label={`Delete the list ${title}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Trash2 size={16} aria-hidden />
      </button>
    </li>
  )
}
