import { onTestFinished, expect, test } from 'vitest'
import type { OutboundRequest } from '../../ports/outbound.ts'
import { createEndpoints } from './endpoints.ts'
import { serve } from './loopback.suite.ts'

function open(options: Parameters<typeof createEndpoints>[0] = {}) {
  const reported: OutboundRequest[] = []
  const endpoints = createEndpoints({ ...options, onRequest: (request) => reported.push(request) })
  onTestFinished(() => endpoints.close())
  return { ask: endpoints.fetchFor('language model'), reported }
}

test('every request is reported when its answer has been read', async () => {
  const server = await serve((request, response) => response.writeHead(500).end('no'))
  const { ask, reported } = open()
  const response = await ask(`${server.url}chat?key=secret`, { method: 'POST', body: '{}' })
  expect([response.status, await response.text()]).toEqual([500, 'no'])
  expect(reported).toEqual([
    {
      method: 'POST',
      url: `${server.url}chat`,
      reason: 'language model',
      outcome: 'answered',
      status: 500,
      visibility: null,
      bytes: 2,
      durationMs: expect.any(Number),
    },
  ])
})

test('so is one without an answer', async () => {
  const server = await serve((request, response) => response.destroy())
  const { ask, reported } = open()
  await expect(ask(server.url)).rejects.toThrow('fetch failed')
  expect(reported).toMatchObject([{ outcome: expect.stringMatching(/reset|unreachable/), status: null }])
})

test('the proxy is for everything that is not on this machine', async () => {
  const asked: string[] = []
  const proxy = await serve((request, response) => response.end(`${asked.push(request.url ?? '')}`))
  const model = await serve((request, response) => response.end('at home'))
  const { ask } = open({ proxy: proxy.url })
  expect(await (await ask('http://model.example/v1')).text()).toBe('1')
  expect(await (await ask(model.url)).text()).toBe('at home')
  expect(asked).toEqual(['http://model.example/v1'])
})

test('what the operator denies is neither resolved nor connected to, and reported', async () => {
  const server = await serve((request, response) => response.end('reached'))
  const { ask, reported } = open({
    denialOf: ({ port }) => (port === String(server.port) ? undefined : 'nothing may leave'),
  })
  expect(await (await ask(server.url)).text()).toBe('reached')
  await expect(ask('https://engine.example/search')).rejects.toMatchObject({
    code: 'forbidden',
    reason: 'EGRESS_DENIED',
    message: 'nothing may leave',
  })
  expect(reported).toMatchObject([
    { outcome: 'answered' },
    { outcome: 'egress_denied', url: 'https://engine.example/search' },
  ])
})
