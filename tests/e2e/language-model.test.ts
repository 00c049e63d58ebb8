import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { AnswerResponse } from '../../src/contract/answers.ts'
import type { Judgement, StoredReading } from '../../src/contract/readings.ts'
import { afterwards } from '../harness/afterwards.ts'
import { serverProcess } from '../harness/server-process.ts'

/** An endpoint that answers nothing but errors, as one that is down or overloaded does. */
async function brokenEndpoint() {
  let calls = 0
  const server = createServer((_, response) => {
    calls++
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end('{"error": {"message": "out of order"}}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo // a listening TCP server has no other kind of address
  return { url: `http://127.0.0.1:${port}/v1`, calls: () => calls }
}

test('a language model that fails is stood in for, and the results say so', { timeout: 90_000 }, async () => {
  const endpoint = await brokenEndpoint()
  const key = 'the-owner-key-of-this-test'
  const server = await serverProcess({
    environment: {
      WINNOW_API_KEY: key,
      WINNOW_SAMPLE: 'off',
      WINNOW_LLM_BASE_URL: endpoint.url,
      WINNOW_LLM_MODEL: 'broken-model',
    },
  })
  await server.start()
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(server.url + path, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as T
  }

  const nothing = await call<AnswerResponse>('POST', '/answer', { query: 'Who painted the Halden altar?' })
  expect(nothing.citations).toEqual([])
  const verdict = await call<Judgement>('POST', '/winnow/v1/judge', {
    criterion: 'has more than 10 employees',
    urls: ['https://127.0.0.1:1/none'],
  })
  expect(verdict).toMatchObject({ satisfied: 'unclear', references: [] })
  expect(endpoint.calls()).toBeGreaterThan(0)
  const kept = await call<StoredReading>('GET', `/winnow/v1/readings/${nothing.requestId}`)
  expect(kept.reader).toBe('extractive')
  expect(kept.notes.join(' ')).toMatch(/language model .* read extractively/)
  const metrics = await (await fetch(`${server.url}/metrics`, { headers: { 'x-api-key': key } })).text()
  expect(metrics).toMatch(/winnow_reader_fallbacks_total\{method="answer"\} 1/)
})
