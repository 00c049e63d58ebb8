import { expect, test } from 'vitest'
import { testApi } from '../../tests/harness/api.ts'
import { pageToSave, savePages } from '../../tests/harness/pages.ts'
import type { AnswerResponse } from '../contract/answers.ts'
import type { Judgement, StoredReading, Verification } from '../contract/readings.ts'

const api = await testApi()

const judge = (url: string, criterion: string) =>
  api.call<Judgement>('POST', '/winnow/v1/judge', { body: { criterion, urls: [url] } })
const verify = (id: string) => api.call<Verification>('POST', `/winnow/v1/readings/${id}/verify`)
const statusOf = async (method: string, path: string) =>
  (await api.request(method, path, { key: api.ownerKey, ...(method === 'POST' && { body: {} }) })).status

test('a verdict is kept with what it rests on, and verified', async () => {
  const url = 'https://oak.example/'
  await savePages(api, { url, title: 'Oak', text: 'Oak Mills employs 12 people.' })
  const { id, references } = await judge(url, 'Oak Mills employs people')
  expect(await api.call<StoredReading>('GET', `/winnow/v1/readings/${id}`)).toMatchObject({
    id,
    object: 'reading',
    kind: 'verdict',
    question: 'Oak Mills employs people',
    result: { satisfied: 'yes' },
    reader: 'words',
    claims: [{ references }],
  })
  expect(await verify(id)).toMatchObject({
    id,
    stands: true,
    claims: [
      { stands: true, references: [{ ...references[0], stands: true, reason: null, isCurrent: true }] },
    ],
  })
})

test('an answer is kept under the id of its request', async () => {
  await savePages(api, { url: 'https://elm.example/', text: 'The elm of Lindow fell in 1903.' })
  const { requestId } = await api.call<AnswerResponse>('POST', '/answer', {
    body: { query: 'elm of Lindow fell' },
  })
  expect(await verify(requestId)).toMatchObject({ kind: 'answer', stands: true, claims: [{ stands: true }] })
})

test('a reading stands when the page has come to say something else: its version is kept', async () => {
  const url = 'https://ash.example/'
  await savePages(api, { url, text: 'Ash Foundry employs 30 people.' })
  const { id } = await judge(url, 'Ash Foundry employs people')
  await api.documents.save(pageToSave({ url, text: 'Ash Foundry was closed.' }))
  const { stands, claims } = await verify(id)
  expect(stands).toBe(true)
  expect(claims[0]?.references[0]).toMatchObject({ stands: true, version: 1, isCurrent: false })
})

test('a quote that is not in its version does not stand, and it is said which', async () => {
  const url = 'https://yew.example/'
  await savePages(api, { url, text: 'Yew Press employs 5 people.' })
  const { id } = await judge(url, 'Yew Press employs people')
  const all = api.records.acrossTeams('a test that tampers with a page')
  await all
    .updateTable('document_versions')
    .set({ text: 'Yew Press employs 9 people.' })
    .where('text', '=', 'Yew Press employs 5 people.')
    .execute()
  const { stands, claims } = await verify(id)
  expect(stands).toBe(false)
  expect(claims[0]?.references[0]).toMatchObject({ stands: false, reason: 'text_differs' })
})

test('who forgets a page forgets what was read in it', async () => {
  const url = 'https://fir.example/'
  await savePages(api, { url, text: 'Fir Boats employs 8 people.' })
  const { id } = await judge(url, 'Fir Boats employs people')
  await api.call('POST', '/winnow/v1/forget', { body: { url } })
  expect(await statusOf('GET', `/winnow/v1/readings/${id}`)).toBe(404)
  expect(await statusOf('POST', `/winnow/v1/readings/${id}/verify`)).toBe(404)
})

test('a page that vanished otherwise leaves the reading, which then does not stand', async () => {
  const url = 'https://pine.example/'
  await savePages(api, { url, text: 'Pine Ropes employs 6 people.' })
  const { id } = await judge(url, 'Pine Ropes employs people')
  await api.documents.forget(pageToSave({ url }).teamId, { url })
  const { stands, claims } = await verify(id)
  expect(stands).toBe(false)
  expect(claims[0]?.references[0]).toMatchObject({ url, stands: false, reason: 'page_gone' })
})

test('readings are kept for as long as their retention, and no longer', async () => {
  await savePages(api, { url: 'https://fig.example/', text: 'Fig Yards employs 6 people.' })
  const { id } = await judge('https://fig.example/', 'Fig Yards employs people')
  await api.readings.prune(new Date(Date.now() - 60_000))
  expect(await statusOf('GET', `/winnow/v1/readings/${id}`)).toBe(200)
  expect(await api.readings.prune(new Date(Date.now() + 60_000))).toBeGreaterThan(0)
  expect(await statusOf('GET', `/winnow/v1/readings/${id}`)).toBe(404)
})
