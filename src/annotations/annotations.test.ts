import { expect, test } from 'vitest'
import { testDatabase } from '../../tests/harness/database.ts'
import { createIds, systemClock } from '../adapters/system/clock-and-ids.ts'
import { CreateAnnotationRequest, ListAnnotationsRequest } from '../contract/annotations.ts'
import { createDocuments, publicTeamId } from '../documents/index.ts'
import { createAnnotations } from './annotations.ts'

const { records } = await testDatabase()
const needs = { records, clock: systemClock, ids: createIds() }
const annotations = createAnnotations(needs)
let teams = 0

/** A team of its own for each test. */
async function owner() {
  const id = `team-${++teams}`
  await records.db
    .insertInto('teams')
    .values({ id, name: id, budget_nanos: null, created_at: new Date() })
    .execute()
  return { teamId: id, keyId: 'key-1' }
}
type Owner = Awaited<ReturnType<typeof owner>>
const note = (who: Owner, request: object) =>
  annotations.create(who, CreateAnnotationRequest.parse({ text: 'x', ...request }))
const page = (url: string) => ({ type: 'document', url })
const texts = async (who: Owner, query: object = {}) =>
  (await annotations.list(who, ListAnnotationsRequest.parse(query))).data.map(({ text }) => text)

test('what was noted is read as it was written, changed in part, and gone once deleted', async () => {
  const who = await owner()
  const subject = { type: 'item', websetId: 'webset_1', id: 'witem_1' } as const
  const made = await note(who, {
    kind: 'finding',
    subject,
    labels: ['a', 'b'],
    text: ' Growing. ',
    metadata: { k: 'v' },
  })
  expect(made).toMatchObject({
    kind: 'finding',
    subject,
    labels: ['a', 'b'],
    text: 'Growing.',
    metadata: { k: 'v' },
  })
  expect(await annotations.get(who, made.id)).toEqual(made)
  const changed = await annotations.update(who, { id: made.id, labels: [], metadata: null, subject: null })
  expect(changed).toMatchObject({
    text: 'Growing.',
    kind: 'finding',
    labels: [],
    metadata: {},
    subject: null,
  })
  expect(await annotations.remove(who, made.id)).toMatchObject({ text: 'Growing.' })
  const missing = { code: 'not_found', reason: 'ANNOTATION_NOT_FOUND' }
  await expect(annotations.get(who, made.id)).rejects.toMatchObject(missing)
  await expect(annotations.update(who, { id: made.id, text: 'x' })).rejects.toMatchObject(missing)
  await expect(annotations.remove(who, made.id)).rejects.toMatchObject(missing)
})

test('the annotations of another key of the team are not there', async () => {
  const who = await owner()
  const other = { ...who, keyId: 'key-2' }
  const { id } = await note(who, { idempotencyKey: 'once' })
  await expect(annotations.get(other, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(annotations.update(other, { id, text: 'theirs' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(annotations.remove(other, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await texts(other)).toEqual([])
  expect((await note(other, { idempotencyKey: 'once' })).id).not.toBe(id)
})

test('lists are narrowed by kind, label, subject and words, and read page by page', async () => {
  const who = await owner()
  await note(who, { text: 'one', kind: 'question', labels: ['red'] })
  await note(who, {
    text: 'two',
    labels: ['red', 'blue'],
    subject: page('https://www.a.example/x/?utm_source=y'),
  })
  await note(who, { text: 'Three 100% sure', subject: { type: 'webset', id: 'webset_1' } })
  expect(await texts(who)).toEqual(['Three 100% sure', 'two', 'one'])
  expect(await texts(who, { kind: 'question' })).toEqual(['one'])
  expect(await texts(who, { label: 'red' })).toEqual(['two', 'one'])
  expect(await texts(who, { subject: page('https://a.example/x') })).toEqual(['two'])
  expect(await texts(who, { subject: { type: 'task', id: 'webset_1' } })).toEqual([])
  expect(await texts(who, { search: 'three 100%' })).toEqual(['Three 100% sure'])
  expect(await texts(who, { search: '%' })).toEqual(['Three 100% sure'])
  const first = await annotations.list(who, ListAnnotationsRequest.parse({ limit: 2 }))
  expect(first).toMatchObject({ hasMore: true })
  expect(await texts(who, { limit: 2, cursor: first.nextCursor })).toEqual(['one'])
  await expect(texts(who, { cursor: 'annotation_x' })).rejects.toMatchObject({ code: 'invalid_request' })
})

test('the same idempotency key makes one, also when many ask at once', async () => {
  const who = await owner()
  const made = await Promise.all([1, 2, 3, 4].map(() => note(who, { idempotencyKey: 'k' })))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(await texts(who)).toHaveLength(1)
  await annotations.remove(who, made[0]?.id ?? '')
  expect((await note(who, { idempotencyKey: 'k' })).id).not.toBe(made[0]?.id)
})

test('a key may have so many, and no more', async () => {
  const who = await owner()
  const few = createAnnotations({ ...needs, mostOfAKey: 2 })
  const make = () => few.create(who, CreateAnnotationRequest.parse({ text: 'x' }))
  await make()
  await make()
  await expect(make()).rejects.toMatchObject({ code: 'unprocessable', reason: 'TOO_MANY_ANNOTATIONS' })
})

test('a page that is forgotten takes along what was noted about it', async () => {
  const [who, other] = [await owner(), await owner()]
  const documents = createDocuments({ ...needs, onChange() {} })
  const save = (teamId: string, url: string) =>
    documents.save({
      teamId,
      url,
      aliases: [],
      source: 'test',
      fetchedAt: new Date('2026-01-01'),
      title: 'Title',
      author: null,
      publishedAt: null,
      language: 'en',
      kind: 'article',
      category: null,
      text: 'Text.',
      html: null,
      details: { links: [], imageLinks: [], codeBlocks: [], structured: {} },
    })
  const forget = (teamId: string, url: string) =>
    documents.forget(teamId, { url }, (tx, ids) => annotations.forgetAbout(tx, ids))
  await save(publicTeamId, 'https://public.example/')
  await save(who.teamId, 'https://own.example/')
  for (const each of [who, other])
    for (const host of ['public', 'own'])
      await note(each, { text: host, subject: { type: 'document', url: `https://www.${host}.example` } })
  await forget(who.teamId, 'https://own.example/')
  expect([await texts(who), await texts(other)]).toEqual([['public'], ['own', 'public']])
  await forget(publicTeamId, 'https://public.example/')
  expect([await texts(who), await texts(other)]).toEqual([[], ['own']])
})

test.each([
  ['no text', { text: ' ' }],
  ['too much of it', { text: 'x'.repeat(20_001) }],
  ['a kind in capitals', { kind: 'Note' }],
  ['the same label twice', { labels: ['a', 'a'] }],
  ['too many labels', { labels: Array.from({ length: 21 }, (_, at) => String(at)) }],
  ['an item without its webset', { subject: { type: 'item', id: 'x' } }],
  ['a page that is no address', { subject: { type: 'document', url: 'file:///etc/passwd' } }],
  ['a character that cannot be kept', { text: 'a\u0000b' }],
  ['something nobody knows', { evidence: true }],
])('%s is refused', (_, request) => {
  expect(CreateAnnotationRequest.safeParse({ text: 'x', ...request }).success).toBe(false)
})
