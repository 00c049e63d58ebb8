import type { DocumentVersion } from '../../../../src/contract/documents.ts'
import { plural, shortAddress, shortDate } from '../../parts/words.ts'

type Found = DocumentVersion['extracted']

const linksShown = 100

/** What a page holds besides its text, as it was found. */
export function Extracted({ extracted }: { extracted: Found }) {
  const { structured, links, imageLinks, codeBlocks } = extracted
  const parts = Object.entries(structured).filter(([, value]) => !isEmpty(value))
  return (
    <div className="extracted">
      <dl>
        {factsOf(extracted).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? <span className="quiet">none found</span>}</dd>
          </div>
        ))}
      </dl>
      {parts.map(([name, value]) => (
        <details key={name}>
          <summary>{structuredNames[name] ?? name}</summary>
          <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
        </details>
      ))}
      <Links name="link" links={links} />
      <Links name="picture" links={imageLinks} />
      {codeBlocks.length > 0 && (
        <details>
          <summary>{plural(codeBlocks.length, 'block')} of code</summary>
          {codeBlocks.map((code, at) => (
            <pre key={at} tabIndex={0}>
              {code}
            </pre>
          ))}
        </details>
      )}
      {parts.length === 0 && (
        <p className="quiet small">The page gives no structured data: no JSON-LD, no OpenGraph, no tables.</p>
      )}
    </div>
  )
}

const structuredNames: Readonly<Record<string, string>> = {
  jsonLd: 'JSON-LD',
  openGraph: 'OpenGraph',
  metas: 'Metas',
  tables: 'Tables',
  definitions: 'Definition lists',
  microdata: 'Microdata',
}

const factsOf = (found: Found): [name: string, value: string | null][] => [
  ['Title', found.title],
  ['Description', found.description],
  ['Author', found.author],
  ['Site', found.siteName],
  ['Published', found.publishedDate && shortDate(found.publishedDate)],
  ['Language', found.language],
  ['Built as', found.kind],
  ['About', found.category],
  ...(found.unsafe.length > 0 ? [['Not for everybody', found.unsafe.join(', ')] as [string, string]] : []),
]

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)

function Links({ name, links }: { name: string; links: Found['links'] }) {
  if (links.length === 0) return null
  return (
    <details>
      <summary>{plural(links.length, name)}</summary>
      <ul className="small">
        {links.slice(0, linksShown).map(({ url, text }, at) => (
          <li key={at}>
            {text !== '' && `${text}: `}
            <span className="quiet">{shortAddress(url)}</span>
          </li>
        ))}
        {links.length > linksShown && (
          <li className="quiet">and {plural(links.length - linksShown, 'other')}</li>
        )}
      </ul>
    </details>
  )
}
