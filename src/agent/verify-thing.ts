import type { Document, Documents } from '../documents/index.ts'
import { spanOf } from '../reader/index.ts'
import { quotesOf, type Quote } from '../readings/index.ts'
import type { Search } from '../search/index.ts'
import type { Candidate, SearchSpec } from '../websets/index.ts'
import type { Asked } from './agent-step.ts'
import { toQuote, type Known } from './fill-thing.ts'

interface Needs {
  readonly documents: Pick<Documents, 'load' | 'versions'>
  readonly search: Pick<Search, 'find' | 'load'>
}

export type Verified = Known & {
  /** Whether it meets every criterion, and some page calls it by its name. */
  readonly isWanted: boolean
}

const pagesNaming = 5

/** Looks whether a candidate is what is wanted, and where it is called by its name. Null: there is no page of it. */
export function createVerifyThing({ documents, search }: Needs) {
  return async function verifyThing(
    { engine, run }: Asked,
    spec: SearchSpec,
    candidate: Candidate,
  ): Promise<Verified | null> {
    const found = await engine.verify(spec, candidate, run)
    if (!found) return null
    const { presented, evaluations } = found
    const quotes = evaluations.flatMap(({ citations }) => citations.map(toQuote))
    const versions = [...(presented.content ? [presented.content] : []), ...quotes]
    const { documentId } = candidate
    const pages = [
      ...(await documents.versions(spec.teamId, versions)),
      ...(await documents.load(spec.teamId, documentId === null ? [] : [documentId])).values(),
    ]
    const name = nameIn(presented.properties) ?? candidate.name ?? pages[0]?.title ?? null
    const naming = name === null ? [] : await namingOf(spec.teamId, name, pages, run.signal)
    const { entityKey, url, properties } = presented
    const isMet = evaluations.every(({ satisfied }) => satisfied === 'yes')
    const opening = openingOf(pages.find((page) => page.url === url))
    const isWanted = isMet && naming.length > 0
    return { entityKey, url, properties, candidate, name, naming, opening, isWanted }
  }

  /** A site may have its name in its logo alone; others then say it. */
  async function namingOf(
    teamId: string,
    name: string,
    pages: readonly Document[],
    signal: AbortSignal,
  ): Promise<Quote[]> {
    const own = namingOn(pages, name)
    if (own.length > 0) return own
    const found = await search.find({ teamId }, { numResults: pagesNaming }, { queries: [name] }, signal)
    return namingOn(await search.load({ teamId }, found, pagesNaming), name)
  }
}

/** Where a page calls something by its name; none: nowhere. */
function namingOn(pages: readonly Document[], name: string): Quote[] {
  for (const page of pages) {
    const start = page.text.indexOf(name)
    if (start >= 0) return quotesOf([spanOf(page, { start, end: start + name.length })], [page])
  }
  return []
}

/** The first line that says something. */
function openingOf(page: Document | undefined): Quote[] {
  const line = /[^\n]*\p{L}[^\n]*/u.exec(page?.text ?? '')
  if (!page || !line) return []
  return quotesOf([spanOf(page, { start: line.index, end: line.index + line[0].length })], [page])
}

function nameIn(properties: Known['properties']): string | null {
  for (const part of ['company', 'person', 'researchPaper', 'article', 'custom']) {
    const details = properties[part]
    if (typeof details !== 'object' || details === null) continue
    const name = 'name' in details ? details.name : 'title' in details ? details.title : null
    return typeof name === 'string' ? name : null
  }
  return null
}
