import { useState, type FormEvent } from 'react'
import { Failure } from '../../parts/failure.tsx'
import { useCreateJob } from './use-create-job.ts'

const cadences: readonly (readonly [hours: string, words: string])[] = [
  ['', 'Never'],
  ['1', 'Every hour'],
  ['24', 'Every day'],
  ['168', 'Every week'],
]

const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** People write addresses without their scheme. */
const toAddress = (text: string): string => (/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)

function requestOf(form: FormData): object {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const hours = text('recrawlHours')
  return {
    source: {
      kind: 'crawl',
      urls: words(text('urls')).map(toAddress),
      maxPages: Number(text('maxPages')),
      maxDepth: Number(text('maxDepth')),
      scope: text('scope'),
      include: words(text('include')),
      exclude: words(text('exclude')),
      sitemaps: form.has('sitemaps'),
      feeds: form.has('feeds'),
    },
    recrawlHours: hours === '' ? null : Number(hours),
  }
}

export function CrawlForm() {
  const [addresses, setAddresses] = useState('')
  const crawl = useCreateJob(requestOf)

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    crawl.mutate(new FormData(event.currentTarget), { onSuccess: () => setAddresses('') })
  }

  return (
    <form className="stack" onSubmit={submit}>
      <div className="composer-line">
        <label className="grow">
          Where to begin
          <textarea
            name="urls"
            rows={Math.min(6, addresses.split('\n').length)}
            value={addresses}
            placeholder="https://example.org – a page, a feed or a sitemap; several on lines of their own"
            onChange={(event) => setAddresses(event.target.value)}
          />
        </label>
        <button type="submit" className="primary" disabled={crawl.isPending || addresses.trim() === ''}>
          Crawl
        </button>
      </div>
      <details className="crawl-options">
        <summary>Options</summary>
        <CrawlOptions />
      </details>
      {crawl.isError && <Failure error={crawl.error} />}
    </form>
  )
}

const CrawlOptions = () => (
  <fieldset className="filters">
    <legend className="visually-hidden">Options of the crawl</legend>
    <label>
      Follow links
      <select name="scope" defaultValue="site">
        <option value="host">Within the same host</option>
        <option value="site">Within the same site</option>
        <option value="any">Anywhere</option>
      </select>
    </label>
    <label>
      Pages at most
      <input name="maxPages" type="number" min={1} max={10_000_000} defaultValue={1000} required />
    </label>
    <label>
      Depth of links
      <input name="maxDepth" type="number" min={0} max={50} defaultValue={5} required />
    </label>
    <label>
      Look again
      <select name="recrawlHours" defaultValue="">
        {cadences.map(([hours, says]) => (
          <option key={hours} value={hours}>
            {says}
          </option>
        ))}
      </select>
    </label>
    <label>
      Only addresses like
      <input name="include" placeholder="/docs/*, *.html" />
    </label>
    <label>
      Not addresses like
      <input name="exclude" placeholder="/archive/*" />
    </label>
    <label className="check">
      <input name="sitemaps" type="checkbox" defaultChecked />
      Read sitemaps
    </label>
    <label className="check">
      <input name="feeds" type="checkbox" defaultChecked />
      Read feeds
    </label>
  </fieldset>
)
