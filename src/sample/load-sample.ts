import { readFile } from 'node:fs/promises'
import type { ReadPage } from '../contents/index.ts'
import { canonicalUrl, publicTeamId, type Documents } from '../documents/index.ts'
import type { Log } from '../ports/log.ts'
import type { Records } from '../ports/records.ts'
import { readKnownVectors } from './known-vectors.ts'

/** Beside the program, in the source tree as in the package. */
const folder = new URL('../../sample/', import.meta.url)
export const sampleVectorsFile = new URL('vectors.bin', folder)
export const readSampleVectors = async () => readKnownVectors(await readFile(sampleVectorsFile))

interface SamplePage {
  readonly url: string
  readonly file: string
  readonly contentType: string
  readonly lastModified: string
  readonly auxiliary?: boolean
}

export interface SampleNeeds {
  readonly records: Records
  readonly documents: Documents
  readonly read: (page: SampleBytes, signal: AbortSignal) => Promise<ReadPage>
  readonly log: Log
}

interface SampleBytes {
  readonly finalUrl: string
  readonly body: Uint8Array
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
}

const pagesAtOnce = 4

export async function readSamplePages(): Promise<SamplePage[]> {
  const { pages } = JSON.parse(await readFile(new URL('sites.json', folder), 'utf8')) as {
    pages: SamplePage[]
  }
  return pages.filter(({ auxiliary }) => !auxiliary)
}

export const readSampleBytes = async (page: SamplePage): Promise<SampleBytes> => ({
  finalUrl: page.url,
  body: await readFile(new URL(page.file, folder)),
  contentType: page.contentType,
  headers: { 'last-modified': page.lastModified },
})

export async function isSampleLoaded({ db }: Records): Promise<boolean> {
  const done = await db
    .selectFrom('first_steps')
    .select('name')
    .where('name', '=', 'sample')
    .executeTakeFirst()
  return done !== undefined
}

/**
 * Loads the sample web, once in the life of a database. Killed half-way it is loaded again at the next start: saving
 * the same page twice changes nothing.
 */
export async function loadSample(
  { records, documents, read, log }: SampleNeeds,
  signal: AbortSignal,
): Promise<number> {
  const { db } = records
  const waiting = (await readSamplePages()).values()
  let loaded = 0
  await Promise.all(
    Array.from({ length: pagesAtOnce }, async () => {
      for (const page of waiting) {
        signal.throwIfAborted()
        const bytes = await readSampleBytes(page)
        const content = await read(bytes, signal)
        await documents.save({
          ...content,
          teamId: publicTeamId,
          url: canonicalUrl(page.url, content.canonicalUrl),
          aliases: [page.url],
          source: 'sample',
          fetchedAt: new Date(page.lastModified),
        })
        loaded++
      }
    }),
  )
  await db.insertInto('first_steps').values({ name: 'sample', done_at: new Date() }).execute()
  log.info({ pages: loaded }, 'the sample web was loaded')
  return loaded
}
