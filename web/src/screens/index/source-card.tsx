import { Link } from '@tanstack/react-router'
import { Globe, FileText, Library, Telescope, X } from 'lucide-react'
import type { IngestJob, IngestSource } from '../../../../src/contract/ingest.ts'
import { Sparkline } from '../../parts/sparkline.tsx'
import { StatusMark } from '../../parts/status.tsx'
import { bytes, hostOf, lasting, moment, plural, shortAddress } from '../../parts/words.ts'
import { FailureCauses } from './failure-causes.tsx'

const icons = { crawl: Globe, file: FileText, common_crawl: Library, discovery: Telescope }

export function nameOf(source: IngestSource): string {
  const [first = '', ...more] = namesOf(source)
  return more.length === 0 ? first : `${first} and ${plural(more.length, 'other')}`
}

function namesOf(source: IngestSource): string[] {
  if (source.kind === 'crawl') return source.urls.map(shortAddress)
  if (source.kind === 'common_crawl') return source.domains.map((domain) => `${domain}, from Common Crawl`)
  if (source.kind === 'discovery') return source.queries.map((query) => `“${query}”`)
  return [source.name ?? source.path ?? 'An uploaded file']
}

/** Whose pages it brings; null where they may be anybody's. */
function domainOf(source: IngestSource): string | null {
  if (source.kind === 'common_crawl') return source.domains[0] ?? null
  const address =
    source.kind === 'crawl' ? source.urls[0] : source.kind === 'file' ? source.baseUrl : undefined
  return address === undefined ? null : hostOf(address).replace(/:\d+$/, '')
}

interface Props {
  readonly job: IngestJob
  /** Pages a second lately, while it runs. */
  readonly rates: readonly number[]
  readonly cancel?: () => void
  readonly remove?: () => void
}

/** One source: how far it is, how fast, and what failed for which reason. */
export function SourceCard({ job, rates, cancel, remove }: Props) {
  const { source, status, progress, failures, error, nextRunAt, run, createdAt, endedAt } = job
  const Icon = icons[source.kind]
  const isOpen = status === 'running' || status === 'queued'
  const domain = domainOf(source)
  return (
    <li className="card source-card" aria-label={nameOf(source)}>
      <header>
        <Icon size={18} aria-hidden />
        <h3>{nameOf(source)}</h3>
        <StatusMark status={status} />
        {remove && !isOpen && (
          <button type="button" className="icon" aria-label={`Forget ${nameOf(source)}`} onClick={remove}>
            <X size={16} aria-hidden />
          </button>
        )}
      </header>
      {status === 'running' && <Running job={job} rates={rates} />}
      <p className="source-figures small">{whatCame(job)}</p>
      {error && <p className="bad small">{error}</p>}
      {failures.length > 0 && <FailureCauses failures={failures} />}
      <footer className="quiet small">
        <span>
          {endedAt && !isOpen ? `Ended ${moment(endedAt)}` : `Begun ${moment(createdAt)}`}
          {run > 1 && ` · ${plural(run, 'run')}`}
          {job.recrawlHours !== null && nextRunAt && ` · looks again ${moment(nextRunAt)}`}
        </span>
        {progress.stored > 0 && domain && (
          <Link to="/index" search={{ tab: 'documents', domain }}>
            See the pages
          </Link>
        )}
        {cancel && (isOpen || nextRunAt !== null) && (
          <button type="button" className="link danger" onClick={cancel}>
            {isOpen ? 'Cancel' : 'Do not look again'}
          </button>
        )}
      </footer>
    </li>
  )
}

function Running({ job: { progress }, rates }: Pick<Props, 'job' | 'rates'>) {
  const { done, total, totalBytes, perSecond, etaSeconds } = progress
  const lately = rates.slice(-10)
  const rate = lately.length > 0 ? lately.reduce((sum, one) => sum + one, 0) / lately.length : perSecond
  const share = totalBytes ? progress.bytes / totalBytes : total ? done / total : undefined
  return (
    <div className="progress">
      <progress value={share} aria-label="How far it is" />
      <Sparkline values={rates} label="Pages a second, lately" />
      <span className="quiet small rate">
        {rate !== null && `${rate < 10 ? rate.toFixed(1) : Math.round(rate)} a second`}
        {etaSeconds !== null && etaSeconds > 0 && ` · ${lasting(etaSeconds * 1000)} left`}
      </span>
    </div>
  )
}

function whatCame({ source, progress, status }: IngestJob): string {
  const { done, total, stored, unchanged, removed, failed } = progress
  if (status === 'queued') return 'Waits for its turn.'
  const parts = [
    source.kind === 'file'
      ? `${plural(done, 'record')} read`
      : `${done.toLocaleString()}${total !== null && total > done ? ` of ${total.toLocaleString()}` : ''} ${done === 1 ? 'address' : 'addresses'} visited`,
    `${plural(stored, 'page')} stored`,
  ]
  if (unchanged > 0) parts.push(`${unchanged.toLocaleString()} unchanged`)
  if (removed > 0) parts.push(`${removed.toLocaleString()} gone`)
  if (failed > 0) parts.push(`${failed.toLocaleString()} failed`)
  parts.push(bytes(progress.bytes))
  return parts.join(' · ')
}
