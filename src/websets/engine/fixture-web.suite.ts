import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../../../tests/harness/database.ts'
import { testEngine } from '../../../tests/harness/engine.ts'
import { silentLog } from '../../../tests/harness/log.ts'
import { createIds, systemClock } from '../../adapters/system/clock-and-ids.ts'
import { createDocuments, createProjection, publicTeamId, type PageToSave } from '../../documents/index.ts'
import { spanOf, type OpenReader, type Span } from '../../reader/index.ts'
import type { Run, SearchSpec } from '../engine.ts'
import { createWebsetEngine } from './create-webset-engine.ts'

type Needs = Parameters<typeof createWebsetEngine>[0]

interface PageParts extends Partial<Omit<PageToSave, 'details'>> {
  readonly links?: readonly (readonly [url: string, text: string])[]
}

export function page(
  url: string,
  title: string,
  text: string,
  { links = [], ...more }: PageParts = {},
): PageToSave {
  return {
    teamId: publicTeamId,
    url,
    aliases: [],
    source: 'test',
    fetchedAt: new Date('2026-05-01'),
    title,
    author: null,
    publishedAt: null,
    language: 'en',
    kind: 'article',
    category: null,
    text,
    html: null,
    details: {
      links: links.map(([to, said]) => ({ url: to, text: said })),
      imageLinks: [],
      codeBlocks: [],
      structured: {},
    },
    ...more,
  }
}

/** An engine over pages of one's own: real records and a real index, and a reader that knows words alone. */
export async function engineOver(pages: readonly PageToSave[], needs: Partial<Needs> = {}) {
  const { records } = await testDatabase()
  const { index, writer, embedder } = await testEngine(records)
  const documents = createDocuments({
    records,
    clock: systemClock,
    ids: createIds(),
    onChange: () => writer.notice(),
  })
  const projection = createProjection({ records })
  await documents.ensurePublicTeam()
  for (const id of new Set(pages.map(({ teamId }) => teamId)))
    await records.db
      .insertInto('teams')
      .values({ id, name: id, budget_nanos: null, created_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const one of pages) await documents.save(one)
  for (let attempt = 0; ; attempt++) {
    const { waiting } = await projection.counts()
    const { passages, embedded } = await index.statistics()
    if (waiting === 0 && (pages.length === 0 || (passages > 0 && embedded >= passages))) break
    if (attempt === 400) throw new Error('the index did not follow within ten seconds')
    await sleep(25)
  }
  const engine = createWebsetEngine({
    index,
    embedder,
    documents,
    clock: systemClock,
    log: silentLog,
    reader: wordReader,
    pages: { get: async () => ({ error: { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404 } }) },
    ...needs,
  })
  return { engine, documents }
}

export const aRun = (more: Partial<Run> = {}): Run => ({
  signal: new AbortController().signal,
  now: new Date('2026-06-15'),
  mayFetch: false,
  ...more,
})

export const aSearch = (more: Partial<SearchSpec> & Pick<SearchSpec, 'query' | 'entity'>): SearchSpec => ({
  teamId: 'team_reader',
  criteria: [],
  ...more,
})

/** Says yes to “says …” where the words stand in a source, no to “denies …”, and extracts what stands behind “…:”. */
export const wordReader: Needs['reader'] = {
  name: 'words',
  async judge({ criterion, sources }) {
    const [verb = '', ...rest] = criterion.split(' ')
    const spans = sources.flatMap((source) => spansOf(source, rest.join(' ')))
    const satisfied = spans.length === 0 ? 'unclear' : verb === 'denies' ? 'no' : 'yes'
    return {
      satisfied,
      confidence: 0.9,
      reasoning: `read ${sources.length}`,
      spans,
      reader: 'words',
      notes: [],
    }
  },
  async extract({ description, format, sources }) {
    for (const source of sources) {
      const found = new RegExp(`${description}: (.+)`).exec(source.text)
      if (!found) continue
      const values = found[1]!.replace(/\.$/, '').split(', ')
      const spans = [spanOf(source, { start: found.index, end: found.index + found[0].length })]
      return {
        format: format ?? 'text',
        values,
        confidence: 1,
        reasoning: 'found',
        spans,
        reader: 'words',
        notes: [],
      }
    }
    const nothing = { values: null, confidence: 0, reasoning: 'not found', spans: [] }
    return { format: format ?? 'text', ...nothing, reader: 'words', notes: [] }
  },
  async decompose(wish) {
    return {
      entityType: 'company',
      entityDescription: 'makers of things',
      criteria: wish.includes(' ') ? [wish] : [],
      enrichments: [],
      reader: 'words',
      notes: [],
    }
  },
} satisfies Pick<OpenReader, 'name' | 'judge' | 'extract' | 'decompose'>

function spansOf(source: { id: string; version: number; text: string }, words: string): Span[] {
  const start = source.text.indexOf(words)
  return start < 0 ? [] : [spanOf(source, { start, end: start + words.length })]
}
