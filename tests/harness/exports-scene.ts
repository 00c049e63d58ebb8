import { setTimeout as delay } from 'node:timers/promises'
import type { WebsetExport } from '../../src/contract/exports.ts'
import type { Webset } from '../../src/contract/websets.ts'
import { publicTeamId } from '../../src/documents/index.ts'
import type { OpenReader } from '../../src/reader/index.ts'
import type { Citation, WebsetEngine } from '../../src/websets/index.ts'
import { testApi } from './api.ts'
import { handJobs } from './hand-jobs.ts'
import { urlOf, worldEngine, type Thing } from './webset-world.ts'

/** What the page of a thing says: each of its traits and facts, word for word. */
export const textOf = ({ name, traits, facts = {} }: Thing): string =>
  `# ${name}\n\n${[...traits.map((trait) => sentenceOf(name, trait)), ...Object.values(facts)].join('\n\n')}\n`

const sentenceOf = (name: string, trait: string): string =>
  trait.startsWith('not ') ? `It is wrong that ${name} ${trait.slice('not '.length)}.` : `${name} ${trait}.`

/**
 * The API on a small world whose things have pages, so that every quote stands somewhere. Work is done when the test
 * says so.
 */
export async function exportsScene(things: readonly Thing[], options: { reader?: OpenReader } = {}) {
  const hands = handJobs()
  const { engine, world } = worldEngine([])
  const texts = new Map<string, string>()
  const versions = new Map<string, number>()
  /** In place of where the world says that quotes stand: where they do. */
  const found = (citation: Citation): Citation[] => {
    const { documentId, quote } = citation.span
    const start = texts.get(documentId)?.indexOf(quote) ?? -1
    const version = versions.get(documentId) ?? 1
    const span = { ...citation.span, version, start, end: start + quote.length }
    return start < 0 ? [] : [{ ...citation, span }]
  }
  const grounded: WebsetEngine = {
    ...engine,
    async verify(...task) {
      const verified = await engine.verify(...task)
      return (
        verified && {
          ...verified,
          evaluations: verified.evaluations.map((one) => ({
            ...one,
            reader: readerName(),
            citations: one.citations.flatMap(found),
          })),
        }
      )
    },
    async enrich(...task) {
      const outcome = await engine.enrich(...task)
      return { ...outcome, reader: readerName(), citations: outcome.citations.flatMap(found) }
    },
  }
  let reader = 'world'
  const readerName = () => reader
  const api = await testApi(
    { 'limits.websetsPerSecond': 0, 'limits.otherPerSecond': 0 },
    { engine: grounded, openJobs: () => hands.jobs, ...(options.reader && { reader: options.reader }) },
  )
  const work = () => hands.work(api.records)

  /** Lets a thing be as given from now on, and its page say so. */
  async function put(thing: Thing): Promise<void> {
    const text = textOf(thing)
    const { documentId, version } = await api.documents.save({
      teamId: publicTeamId,
      url: urlOf(thing.name),
      aliases: [],
      source: 'test',
      fetchedAt: new Date(),
      title: thing.name,
      author: null,
      publishedAt: null,
      language: 'en',
      kind: 'article',
      category: null,
      text,
      html: null,
      details: { links: [], imageLinks: [], codeBlocks: [], structured: {} },
    })
    texts.set(documentId, text)
    versions.set(documentId, version)
    const at = world.things.findIndex(({ name }) => name === thing.name)
    const known = { ...thing, page: { documentId, version } }
    if (at < 0) world.things.push(known)
    else world.things[at] = known
  }
  await api.documents.ensurePublicTeam()
  for (const thing of things) await put(thing)

  return {
    ...api,
    world,
    work,
    put,
    jobs: hands.jobs,
    /** Who reads from now on. */
    letRead: (name: string) => void (reader = name),
    async makeWebset(body: object = {}): Promise<Webset> {
      const made = await api.call<Webset>('POST', '/websets/v0/websets', {
        body: {
          title: 'Shining things',
          search: { query: 'things that shine', count: 100, criteria: [{ description: 'shines' }] },
          enrichments: [{ description: 'colour' }, { description: 'size', format: 'number' }],
          ...body,
        },
      })
      await work()
      return made
    },
    /** Makes an export and answers it with its file. */
    async export(websetId: string, body: object) {
      const path = `/winnow/v1/websets/${websetId}/exports`
      const { id } = await api.call<WebsetExport>('POST', path, { body })
      await work()
      const made = await api.call<WebsetExport>('GET', `${path}/${id}`)
      const file = await api.request('GET', `${path}/${id}/download`, { key: api.ownerKey })
      return { made, file, bytes: Buffer.from(await file.clone().arrayBuffer()) }
    },
    /** Sends a bundle. */
    sendFile: (path: string, bytes: Uint8Array, key = api.ownerKey): Promise<Response> =>
      Promise.resolve(
        api.http.request(`http://localhost${path}`, {
          method: 'POST',
          headers: { host: 'localhost', 'x-api-key': key },
          body: new Blob([new Uint8Array(bytes)]),
        }),
      ),
    /** A moment that lies between what was and what comes. */
    async between(): Promise<string> {
      await delay(5)
      const moment = new Date().toISOString()
      await delay(5)
      return moment
    },
  }
}
