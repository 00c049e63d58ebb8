import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IndexDocument, IndexFilter, SearchIndex } from './search-index.ts'

const day = 86_400_000
const everyone: IndexFilter = { visibleTo: ['public'] }

/** A document of one passage per text; what a test does not care about has a value. */
export function indexDocument(
  id: string,
  texts: string | string[],
  more: Partial<IndexDocument> = {},
): IndexDocument {
  const url = more.url ?? `https://example.org/${id}`
  return {
    id,
    version: 1,
    url,
    canonicalUrl: url,
    title: null,
    language: 'en',
    kind: null,
    visibility: 'public',
    publishedAt: null,
    crawledAt: 0,
    contentHash: id,
    flags: [],
    passages: [texts].flat().map((text, ordinal) => ({
      ordinal,
      start: ordinal * 1_000,
      end: ordinal * 1_000 + text.length,
      text,
    })),
    ...more,
  }
}

/** A unit vector in a plane; those of near angles are near. */
export function angle(degrees: number, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  vector[0] = Math.cos((degrees * Math.PI) / 180)
  vector[1] = Math.sin((degrees * Math.PI) / 180)
  return vector
}

async function* each(documents: IndexDocument[]): AsyncGenerator<IndexDocument> {
  yield* documents
}

/** What every index promises. `open` opens the index of this test; `dimensions` are those of its model. */
export function searchIndexSuite(
  name: string,
  dimensions: number,
  begin: () => Promise<{ open(): Promise<SearchIndex>; end(): Promise<void> }>,
): void {
  const withVector = (document: IndexDocument, degrees: number): IndexDocument => ({
    ...document,
    passages: document.passages.map((passage) => ({ ...passage, vector: angle(degrees, dimensions) })),
  })
  const page = (id: string, more: Partial<IndexDocument> = {}, text = 'A page'): IndexDocument =>
    withVector(indexDocument(id, text, more), 0)

  describe(`${name} keeps the promises of an index`, () => {
    let place: Awaited<ReturnType<typeof begin>>
    let index: SearchIndex
    beforeEach(async () => {
      place = await begin()
      index = await place.open()
    })
    afterEach(async () => {
      await index.close()
      await place.end()
    })

    const words = async (query: string, filter: Partial<IndexFilter> = {}): Promise<string[]> => {
      const hits = await index.keyword(query, { ...everyone, ...filter }, 50)
      return [...new Set(hits.map((hit) => hit.documentId))]
    }
    const nearest = async (degrees: number, filter: Partial<IndexFilter> = {}): Promise<string[]> => {
      const hits = await index.vector(angle(degrees, dimensions), { ...everyone, ...filter }, 50)
      return [...new Set(hits.map((hit) => hit.documentId))]
    }
    const found = async (filter: Partial<IndexFilter>): Promise<string[]> => {
      const byWords = (await words('page', filter)).toSorted()
      expect((await nearest(0, filter)).toSorted()).toEqual(byWords)
      return byWords
    }

    describe('searching', () => {
      it('finds nothing in an empty index', async () => {
        expect(await words('anything')).toEqual([])
        expect(await nearest(0)).toEqual([])
      })

      it('finds by words, best first, with what a result needs', async () => {
        await index.upsert([
          indexDocument('ferry', 'The ferry crosses the sound twice a day', {
            title: 'Ferry',
            publishedAt: day,
          }),
          indexDocument('both', [
            'Timetables',
            'A ferry, another ferry and the ferry timetable of the sound',
          ]),
          indexDocument('other', 'Bread is baked before dawn'),
        ])
        expect(await words('ferry timetables')).toEqual(['both', 'ferry'])
        const [hit] = await index.keyword('crosses', everyone, 10)
        expect(hit).toMatchObject({
          documentId: 'ferry',
          version: 1,
          ordinal: 0,
          start: 0,
          end: 39,
          url: 'https://example.org/ferry',
          title: 'Ferry',
          publishedAt: day,
          contentHash: 'ferry',
        })
        expect(hit!.score).toBeGreaterThan(0)
      })

      it('finds by meaning, nearest first, and only what is embedded', async () => {
        await index.upsert([
          withVector(indexDocument('north', 'n'), 90),
          withVector(indexDocument('east', 'e'), 10),
          indexDocument('nowhere', 'x'),
        ])
        expect(await nearest(0)).toEqual(['east', 'north'])
        const [hit] = await index.vector(angle(10, dimensions), everyone, 1)
        expect(hit!.score).toBeCloseTo(1, 3)
      })

      it.each([
        ['en', 'The runners were running home', 'runner run'],
        ['de', 'Die Häuser der Stadt wurden verkauft', 'Haus Städte'],
        ['fr', 'Les chevaux galopaient dans les prairies', 'cheval galoper'],
        ['es', 'Las canciones fueron cantadas', 'canción'],
        ['ja', '東京の天気は晴れです', '天気'],
        [null, 'Zürich and its trams', 'zurich tram trams'],
      ])('finds inflected words of the language %s', async (language, text, query) => {
        await index.upsert([
          indexDocument('found', text, { language }),
          indexDocument('other', 'Nothing of the kind', { language: 'en' }),
        ])
        expect(await words(query)).toEqual(['found'])
      })

      it('takes any characters for a query', async () => {
        await index.upsert([indexDocument('a', "O'Brien's cat")])
        for (const query of ["o'brien", '"cat" AND (', 'cat\u0000*?~^:', 'cat '.repeat(2_000)]) {
          expect(await words(query)).toEqual(['a'])
        }
        for (const query of ['', '   ', 'the of', '!?']) expect(await words(query)).toEqual([])
      })

      it('rejects with the reason of an aborted signal', async () => {
        const reason = new Error('no longer wanted')
        const aborted = AbortSignal.abort(reason)
        await expect(index.keyword('x', everyone, 1, aborted)).rejects.toBe(reason)
        const controller = new AbortController()
        const running = index.vector(angle(0, dimensions), everyone, 1, controller.signal)
        controller.abort(reason)
        await expect(running).rejects.toBe(reason)
      })
    })

    describe.each([
      ['what was just written', (documents: IndexDocument[]) => index.upsert(documents)],
      ['what was rebuilt', (documents: IndexDocument[]) => index.rebuild(each(documents))],
    ])('filtering %s', (_, put) => {
      it('shows a document to those only who may see it', async () => {
        await put([page('open'), page('a', { visibility: 'team_a' }), page('b', { visibility: "team_b'" })])
        expect(await found({ visibleTo: ['public'] })).toEqual(['open'])
        expect(await found({ visibleTo: ['public', 'team_a'] })).toEqual(['a', 'open'])
        expect(await found({ visibleTo: ["team_b'"] })).toEqual(['b'])
        expect(await found({ visibleTo: [] })).toEqual([])
        expect(await index.vectorsOf('a', ['public'])).toEqual([])
        expect(await index.vectorsOf('a', ['team_a'])).toEqual([angle(0, dimensions)])
      })

      it('knows domains, domains below, paths and wildcards', async () => {
        await put([
          page('root', { url: 'https://site.org/' }),
          page('www', { url: 'https://www.site.org/blog/one?page=2' }),
          page('blog', { url: 'https://site.org/blog/' }),
          page('blogging', { url: 'https://site.org/blogging' }),
          page('docs', { url: 'https://docs.site.org/blog/x' }),
          page('other', { url: 'https://notsite.org/blog' }),
          page('ip', { url: 'http://127.0.0.1:8080/blog' }),
        ])
        expect(await found({ includeDomains: ['site.org'] })).toEqual([
          'blog',
          'blogging',
          'docs',
          'root',
          'www',
        ])
        expect(await found({ includeDomains: ['*.site.org'] })).toEqual(['docs', 'www'])
        expect(await found({ includeDomains: ['site.org/blog'] })).toEqual(['blog', 'www'])
        expect(await found({ includeDomains: ['*.site.org/blog'] })).toEqual(['docs', 'www'])
        expect(await found({ includeDomains: ['https://Docs.Site.org/', 'notsite.org'] })).toEqual([
          'docs',
          'other',
        ])
        expect(await found({ includeDomains: ['127.0.0.1'] })).toEqual(['ip'])
        expect(await found({ excludeDomains: ['site.org/blog', '127.0.0.1', 'docs.site.org'] })).toEqual([
          'blogging',
          'other',
          'root',
        ])
        expect(await found({ includeDomains: ["o'brien.org", 'site.org/%', 'si_e.org'] })).toEqual([])
      })

      it('knows dates, kinds, flags and documents', async () => {
        await put([
          page('old', { publishedAt: 1 * day, crawledAt: 5 * day, kind: 'news' }),
          page('new', { publishedAt: 3 * day, crawledAt: 4 * day, kind: 'paper', flags: ['unsafe', 'x'] }),
          page('undated', { crawledAt: 4 * day }),
        ])
        expect(await found({ published: { from: 1 * day, to: 2 * day } })).toEqual(['old'])
        expect(await found({ published: { from: 3 * day } })).toEqual(['new'])
        expect(await found({ crawled: { to: 4 * day } })).toEqual(['new', 'undated'])
        expect(await found({ kinds: ['news', 'paper'], published: {} })).toEqual(['new', 'old'])
        expect(await found({ excludeFlags: ['unsafe'] })).toEqual(['old', 'undated'])
        expect(await found({ excludeDocuments: ['old'] })).toEqual(['new', 'undated'])
      })

      it('knows what a document says anywhere, and what it must not say', async () => {
        await put([
          withVector(indexDocument('far', ['A page', 'here it mentions Grace\nHopper by name']), 0),
          page('near', {}, 'A page on grace hopper and the state of the art'),
          page('stem', {}, 'A page on graceful hoppers'),
          page('part', {}, 'A page on disgrace hopper'),
          page('german', { language: 'de' }, 'A page über GRACE HOPPER'),
        ])
        expect(await found({ includeText: ['Grace Hopper'] })).toEqual(['far', 'german', 'near'])
        expect(await found({ excludeText: ['grace hopper'] })).toEqual(['part', 'stem'])
        expect(await found({ includeText: ['grace hopper', 'state of the art'] })).toEqual(['near'])
        expect(await found({ includeText: ['of the'] })).toEqual(['near'])
        expect(await found({ includeText: ['(grace'] })).toEqual([])
      })
    })

    describe('writing', () => {
      it('replaces a document with all its passages, and never by an older version', async () => {
        await index.upsert([indexDocument('a', ['apple', 'apricot'])])
        await index.upsert([indexDocument('a', 'banana', { version: 3 })])
        await index.upsert([indexDocument('a', 'cherry', { version: 2 })])
        expect(await words('apple apricot cherry')).toEqual([])
        expect(await words('banana')).toEqual(['a'])
        expect(await index.statistics()).toMatchObject({ documents: 1, passages: 1 })
      })

      it('may be given the same again', async () => {
        const document = withVector(indexDocument('a', 'apple'), 0)
        await index.upsert([document, document])
        await index.upsert([document])
        expect(await index.keyword('apple', everyone, 10)).toHaveLength(1)
        expect(await nearest(0)).toEqual(['a'])
        expect(await index.statistics()).toMatchObject({ documents: 1, passages: 1, embedded: 1 })
      })

      it('keeps the order of writes that are not waited for', async () => {
        await Promise.all([
          index.upsert([indexDocument('a', 'apple'), indexDocument('b', 'apple')]),
          index.delete(['a', 'unknown']),
          index.upsert([indexDocument('c', 'apple')]),
          index.delete(['b']),
          index.upsert([indexDocument('b', 'apple')]),
        ])
        expect((await words('apple')).toSorted()).toEqual(['b', 'c'])
      })

      it('deletes words and vectors', async () => {
        await index.upsert([
          withVector(indexDocument('a', 'apple'), 0),
          withVector(indexDocument('b', 'apple'), 5),
        ])
        await index.delete(['a'])
        expect(await words('apple')).toEqual(['b'])
        expect(await nearest(0)).toEqual(['b'])
        expect(await index.statistics()).toMatchObject({ documents: 1, passages: 1, embedded: 1 })
      })

      it('drops a document that has no passages any more', async () => {
        await index.upsert([withVector(indexDocument('a', 'apple'), 0)])
        await index.upsert([indexDocument('a', [], { version: 2 })])
        expect(await words('apple')).toEqual([])
        expect(await nearest(0)).toEqual([])
      })

      it('says which passages lack vectors, and takes them later', async () => {
        await index.upsert([
          indexDocument('a', ['one', 'two', 'three']),
          withVector(indexDocument('b', 'four'), 90),
          indexDocument('c', 'five', { language: 'de', version: 7 }),
        ])
        const first = await index.unembedded(null, 2)
        expect(first.passages.map(({ text }) => text)).toEqual(['one', 'two'])
        const second = await index.unembedded(first.next, 10)
        expect(second).toMatchObject({
          next: null,
          passages: [{ text: 'three' }, { documentId: 'c', version: 7, text: 'five' }],
        })

        const vector = angle(0, dimensions)
        await index.setVectors([
          ...[...first.passages, ...second.passages].map((passage) => ({ ...passage, vector })),
          { documentId: 'b', version: 99, ordinal: 0, vector },
          { documentId: 'gone', version: 1, ordinal: 0, vector },
        ])
        expect((await index.unembedded(null, 10)).passages).toEqual([])
        expect(await nearest(0)).toEqual(expect.arrayContaining(['a', 'b', 'c']))
        expect(await index.vectorsOf('a', ['public'])).toEqual([vector, vector, vector])
        expect(await index.statistics()).toMatchObject({ passages: 5, embedded: 5 })
        await expect(
          index.setVectors([{ documentId: 'a', version: 1, ordinal: 0, vector: new Float32Array(1) }]),
        ).rejects.toThrow('dimensions')
      })

      it('keeps the vectors of passages whose text is unchanged, with what else is new', async () => {
        await index.upsert([withVector(indexDocument('a', ['same', 'former']), 0)])
        await index.upsert([indexDocument('a', ['same', 'changed'], { version: 2, kind: 'news' })])
        const hits = await index.vector(angle(0, dimensions), { ...everyone, kinds: ['news'] }, 10)
        expect(hits).toMatchObject([{ documentId: 'a', ordinal: 0, version: 2 }])
        expect((await index.unembedded(null, 10)).passages).toMatchObject([{ ordinal: 1, text: 'changed' }])
      })

      it('is there again after it was closed, and seen by others while open', async () => {
        const reader = await place.open()
        await index.upsert([withVector(indexDocument('a', 'apple'), 0)])
        expect(await reader.keyword('apple', everyone, 10)).toHaveLength(1)
        expect(await reader.vector(angle(0, dimensions), everyone, 10)).toHaveLength(1)
        await reader.close()
        await index.close()
        await expect(index.keyword('apple', everyone, 10)).rejects.toMatchObject({ code: 'unavailable' })
        index = await place.open()
        expect(await words('apple')).toEqual(['a'])
        expect((await index.statistics()).sizeBytes).toBeGreaterThan(0)
      })
    })

    describe('rebuilding', () => {
      it('holds exactly what it was given, with vectors that are still right', async () => {
        await index.upsert([
          withVector(indexDocument('a', 'apple'), 0),
          withVector(indexDocument('b', 'banana'), 0),
        ])
        const reader = await place.open()
        await index.rebuild(each([indexDocument('a', 'apple', { version: 2 }), indexDocument('c', 'cherry')]))
        for (const one of [index, reader]) {
          expect(await one.statistics()).toMatchObject({ documents: 2, passages: 2, embedded: 1 })
          expect(await one.keyword('apple banana cherry', everyone, 10)).toHaveLength(2)
        }
        expect(await nearest(0)).toEqual(['a'])
        await reader.close()
        await index.upsert([indexDocument('d', 'apple'), indexDocument('a', 'avocado', { version: 3 })])
        expect(await words('apple avocado')).toEqual(expect.arrayContaining(['d', 'a']))
      })

      it('loses nothing that is written meanwhile', async () => {
        await index.upsert([indexDocument('old', 'apple'), indexDocument('gone', 'apple')])
        async function* documents(): AsyncGenerator<IndexDocument> {
          yield indexDocument('old', 'apple')
          yield indexDocument('gone', 'apple')
          await index.upsert([indexDocument('new', 'apple'), indexDocument('old', 'banana', { version: 2 })])
          await index.delete(['gone'])
          await index.setVectors([
            { documentId: 'new', version: 1, ordinal: 0, vector: angle(0, dimensions) },
          ])
        }
        await index.rebuild(documents())
        expect(await words('apple')).toEqual(['new'])
        expect(await words('banana')).toEqual(['old'])
        expect(await nearest(0)).toEqual(['new'])
      })

      it('leaves the index as it was when it fails', async () => {
        await index.upsert([indexDocument('a', 'apple')])
        const reason = new Error('stopped')
        const aborted = AbortSignal.abort(reason)
        await expect(index.rebuild(each([indexDocument('b', 'banana')]), aborted)).rejects.toBe(reason)
        async function* broken(): AsyncGenerator<IndexDocument> {
          yield indexDocument('b', 'banana')
          throw reason
        }
        await expect(index.rebuild(broken())).rejects.toBe(reason)
        expect(await words('apple banana')).toEqual(['a'])
      })
    })
  })
}
