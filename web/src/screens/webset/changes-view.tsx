import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { Change } from '../../../../src/contract/exports.ts'
import type { Webset } from '../../../../src/contract/websets.ts'
import { getDifference } from '../../api/websets.ts'
import { Failure } from '../../parts/failure.tsx'
import { plainText } from '../../parts/page-text.ts'
import { SiteIcon } from '../../parts/site-icon.tsx'
import { VerdictMark } from '../../parts/verdict.tsx'
import { moment, plural } from '../../parts/words.ts'
import { Moments } from './moments.tsx'
import type { ChangeState, TableState } from './table-state.ts'

interface Props {
  readonly webset: Webset
  readonly state: TableState
  readonly change: ChangeState
}

const kinds: readonly { readonly kind: Change['kind']; readonly label: string }[] = [
  { kind: 'added', label: 'Added' },
  { kind: 'removed', label: 'Removed' },
  { kind: 'flipped', label: 'Verdicts that turned' },
  { kind: 'changed', label: 'Values that changed' },
]

/** What has become of a webset between two moments. */
export function ChangesView({ webset, state, change }: Props) {
  const from = state.from ?? webset.createdAt
  const difference = useInfiniteQuery({
    queryKey: ['difference', webset.id, from, state.to],
    queryFn: ({ pageParam, signal }) =>
      getDifference(webset.id, { from, to: state.to, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const changes = difference.data?.pages.flatMap(({ data }) => data) ?? []
  const since = difference.data?.pages[0]?.historySince
  return (
    <div className="view">
      <Moments webset={webset} from={from} to={state.to} change={change} />
      {since !== undefined && Date.parse(from) < Date.parse(since) - 1000 && (
        <p className="notice unsure">What happened before {moment(since)} is not all kept.</p>
      )}
      {difference.isError && <Failure error={difference.error} retry={() => void difference.refetch()} />}
      {difference.data && changes.length === 0 && (
        <div className="empty">
          <h2>Nothing changed</h2>
          <p className="quiet">
            Choose an earlier moment, or let a monitor look again by the clock: what it finds shows here.
          </p>
        </div>
      )}
      {kinds.map(({ kind, label }) => {
        const own = changes.filter((one) => one.kind === kind)
        return (
          own.length > 0 && (
            <section key={kind} aria-label={label}>
              <h2 className="section">
                {label} ({own.length.toLocaleString()}
                {difference.hasNextPage && ' so far'})
              </h2>
              <ul className="changes">
                {own.map((one, index) => (
                  <ChangeLine key={index} change={one} open={(item, cell) => change({ item, cell })} />
                ))}
              </ul>
            </section>
          )
        )
      })}
      {difference.hasNextPage && (
        <button
          type="button"
          disabled={difference.isFetchingNextPage}
          onClick={() => void difference.fetchNextPage()}
        >
          Show more
        </button>
      )}
    </div>
  )
}

interface LineProps {
  readonly change: Change
  readonly open: (item: string, cell: string | undefined) => void
}

function ChangeLine({ change, open }: LineProps) {
  const { item } = change
  const cell = change.kind === 'changed' ? change.enrichmentId : undefined
  return (
    <li className="change">
      {change.kind === 'removed' ? (
        <span className="change-name">
          <SiteIcon url={item.url} /> {item.name}
        </span>
      ) : (
        <button type="button" className="change-name" onClick={() => open(item.id, cell)}>
          <SiteIcon url={item.url} /> {item.name}
        </button>
      )}
      {(change.kind === 'added' || change.kind === 'removed') && (
        <span className="quiet small">{moment(change.at)}</span>
      )}
      {change.kind === 'flipped' && (
        <>
          <span>{change.criterion}</span>
          <span className="before-after">
            <VerdictMark satisfied={change.before.satisfied} /> <To />{' '}
            <VerdictMark satisfied={change.after.satisfied} />
          </span>
          <p className="quiet small">{plainText(change.after.reasoning)}</p>
          <Why why={change.why} />
        </>
      )}
      {change.kind === 'changed' && (
        <>
          <span>{change.description}</span>
          <span className="before-after">
            <del>{valueOf(change.before)}</del> <To /> <ins>{valueOf(change.after)}</ins>
          </span>
          <Why why={change.why} />
        </>
      )}
    </li>
  )
}

const To = () => (
  <>
    <ArrowRight size={14} aria-hidden />
    <span className="visually-hidden">became</span>
  </>
)

function valueOf(value: Extract<Change, { kind: 'changed' }>['before']): string {
  if (value === null) return 'not looked up'
  return value.result?.join(', ') ?? 'not found'
}

function Why({ why }: { why: Extract<Change, { kind: 'flipped' }>['why'] }) {
  const pages = why.pages.filter(({ before, after }) => before?.hash !== after?.hash).length
  const reasons = [
    why.pageChanged && `${plural(pages, 'page')} said something else`,
    why.readerChanged && 'somebody else read it',
    why.questionChanged && 'something else was asked',
  ].filter((reason): reason is string => typeof reason === 'string')
  if (reasons.length === 0) return null
  return <p className="quiet small">Because {reasons.join(', and ')}.</p>
}
