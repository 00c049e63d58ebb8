import type { Caller } from '../access/index.ts'
import type { Contents } from '../contents/index.ts'
import type { ContentsStatus } from '../contract/contents.ts'
import { registrableDomain, type Document } from '../documents/index.ts'
import type { Subject } from '../reader/index.ts'
import type { Search } from '../search/index.ts'
import { namer, siteNamed } from './naming.ts'

/** The most pages that one question is read in. */
export const mostPages = 12
const mostOfSite = 8
/** How far down the pages that name somebody are looked at. */
const candidates = 24

export interface Question {
  /** What the pages are to tell: they are chosen by it. */
  readonly question: string
  readonly subject: Subject
  /** These pages and no others. */
  readonly urls?: readonly string[] | undefined
}

export interface Gathered {
  /** Each document once; the subject's own page first. */
  readonly documents: readonly Document[]
  /** For each address that was named, in that order. */
  readonly statuses: readonly ContentsStatus[]
}

interface Needs {
  readonly search: Search
  readonly contents: Contents
}

export type Evidence = ReturnType<typeof createEvidence>

/** Gathers the pages that a question about somebody or something is read in. */
export function createEvidence({ search, contents }: Needs) {
  return {
    /** A page that cannot be had is a status. Without pages there are no documents. */
    async gather(caller: Caller, question: Question, signal: AbortSignal): Promise<Gathered> {
      const { urls, subject } = question
      const named = urls ?? (subject.url === undefined ? [] : [subject.url])
      const { documents, statuses } = await contents.pages(named, { caller, options: {}, signal })
      if (urls) return { documents: distinct(documents), statuses }
      const more = await findPages(caller, question, documents[0], signal)
      return { documents: distinct([...documents, ...more]).slice(0, mostPages), statuses }
    },
  }

  /** Pages of the subject's own site, and then those elsewhere that name it; each ranked by the question. */
  async function findPages(
    caller: Caller,
    { question, subject }: Question,
    page: Document | undefined,
    signal: AbortSignal,
  ): Promise<Document[]> {
    const isCompany = subject.type === undefined ? isFrontPage(subject.url) : subject.type === 'company'
    const name = subject.name ?? (isCompany ? page?.details.siteName : undefined)
    const names = name === undefined ? () => false : namer(name)
    const naming = name === undefined ? [] : (await find(`${name} ${question}`, name)).filter(names)
    const known = subject.url ?? page?.url
    const site = known === undefined ? siteNamed(name ?? '', naming) : siteOf(known)
    const ofSite = site === undefined ? [] : await find(question, name, [site])
    // A company's site speaks of the company; a person's or a paper's page stands on a site about much else.
    const own = isCompany || known === undefined ? ofSite : ofSite.filter(names)
    return [...own.slice(0, mostOfSite), ...naming]

    async function find(query: string, also?: string, includeDomains?: string[]): Promise<Document[]> {
      const queries = also === undefined ? [query] : [query, also]
      const filters = { numResults: candidates, ...(includeDomains && { includeDomains }) }
      return search.load(caller, await search.find(caller, filters, { queries }, signal), candidates)
    }
  }
}

const siteOf = (url: string): string | undefined =>
  URL.canParse(url) ? registrableDomain(new URL(url).hostname) : undefined

const isFrontPage = (url: string | undefined): boolean =>
  url === undefined || (URL.canParse(url) && new URL(url).pathname === '/')

function distinct(documents: readonly Document[]): Document[] {
  return [...new Map(documents.map((document) => [document.id, document])).values()]
}
