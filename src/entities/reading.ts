import { labelledFacts, type Facts } from './labelled-facts.ts'
import { isMadeFrom, readAddress, type PageAddress } from './page-address.ts'
import type { Page } from './page.ts'
import { readProse, type Line, type Prose } from './prose.ts'
import { readStructuredData, type StructuredData, type Table } from './structured-data.ts'

/** A page with everything that is read off it more than once. */
export interface Reading {
  readonly page: Page
  readonly address: PageAddress
  readonly data: StructuredData
  readonly prose: Prose
  readonly facts: Facts
  /** From extraction where it read any, else those of the Markdown. */
  readonly tables: readonly Table[]
  /** What the title is made of: “About us | Kestrel Robotics” has two parts. */
  readonly titleParts: readonly string[]
}

const nowhere: PageAddress = { host: '', domain: '', siteLabel: '', path: [], query: '', isHome: false }

export function readPage(page: Page): Reading {
  const data = readStructuredData(page.details.structured)
  const prose = readProse(page.text)
  return {
    page,
    address: readAddress(page.url) ?? nowhere,
    data,
    prose,
    facts: labelledFacts(data, prose.lines),
    tables: data.tables.length > 0 ? data.tables : tablesIn(prose.lines),
    titleParts: splitTitle(page.title ?? ''),
  }
}

/** What the site may be called: as it says, as its titles end, as its links to the front page read. */
export function siteNames({ page, data, address, titleParts }: Reading): string[] {
  const declared = [page.details.siteName, data.openGraph.get('site_name')]
  const home = page.details.links.find(
    ({ url, text }) =>
      /^https?:\/\/[^/]+\/?$/.test(url) &&
      readAddress(url)?.domain === address.domain &&
      isMadeFrom(address.siteLabel, text),
  )
  return [...declared, ...titleParts, ...splitTitle(data.openGraph.get('title') ?? ''), home?.text].filter(
    (name) => name !== undefined,
  )
}

const splitTitle = (title: string): string[] =>
  title
    .slice(0, 300)
    .split(/\s+[|–—·•»:-]\s+|:\s+|\s*[|•»]\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

function tablesIn(lines: readonly Line[]): Table[] {
  const tables: { caption: string; headers: string[]; rows: string[][] }[] = []
  let inside = false
  for (const { kind, text, heading } of lines) {
    const cells = text.split(' | ')
    if (kind === 'row' && inside) tables.at(-1)?.rows.push(cells)
    else if (kind === 'row') tables.push({ caption: heading, headers: cells, rows: [] })
    // The line of dashes under the header reads as blank.
    inside = kind === 'row' || (inside && kind === 'blank' && tables.at(-1)?.rows.length === 0)
  }
  return tables
}
