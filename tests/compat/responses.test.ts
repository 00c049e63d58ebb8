import OpenAI, { APIError } from 'openai'
import type { ResponseStreamEvent } from 'openai/resources/responses/responses'
import { beforeAll, expect, test } from 'vitest'
import { apiServer } from '../harness/api-server.ts'
import { holdingPoint } from '../harness/holding-point.ts'
import { savePages } from '../harness/pages.ts'
import { rawGet } from '../harness/raw-request.ts'
import { testReader, wordReader } from '../harness/word-reader.ts'

/** The unmodified client against a server with workers, and a reader that can be held up. */
let held = holdingPoint()
held.open()
const reader = testReader({
  async *answer(task, reading) {
    await held.wait()
    yield* wordReader.answer(task, reading)
  },
})
const server = await apiServer({}, { reader })
const { responses } = new OpenAI({ apiKey: server.ownerKey, baseURL: server.url, maxRetries: 0 })
const model = 'exa-agent'
const input = 'tarn builds flow meters'

beforeAll(async () => {
  await savePages(server, {
    url: 'https://tarn.example/',
    title: 'Tarn',
    text: 'Tarn builds flow meters for breweries in Leeds.',
  })
}, 30_000)

async function collect(events: AsyncIterable<ResponseStreamEvent>): Promise<ResponseStreamEvent[]> {
  const all: ResponseStreamEvent[] = []
  for await (const event of events) all.push(event)
  return all
}
async function settled(id: string) {
  for (;;) {
    const response = await responses.retrieve(id)
    if (response.status !== 'queued' && response.status !== 'in_progress') return response
    await new Promise((resolve) => void setTimeout(resolve, 50))
  }
}
const refused = async (call: Promise<unknown>): Promise<APIError> => {
  const outcome = await call.then(
    () => 'the call succeeded',
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(APIError)
  return outcome as APIError
}

test('OR-1: a plain call waits, and answers with text and the places of its sources', async () => {
  const response = await responses.create({ model, input, metadata: { ticket: 'T-1' } })
  expect(response).toMatchObject({
    id: expect.stringMatching(/^resp_agent_run_[0-9a-z]{26}$/),
    object: 'response',
    status: 'completed',
    model,
    error: null,
    metadata: { ticket: 'T-1' },
    reasoning: { effort: 'auto' },
    output: [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text' }] }],
  })
  expect(response.output_text).toContain('Tarn builds flow meters for breweries in Leeds')
  const [message] = response.output
  const content = message?.type === 'message' ? message.content[0] : undefined
  const annotations = content?.type === 'output_text' ? content.annotations : []
  expect(annotations.length).toBeGreaterThan(0)
  for (const annotation of annotations) {
    if (annotation.type !== 'url_citation') throw new Error(`there is a ${annotation.type}`)
    expect(annotation.url).toBe('https://tarn.example/')
    expect(response.output_text.slice(annotation.start_index, annotation.end_index)).toContain(annotation.url)
  }
  const { input_tokens: told = 0, output_tokens: said = 0, total_tokens: all } = response.usage ?? {}
  expect(told).toBeGreaterThan(input.length / 4)
  expect(said).toBe(Math.ceil(response.output_text.length / 4))
  expect(all).toBe(told + said)
  expect(Math.abs(response.created_at - Date.now() / 1000)).toBeLessThan(60)
  expect(await responses.retrieve(response.id)).toEqual(response)
}, 60_000)

test('OR-2: input may be messages: the last one of the user is asked, systems give wishes', async () => {
  const response = await responses.create({
    model,
    instructions: 'Be brief.',
    input: [
      { role: 'developer', content: 'Be polite.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Good morning' },
      { role: 'user', content: [{ type: 'input_text', text: input }] },
    ],
  })
  expect(response.output_text).toContain('Tarn builds flow meters')
  expect(response.instructions).toBe('Be brief.')
  const run = await server.call<{ request: object }>(
    'GET',
    `/agent/runs/${response.id.slice('resp_'.length)}`,
  )
  expect(run.request).toMatchObject({ query: input, systemPrompt: 'Be brief.\nBe polite.' })
}, 60_000)

test('OR-3: a stream brings the events in order, and its pieces are the text', async () => {
  const stream = await responses.create({ model, input, stream: true, reasoning: { effort: 'high' } })
  const events = await collect(stream)
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual([...events.keys()])
  const types = events.map(({ type }) => type)
  expect([...new Set(types)]).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.annotation.added',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ])
  const last = events.at(-1)
  if (last?.type !== 'response.completed') throw new Error('it did not complete')
  const said = events
    .map((event) => (event.type === 'response.output_text.delta' ? event.delta : ''))
    .join('')
  const { id, output } = last.response
  const retrieved = await responses.retrieve(id)
  expect(said).toBe(retrieved.output_text)
  expect(retrieved.output).toEqual(output)

  const later = await collect(await responses.retrieve(id, { stream: true, starting_after: 3 }))
  expect(later).toEqual(events.slice(4))
}, 60_000)

test('OR-4: the stream helper of the client puts the response together', async () => {
  const final = await responses.stream({ model, input }).finalResponse()
  expect(final).toMatchObject({ status: 'completed' })
  expect(final.output_text).toContain('Tarn builds flow meters')
}, 60_000)

test('OR-5: frames have a name and data, LF alone, and there is no [DONE]', async () => {
  const { id } = await responses.create({ model, input })
  const { body } = await rawGet(server.url, `/responses/${id}?stream=true`, server.ownerKey)
  expect(body).not.toContain('\r')
  expect(body).not.toContain('[DONE]')
  for (const frame of body.split('\n\n').filter(Boolean))
    expect(frame).toMatch(/^event: (response\.[\w.]+)\ndata: \{"type":"\1",.*\}$/)
}, 60_000)

test('OR-6: in the background it answers at once, and is retrieved or cancelled', async () => {
  held = holdingPoint()
  const begun = await responses.create({ model, input, background: true, reasoning: { effort: 'high' } })
  expect(['queued', 'in_progress']).toContain(begun.status)
  expect(begun).toMatchObject({ background: true, output: [], reasoning: { effort: 'high' } })
  const doomed = await responses.create({ model, input, background: true })
  expect(await responses.cancel(doomed.id)).toMatchObject({ id: doomed.id, status: 'cancelled' })
  expect((await responses.retrieve(doomed.id)).status).toBe('cancelled')
  held.open()
  expect(await settled(begun.id)).toMatchObject({ status: 'completed', background: true })
  expect((await responses.cancel(begun.id)).status).toBe('completed')
}, 60_000)

test('OR-7: previous_response_id continues a response that has completed', async () => {
  const first = await responses.create({ model, input })
  const next = await responses.create({ model, input, previous_response_id: first.id })
  expect(next).toMatchObject({ status: 'completed', previous_response_id: first.id })
  const none = await refused(responses.create({ model, input, previous_response_id: 'resp_none' }))
  expect(none).toMatchObject({ status: 404, code: 'PREVIOUS_RUN_NOT_FOUND' })
}, 60_000)

test('OR-8: a json_schema makes the text JSON', async () => {
  const format = {
    type: 'json_schema' as const,
    name: 'maker',
    schema: { type: 'object', properties: { tarn: { type: 'string' } } },
  }
  const response = await responses.create({ model, input, text: { format } })
  expect(JSON.parse(response.output_text)).toBeTypeOf('object')
  expect(response.text?.format).toMatchObject({ type: 'json_schema', name: 'maker' })
}, 60_000)

test('OR-9: what cannot be is an error that the client shows', async () => {
  const long = await refused(responses.create({ model, input, reasoning: { effort: 'high' } }))
  expect(long).toMatchObject({ status: 400, type: 'INVALID_REQUEST', code: 'INVALID_REQUEST' })
  expect(long.message).toContain('"stream" or "background"')
  expect((await refused(responses.create({ model, input: '' }))).status).toBe(400)
  expect((await refused(responses.retrieve('resp_agent_run_none'))).status).toBe(404)
  expect((await refused(responses.cancel('agent_run_none'))).status).toBe(404)
  const stranger = new OpenAI({ apiKey: 'none', baseURL: server.url, maxRetries: 0 })
  expect((await refused(stranger.responses.create({ model, input }))).status).toBe(401)
})
