import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, expect, test } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { createBrave, createExa, createSearxng, openDiscovery } from './discovery.ts'

/** A stand-in of a search engine: answers what it is given, and notes what it was asked. */
async function engine(
  answer: (request: IncomingMessage, body: string) => { status?: number; body: unknown },
) {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { status = 200, body: answered } = answer(request, body)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof answered === 'string' ? answered : JSON.stringify(answered))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const find = (discovery: ReturnType<typeof createExa>, limit: number) =>
  discovery.find('invented things', { limit, signal: AbortSignal.timeout(5000) })
const results = (...names: string[]) =>
  names.map((name) => ({ url: `https://${name}.example/`, title: name }))
const urls = (...names: string[]) => names.map((name) => `https://${name}.example/`)

test('SearXNG is asked page by page until there are enough', async () => {
  const asked: string[] = []
  const url = await engine((request) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    asked.push(
      `${pathname} ${searchParams.get('q')} ${searchParams.get('format')} ${searchParams.get('pageno')}`,
    )
    return { body: { results: searchParams.get('pageno') === '1' ? results('a', 'b') : results('b', 'c') } }
  })
  expect(await find(createSearxng({ url: `${url}/prefix` }), 3)).toEqual(urls('a', 'b', 'c'))
  expect(asked).toEqual(['/prefix/search invented things json 1', '/prefix/search invented things json 2'])
  expect(await find(createSearxng({ url }), 50)).toEqual(urls('a', 'b', 'c'))
})

test('Brave is asked with its token', async () => {
  const url = await engine((request) => {
    if (request.headers['x-subscription-token'] !== 'secret') return { status: 401, body: {} }
    const { searchParams } = new URL(request.url ?? '', 'http://x')
    return {
      body: searchParams.get('offset') === '0' ? { web: { results: results('a') } } : { type: 'search' },
    }
  })
  expect(await find(createBrave({ url, apiKey: 'secret' }), 5)).toEqual(urls('a'))
  await expect(find(createBrave({ url, apiKey: 'wrong' }), 5)).rejects.toMatchObject({ code: 'forbidden' })
})

test('Exa is asked by its own API', async () => {
  const url = await engine((request, body) => {
    const { query, numResults } = JSON.parse(body) as { query: string; numResults: number }
    const isRight = request.method === 'POST' && request.url === '/search' && query === 'invented things'
    return isRight
      ? { body: { results: results('a', 'b', 'c').slice(0, numResults) } }
      : { status: 400, body: {} }
  })
  expect(await find(createExa({ url, apiKey: 'k' }), 2)).toEqual(urls('a', 'b'))
})

test.each([
  ['an error', { status: 500, body: {} }],
  ['no JSON', { body: '<html>' }],
  ['something else', { body: { results: 'none' } }],
])('%s is no answer', async (_, answer) => {
  const url = await engine(() => answer)
  await expect(find(createSearxng({ url }), 5)).rejects.toMatchObject({ code: 'unavailable' })
})

test('the configured engine is opened, or none', () => {
  expect(openDiscovery({})).toBeUndefined()
  expect(openDiscovery({ kind: 'brave', apiKey: 'k' })).toBeDefined()
  expect(() => openDiscovery({ kind: 'searxng' })).toThrow('discovery.url')
})

test('a refusal of the operator is passed on as it is', async () => {
  const denied = new AppError('forbidden', 'nothing may leave')
  const discovery = createExa({ url: 'https://engine.example', fetch: () => Promise.reject(denied) })
  await expect(find(discovery, 1)).rejects.toBe(denied)
})
