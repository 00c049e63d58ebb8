import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { Webset } from '../../../../src/contract/websets.ts'
import { listWebsets } from '../../api/websets.ts'
import { Failure } from '../../parts/failure.tsx'
import { StatusMark } from '../../parts/status.tsx'
import { moment, plural } from '../../parts/words.ts'
import { Composer } from './composer.tsx'

export function WebsetsScreen() {
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const found = useQuery({
    queryKey: ['websets', search],
    queryFn: ({ signal }) => listWebsets(search, signal),
    placeholderData: (before) => before,
    refetchInterval: 5000,
  })
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Websets</h1>
        <p className="quiet">Lists of things that meet criteria, with the evidence for every cell.</p>
      </header>
      <Composer />
      <div className="list-head">
        <h2>Your websets</h2>
        <input
          type="search"
          value={text}
          placeholder="Find by title"
          aria-label="Find a webset"
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {found.isError && <Failure error={found.error} retry={() => void found.refetch()} />}
      {found.data?.data.length === 0 && (
        <p className="empty quiet">
          {search === ''
            ? 'None yet. Describe one above: it fills while you watch.'
            : 'None has that in its title.'}
        </p>
      )}
      <ul className="webset-list">
        {found.data?.data.map((webset) => (
          <WebsetLine key={webset.id} webset={webset} />
        ))}
      </ul>
    </div>
  )
}

function WebsetLine({ webset }: { webset: Webset }) {
  const { id, title, status, searches, enrichments, createdAt } = webset
  const found = searches.reduce((sum, { progress }) => sum + progress.found, 0)
  return (
    <li>
      <Link to="/websets/$id" params={{ id }} className="webset-line card">
        <strong>{title ?? searches[0]?.query ?? id}</strong>
        <StatusMark status={status} />
        <span className="quiet small">
          {plural(found, 'found', 'found')} · {plural(enrichments.length, 'column')} · {moment(createdAt)}
        </span>
      </Link>
    </li>
  )
}
