import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '../tests/harness/folder.ts'
import { silentLog } from '../tests/harness/log.ts'
import { scriptedModel } from '../tests/harness/scripted-model.ts'
import { createMetrics } from './adapters/prometheus/metrics.ts'
import { systemClock } from './adapters/system/clock-and-ids.ts'
import { createEndpoints } from './adapters/undici/index.ts'
import { loadConfig } from './config.ts'
import { openLanguageModel } from './language-model.ts'
import { verseRequest } from './ports/language-model.suite.ts'
import type { OutboundRequest } from './ports/outbound.ts'

const verse = { line: 'The river runs', feet: 2 }

async function open(environment: Record<string, string>) {
  const { config } = loadConfig({ environment, folder: await testFolder() })
  const metrics = createMetrics()
  const requests: OutboundRequest[] = []
  const endpoints = createEndpoints({
    onRequest: (request) => requests.push(request),
    ...(config.proxy && { proxy: config.proxy }),
  })
  const model = await openLanguageModel({
    config,
    clock: systemClock,
    log: silentLog,
    metrics,
    fetch: endpoints.fetchFor('language model'),
  })
  onTestFinished(async () => {
    await model?.close()
    await endpoints.close()
  })
  return {
    model,
    requests,
    metrics,
    ask: () => model?.complete(verseRequest, { signal: new AbortController().signal }),
  }
}

test('there is none unless both its address and its name are set', async () => {
  expect((await open({})).model).toBeUndefined()
  expect((await open({ WINNOW_LLM_MODEL: 'm' })).model).toBeUndefined()
  expect((await open({ WINNOW_LLM_BASE_URL: 'http://127.0.0.1/v1' })).model).toBeUndefined()
})

test('its requests and tokens are counted', async () => {
  const { baseUrl } = await scriptedModel(() => ({ says: verse }))
  const { ask, requests, metrics } = await open({ WINNOW_LLM_BASE_URL: baseUrl, WINNOW_LLM_MODEL: 'm' })
  expect(await ask()).toEqual(verse)
  expect(requests).toMatchObject([{ reason: 'language model', outcome: 'answered', status: 200 }])
  const { text } = await metrics.render()
  expect(text).toMatch(/winnow_language_model_tokens_total\{direction="input"\} [1-9]/)
  expect(text).toMatch(/winnow_language_model_tokens_total\{direction="output"\} [1-9]/)
})

test('what it said can be had again without it', async () => {
  const { baseUrl, requests } = await scriptedModel(() => ({ says: verse }))
  const cassette = { WINNOW_LLM_CASSETTE: join(await testFolder(), 'run.jsonl') }
  const recording = await open({ ...cassette, WINNOW_LLM_BASE_URL: baseUrl, WINNOW_LLM_MODEL: 'm' })
  expect(await recording.ask()).toEqual(verse)
  await recording.model?.close()
  const { ask, model } = await open({ ...cassette, WINNOW_LLM_CASSETTE_MODE: 'replay' })
  expect(await ask()).toEqual(verse)
  expect(model?.name).toBe('m')
  expect(requests).toHaveLength(1)
})

test('it is reached through the proxy, unless it runs on this machine', async () => {
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const choices = [{ index: 0, message: { content: JSON.stringify(verse) }, finish_reason: 'stop' }]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices }))
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const { port } = proxy.address() as AddressInfo
  const through = { WINNOW_PROXY: `http://127.0.0.1:${port}`, WINNOW_LLM_MODEL: 'm' }
  const away = await open({ ...through, WINNOW_LLM_BASE_URL: 'http://model.example/v1' })
  expect(await away.ask()).toEqual(verse)
  const { baseUrl } = await scriptedModel(() => ({ says: verse }))
  const local = await open({ ...through, WINNOW_LLM_BASE_URL: baseUrl })
  expect(await local.ask()).toEqual(verse)
  expect(asked).toEqual(['POST http://model.example/v1/chat/completions'])
})
