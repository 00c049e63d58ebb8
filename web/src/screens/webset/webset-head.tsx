import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Webset } from '../../../../src/contract/websets.ts'
import { cancelWebset, deleteWebset, updateWebset } from '../../api/websets.ts'
import { DeleteButton } from '../../parts/delete-button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { StatusMark } from '../../parts/status.tsx'
import { lasting, share } from '../../parts/words.ts'
import { ExportMenu } from './export-menu.tsx'
import { ImportLine } from './import-line.tsx'

type Search = Webset['searches'][number]

export function WebsetHead({ webset, isLive }: { webset: Webset; isLive: boolean }) {
  const { id, status, title, searches, imports } = webset
  const isWorking = status === 'running' || status === 'pending'
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['webset', id] })
  const cancel = useMutation({ mutationFn: () => cancelWebset(id), onSuccess: refresh })
  const rename = useMutation({
    mutationFn: (text: string) => updateWebset(id, { title: text }),
    onSuccess: refresh,
  })
  const shown = searches.find((search) => search.status === 'running') ?? searches[0]
  return (
    <header className="webset-head">
      <p className="small">
        <Link to="/websets">Websets</Link>
      </p>
      <div className="webset-title">
        <input
          key={title}
          className="title-input"
          defaultValue={title ?? searches[0]?.query ?? imports[0]?.title ?? id}
          aria-label="Title"
          onBlur={(event) => {
            const text = event.target.value.trim()
            if (text !== '' && text !== title) rename.mutate(text)
          }}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
        <StatusMark status={status} />
        {!isLive && <span className="quiet small">Not connected: trying again…</span>}
        <div className="actions">
          {isWorking && (
            <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
              Stop
            </button>
          )}
          <ExportMenu websetId={id} />
          <DeleteButton
            thing="webset"
            whatIsLost="Its items, their evidence and its columns are gone for good."
            remove={() => deleteWebset(webset.id)}
            list="websets"
          />
        </div>
      </div>
      {(cancel.isError || rename.isError) && <Failure error={cancel.error ?? rename.error} />}
      {shown && <Progress search={shown} />}
      {imports.map((one) => (
        <ImportLine key={one.id} given={one} />
      ))}
    </header>
  )
}

/** How far the last search is, and what share of those that were looked at it kept. */
function Progress({ search }: { search: Search }) {
  const { found, analyzed, completion, timeLeft } = search.progress
  const isRunning = search.status === 'running'
  return (
    <div className="progress">
      {isRunning && <progress max={100} value={completion} aria-label="Search" />}
      <span className="quiet small">
        <strong>{found.toLocaleString()}</strong> of {search.count.toLocaleString()} found
        {analyzed > 0 && (
          <>
            {' '}
            · <strong>{share(found, analyzed)}</strong> of {analyzed.toLocaleString()} looked at match
          </>
        )}
        {isRunning && timeLeft !== null && ` · about ${lasting(timeLeft * 1000)} left`}
        {search.status === 'canceled' && ' · stopped'}
      </span>
    </div>
  )
}
