import { expect, test } from 'vitest'
import { agentOperations, createAnnotationStore, extraOperations } from '../../src/agent-side/index.ts'
import type { Question } from '../../src/approvals/index.ts'
import { openAgentSide } from '../agent-side.ts'
import { allowingDesk } from '../harness/allowing-desk.ts'
import { testApi } from '../harness/api.ts'

const api = await testApi({ 'limits.otherPerSecond': 0 })

/** The tool in front of a real server; `key` is whose. */
function open(key = api.ownerKey) {
  const asked: Question[] = []
  const side = openAgentSide({
    operations: [...agentOperations, ...extraOperations],
    annotations: createAnnotationStore({
      fetch: async (_, path, { method = 'GET', body }) =>
        api.request(method, path, {
          key,
          ...(typeof body === 'string' && { body: JSON.parse(body) as object }),
        }),
    }),
    approvals: {
      ...allowingDesk,
      request: async (_, question) => {
        asked.push(question)
        return { state: 'allowed', rule: 'test', approvalId: null }
      },
    },
  })
  return { ...side, asked }
}

test('an agent notes, finds, changes and deletes; only deleting is asked about', async () => {
  const { call, asked } = open()
  const subject = { type: 'document', url: 'https://a.example/page' }
  const { body: made } = await call('store.create', {
    text: 'Worth a second look.',
    subject,
    labels: ['later'],
  })
  expect(made).toMatchObject({ id: expect.stringMatching(/^annotation_/), kind: 'note', subject })
  expect((await call('store.get', { id: made.id })).body).toEqual(made)
  const { body: listed } = await call('store.list', {
    subject: { ...subject, url: 'http://www.a.example/page/' },
  })
  expect(listed).toMatchObject({ data: [{ id: made.id }], _page: { hasMore: false, returned: 1 } })
  expect((await call('store.update', { id: made.id, text: 'Seen.' })).body).toMatchObject({
    text: 'Seen.',
    labels: ['later'],
  })
  expect(asked).toEqual([])
  expect((await call('store.delete', { id: made.id })).body).toMatchObject({ id: made.id, deleted: true })
  expect(asked).toMatchObject([{ operation: 'store.delete', class: 'destroy' }])
  const { body, isError } = await call('store.get', { id: made.id })
  expect(isError).toBe(true)
  expect(body.error).toMatchObject({ category: 'not_found', hints: [expect.stringMatching(/store\.list/)] })
})

test('long notes are cut in lists, which can be read to their end', async () => {
  const { call } = open()
  for (let n = 0; n < 5; n++)
    await call('store.create', {
      kind: 'long',
      text: `${n} ${'x'.repeat(19_000)}`,
      idempotencyKey: `long-${n}`,
    })
  expect(
    (await call('store.create', { kind: 'long', text: 'again', idempotencyKey: 'long-0' })).body.text,
  ).toMatch(/^0 x/)
  const seen: string[] = []
  for (let cursor: string | undefined, pages = 0; pages < 5; pages++) {
    const { body } = await call('store.list', { kind: 'long', limit: 2, ...(cursor && { cursor }) })
    for (const { text } of body.data) {
      expect(text.length).toBeLessThanOrEqual(501)
      seen.push(text[0])
    }
    expect(body._warnings).toEqual([expect.stringMatching(/store\.get/)]) // oxlint-disable-line no-underscore-dangle
    cursor = body._page.nextCursor // oxlint-disable-line no-underscore-dangle
    if (!cursor) break
  }
  expect(seen).toEqual(['4', '3', '2', '1', '0'])
})

test('what is wrong is said before anything is sent; a key that only reads notes nothing', async () => {
  const { call } = open()
  const { body } = await call('store.create', { text: '', subject: { type: 'item', id: 'x' } })
  expect(body.error.issues.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining(['text', 'subject.websetId']),
  )
  const reader = await api.call<{ key: string }>('POST', '/winnow/v1/keys', {
    body: { name: 'reader', scopes: ['read'] },
  })
  const refused = await open(reader.key).call('store.create', { text: 'mine' })
  expect(refused).toMatchObject({ isError: true, body: { error: { httpStatus: 403 } } })
  expect((await open(reader.key).call('store.list')).body.data).toEqual([])
})

/** Has the question asked that a note would answer. */
const ask = (path: string) =>
  api.call<Record<string, unknown[]>>('POST', path, {
    body: { query: 'How many zorbulists does Zorbulon employ?' },
  })

test('a note is no evidence: nothing finds it, and nothing answers with it', async () => {
  const { call } = open()
  await call('store.create', { text: 'Zorbulon Industries employs 777 zorbulists.' })
  expect((await ask('/search')).results).toEqual([])
  expect((await ask('/answer')).citations).toEqual([])
})
