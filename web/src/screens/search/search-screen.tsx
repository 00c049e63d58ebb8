import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { SearchResponse } from '../../../../src/contract/search.ts'
import { post } from '../../api/client.ts'
import { Failure } from '../../parts/failure.tsx'
import { plural, shortAddress } from '../../parts/words.ts'
import { AnswerPanel } from './answer-panel.tsx'
import { CodePanel } from './code-panel.tsx'
import { PagePanel } from './page-panel.tsx'
import { ResultList } from './result-list.tsx'
import { SearchForm } from './search-form.tsx'
import { requestOf, type ChangeSearch, type SearchState } from './search-state.ts'

const route = getRouteApi('/')
const examples = [
  'companies that build warehouse robots',
  'how solid-state batteries fail',
  'people who work on wind energy in Denmark',
]

export function SearchScreen() {
  const state = route.useSearch()
  const navigate = route.useNavigate()
  const change: ChangeSearch = (changes) => void navigate({ search: (now) => ({ ...now, ...changes }) })
  const isAsked = state.q !== undefined || state.like !== undefined
  const isAnswer = state.mode === 'answer' && state.q !== undefined

  return (
    <div className={state.page ? 'search with-page' : 'search'}>
      <div className="search-main">
        <SearchForm state={state} change={change} />
        {!isAsked && <Welcome ask={(q) => change({ q })} />}
        {isAnswer && (
          <AnswerPanel question={state.q ?? ''} openPage={(page, quote) => change({ page, quote })} />
        )}
        {isAsked && !isAnswer && <Results state={state} change={change} />}
      </div>
      {state.page && (
        <PagePanel
          url={state.page}
          query={state.q}
          quotes={state.quote === undefined ? undefined : [state.quote]}
          close={() => change({ page: undefined, quote: undefined })}
        />
      )}
    </div>
  )
}

function Results({ state, change }: { state: SearchState; change: ChangeSearch }) {
  const { path, body } = requestOf(state)
  const found = useQuery({
    queryKey: ['search', path, body],
    queryFn: ({ signal }) => post<SearchResponse>(path, body, signal),
    placeholderData: (before) => before,
  })
  if (found.isError) return <Failure error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <ResultSkeleton />
  const { results, searchTime } = found.data
  return (
    <section aria-busy={found.isFetching} aria-label="Results">
      <p className="quiet small result-count" role="status">
        {results.length === 0 ? 'Nothing was found' : plural(results.length, 'result')} in{' '}
        {Math.round(searchTime)} ms
        {state.like && (
          <>
            {' '}
            like <strong>{shortAddress(state.like)}</strong>.{' '}
            <button type="button" className="link" onClick={() => change({ like: undefined })}>
              Back to the search
            </button>
          </>
        )}
      </p>
      {results.length === 0 ? (
        <NothingFound />
      ) : (
        <ResultList results={results} request={{ path, body }} change={change} />
      )}
      <CodePanel path={path} body={body} />
    </section>
  )
}

function Welcome({ ask }: { ask: (query: string) => void }) {
  return (
    <section className="welcome">
      <h1>What are you looking for?</h1>
      <p className="quiet">
        Pages in the index of this server, by words and by meaning. Ask a question and switch to “Answer” to
        read what the pages say, with quotes.
      </p>
      <ul className="examples">
        {examples.map((example) => (
          <li key={example}>
            <button type="button" className="chip" onClick={() => ask(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const NothingFound = () => (
  <div className="empty">
    <h2>No page matches</h2>
    <p className="quiet">
      Take away a filter, or use other words. If the pages you mean are not in the index yet, add them under
      Index: a site to crawl, a feed, or files.
    </p>
  </div>
)

const ResultSkeleton = () => (
  <div className="results" aria-hidden>
    {[0, 1, 2, 3].map((row) => (
      <div key={row} className="result skeleton-result">
        <span className="skeleton" style={{ width: '55%' }} />
        <span className="skeleton" style={{ width: '90%' }} />
        <span className="skeleton" style={{ width: '80%' }} />
      </div>
    ))}
  </div>
)
