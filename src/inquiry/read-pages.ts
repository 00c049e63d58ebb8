import type { Document, Documents } from '../documents/index.ts'
import type { AnswerTask, NamedReader, ReadBy, Reading, Statement } from '../reader/index.ts'
import { quotesOf } from '../readings/index.ts'
import { pageKey } from './choose-pages.ts'
import type { Finding, Page } from './happening.ts'

/** What pages say, and who read them. */
export interface PagesRead extends ReadBy {
  readonly findings: readonly Finding[]
}

const longestStatement = 700

/** What a listing says is said better by what it lists, so it is read where nothing else answers. */
export async function readPages(
  documents: Pick<Documents, 'versions'>,
  teamId: string,
  asked: NamedReader,
  task: Omit<AnswerTask, 'sources'>,
  pages: readonly Page[],
  reading: Reading,
): Promise<PagesRead> {
  const all = inOrder(pages, await documents.versions(teamId, pages))
  const telling = all.filter((source) => !isListing(source))
  const first = await read(telling)
  return first.findings.length > 0 || telling.length === all.length ? first : read(all)

  async function read(sources: readonly Document[]): Promise<PagesRead> {
    if (sources.length === 0) return { findings: [], reader: asked.name, notes: [] }
    const { statements, ...by } = await collect(asked.answer({ ...task, sources }, reading))
    return { findings: toFindings(statements, sources), ...by }
  }
}

async function collect(answer: AsyncGenerator<Statement, ReadBy>) {
  const statements: Statement[] = []
  let next = await answer.next()
  for (; !next.done; next = await answer.next()) statements.push(next.value)
  return { statements, ...next.value }
}

const toFindings = (statements: readonly Statement[], sources: readonly Document[]): Finding[] =>
  statements
    .map(({ text, spans }) => ({ text: text.trim(), quotes: quotesOf(spans, sources) }))
    // What goes on and on, such as a page that is laid out in one cell, states nothing.
    .filter(({ text }) => text.length <= longestStatement)

/** Pages that name what other pages tell. */
const isListing = ({ kind }: Document): boolean => kind === 'listing' || kind === 'collection'

function inOrder<D extends { id: string; version: number }>(
  pages: readonly Page[],
  sources: readonly D[],
): D[] {
  const byKey = new Map(
    sources.map((source) => [pageKey({ documentId: source.id, version: source.version }), source]),
  )
  return pages.flatMap((page) => byKey.get(pageKey(page)) ?? [])
}

export const documentsOf = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ quotes }) => quotes.map(({ documentId }) => documentId))
