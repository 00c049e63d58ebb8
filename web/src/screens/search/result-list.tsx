import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SearchExplanation, SearchResponse } from '../../../../src/contract/search.ts'
import { post } from '../../api/client.ts'
import { Failure } from '../../parts/failure.tsx'
import { plainText } from '../../parts/page-text.ts'
import { SiteIcon } from '../../parts/site-icon.tsx'
import { safeLink, shortAddress, shortDate } from '../../parts/words.ts'
import type { ChangeSearch } from './search-state.ts'

type Result = SearchResponse['results'][number]
interface Request {
  readonly path: string
  readonly body: Record<string, unknown>
}

interface Props {
  readonly results: readonly Result[]
  readonly request: Request
  readonly change: ChangeSearch
}

export const ResultList = ({ results, request, change }: Props) => (
  <ol className="results">
    {results.map((result, index) => (
      <ResultRow key={result.id} result={result} position={index + 1} request={request} change={change} />
    ))}
  </ol>
)

function ResultRow({
  result,
  position,
  request,
  change,
}: Omit<Props, 'results'> & { result: Result; position: number }) {
  const [explains, setExplains] = useState(false)
  const { url, title, author, publishedDate, highlights = [], summary, text } = result
  return (
    <li className="result">
      <div className="result-source">
        <SiteIcon url={url} />
        <span className="address">{shortAddress(url)}</span>
        {publishedDate && <time dateTime={publishedDate}>{shortDate(publishedDate)}</time>}
        {author && <span>{author}</span>}
      </div>
      <h2>
        <button
          type="button"
          className="result-title"
          onClick={() => change({ page: url, quote: undefined })}
        >
          {title || shortAddress(url)}
        </button>
      </h2>
      {summary && <p>{plainText(summary)}</p>}
      {text && <p className="quiet clamped">{plainText(text)}</p>}
      {highlights.map((highlight) => (
        <blockquote key={highlight}>{plainText(highlight)}</blockquote>
      ))}
      <div className="result-actions">
        <button type="button" className="link" onClick={() => change({ page: url, quote: undefined })}>
          Read
        </button>
        <button type="button" className="link" onClick={() => change({ like: url, page: undefined })}>
          Similar pages
        </button>
        {request.path === '/search' && (
          <button
            type="button"
            className="link"
            aria-expanded={explains}
            onClick={() => setExplains(!explains)}
          >
            Why here?
          </button>
        )}
        <a href={safeLink(url)} target="_blank" rel="noreferrer noopener">
          Open the original
        </a>
      </div>
      {explains && <Explanation request={request} url={url} position={position} />}
    </li>
  )
}

/** One answer explains every result of a search: it is asked for once. */
function Explanation({ request, url, position }: { request: Request; url: string; position: number }) {
  const { contents: _, ...query } = request.body
  const explained = useQuery({
    queryKey: ['explain', query],
    queryFn: ({ signal }) => post<SearchExplanation>('/winnow/v1/search/explain', query, signal),
  })
  if (explained.isError) return <Failure error={explained.error} />
  if (!explained.data) return <p className="quiet small">Looking…</p>
  const own = explained.data.results.find((result) => result.url === url)
  if (!own)
    return <p className="quiet small">This page is not in the explanation: the index changed meanwhile.</p>
  return (
    <div className="explanation">
      <p>
        Number {position}, with {own.score.toFixed(3)} in all
        {own.passagesFound > 1 && `, by the best of ${own.passagesFound} passages that match`}.
      </p>
      <table>
        <thead>
          <tr>
            <th>Found by</th>
            <th>Place</th>
            <th>Adds</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(own.lists).map(([name, { rank, contribution }]) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{rank}</td>
              <td>
                <meter min={0} max={Math.max(own.score, 0.001)} value={contribution} />{' '}
                {contribution.toFixed(3)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <blockquote>{plainText(own.passage.text).slice(0, 400)}</blockquote>
    </div>
  )
}
