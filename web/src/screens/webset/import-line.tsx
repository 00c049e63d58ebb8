import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import type { Import } from '../../../../src/contract/imports.ts'
import { getImport } from '../../api/imports.ts'
import { lasting, plural } from '../../parts/words.ts'

/** A list that the items of a webset come from: how far it is read, what was left out, or why it could not be read. */
export function ImportLine({ given }: { given: Import }) {
  const found = useQuery({
    queryKey: ['import', given.id],
    queryFn: ({ signal }) => getImport(given.id, signal),
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' || state.data?.status === 'processing' ? 1000 : false,
    // A list that was deleted is still shown as what it was.
    retry: false,
  })
  const { status, title, failedMessage } = found.data ?? given
  const progress = found.data?.progress
  return (
    <p className="import-line small">
      <FileSpreadsheet size={15} aria-hidden />
      <span>{title}</span>
      {(status === 'pending' || status === 'processing') && (
        <span className="quiet">
          {progress ? `${plural(progress.rows, 'row')} read` : 'is about to be read'}
          {progress && progress.etaSeconds !== null && `, about ${lasting(progress.etaSeconds * 1000)} left`}
        </span>
      )}
      {status === 'completed' && (
        <span className="quiet">
          {plural(given.count, 'row')}
          {progress !== undefined &&
            progress.skipped > 0 &&
            `, ${progress.skipped.toLocaleString()} left out: nothing to tell them by`}
        </span>
      )}
      {status === 'failed' && <span className="bad">{failedMessage ?? 'could not be read'}</span>}
    </p>
  )
}
