import type { IngestFailure } from '../../../../src/contract/ingest.ts'

/** What the causes of the server mean to somebody who does not know it. */
const words: Readonly<Record<string, string>> = {
  robots: 'robots.txt forbids it',
  noindex: 'the page asks not to be indexed',
  not_found: 'not there',
  timeout: 'no answer in time',
  malformed: 'could not be read',
  dns: 'the host has no address',
  blocked: 'the address is not allowed',
  too_large: 'too large',
}

const wordsFor = (cause: string): string =>
  words[cause] ?? cause.replace(/^http_(\d+)$/, 'the server answered $1').replaceAll('_', ' ')

/** By cause, the most frequent first, each with some of the addresses. */
export function FailureCauses({ failures }: { failures: readonly IngestFailure[] }) {
  const most = Math.max(...failures.map(({ count }) => count))
  return (
    <details className="failures">
      <summary>
        What failed, by cause{' '}
        <span className="quiet">
          (
          {failures
            .slice(0, 3)
            .map(({ cause }) => wordsFor(cause))
            .join(', ')}
          )
        </span>
      </summary>
      <ul>
        {failures.map(({ cause, count, examples }) => (
          <li key={cause}>
            <span>{wordsFor(cause)}</span>
            <span className="failure-bar" aria-hidden>
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="rate">{count.toLocaleString()}</span>
            <ul className="quiet small">
              {examples.map((example) => (
                <li key={example}>{example}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  )
}
