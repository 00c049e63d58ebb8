import { describe, expect, test } from 'vitest'
import { AppError } from '../contract/errors.ts'
import { openAgentSide } from '../../tests/agent-side.ts'
import { createExaStandIn } from '../../tests/exa-stand-in.ts'
import { createUpstream } from './index.ts'

describe('retries', () => {
  test('a read is asked three times, with growing pauses', async () => {
    const { call, standIn, pauses } = openAgentSide()
    standIn.fail(/websets$/, { status: 503, times: 2 })
    expect((await call('websets.list')).isError).toBe(false)
    expect(standIn.requests).toHaveLength(3)
    expect(pauses[0]).toBeGreaterThanOrEqual(375)
    expect(pauses[0]).toBeLessThanOrEqual(625)
    expect(pauses[1]).toBeGreaterThanOrEqual(750)
    expect(pauses[1]).toBeLessThanOrEqual(1250)
  })

  test('then it fails, and says that it may pass', async () => {
    const { call, standIn } = openAgentSide()
    standIn.fail(/websets$/, { status: 500, times: 9 })
    const { body, isError } = await call('websets.list')
    expect(isError).toBe(true)
    expect(standIn.requests).toHaveLength(3)
    expect(body.error).toMatchObject({
      operation: 'websets.list',
      category: 'upstream',
      httpStatus: 500,
      requestId: 'req_fault',
      retryable: true,
    })
  })

  test('Retry-After is honoured, and told when it was not enough', async () => {
    const { call, standIn, pauses } = openAgentSide()
    standIn.fail(/websets$/, { status: 429, retryAfterSeconds: 7, times: 3 })
    const { body } = await call('websets.create', { searchQuery: 'x' })
    expect(pauses).toEqual([7000, 7000])
    expect(body.error).toMatchObject({ category: 'rate_limited', retryable: true, retryAfterMs: 7000 })
    expect(body.error.hints.join()).toMatch(/Wait 7000 ms.*This server sets this limit/)
  })

  test('a creation is not repeated when it may have happened', async () => {
    const { call, standIn } = openAgentSide()
    standIn.fail(/websets$/, { status: 502 })
    expect((await call('websets.create', { searchQuery: 'x' })).body.error.httpStatus).toBe(502)
    standIn.fail(/websets$/, { broken: true })
    expect((await call('websets.create', { searchQuery: 'x' })).body.error).toMatchObject({
      category: 'upstream',
    })
    expect(standIn.requests).toHaveLength(2)
  })

  test('a creation that never reached anybody is, with the same idempotency key', async () => {
    const { call, standIn } = openAgentSide()
    standIn.fail(/websets$/, { unreachable: true, times: 2 })
    expect((await call('websets.create', { searchQuery: 'x' })).isError).toBe(false)
    standIn.fail(/websets$/, { status: 429 })
    await call('websets.create', { searchQuery: 'y' })
    const keys = standIn.requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[1]).toBe(keys[2])
    expect(keys[0]).not.toBe(keys[1])
  })
})

describe('what went wrong', () => {
  test.each([
    [400, 'searches.create', { websetId: 'w', query: 'q', count: 1 }, 'validation', /The usual causes/],
    [401, 'websets.list', {}, 'auth', /the key of the x-api-key header/],
    [403, 'websets.list', {}, 'auth', /the key of the x-api-key header/],
    [404, 'websets.get', { id: 'w' }, 'not_found', /websets\.list/],
    [404, 'items.get', { websetId: 'w', itemId: 'i' }, 'not_found', /items\.list/],
    [404, 'enrichments.get', { websetId: 'w', enrichmentId: 'e' }, 'not_found', /websets\.get/],
    [404, 'monitors.runs.get', { monitorId: 'm', runId: 'r' }, 'not_found', /monitors\.runs\.list/],
    [409, 'websets.create', { externalId: 'x' }, 'conflict', /externalId/],
    [400, 'monitors.create', { websetId: 'w', cron: '* * * * *', count: 1 }, 'validation', /once a day/],
    [504, 'websets.cancel', { id: 'w' }, 'timeout', /call again/],
  ])('%i of %s', async (status, operation, args, category, hint) => {
    const { call, standIn } = openAgentSide()
    standIn.fail(/./, { status, times: 3 })
    const { body, isError } = await call(operation, args)
    expect(isError).toBe(true)
    expect(body.error).toMatchObject({ operation, category, httpStatus: status })
    expect(body.error.hints.join('\n')).toMatch(hint)
    expect(JSON.stringify(body)).not.toContain('"key"')
  })

  test('what may pass says when to try again; whose limit it is, is said too', async () => {
    const { call, standIn } = openAgentSide({ upstreamName: "Exa's cloud" })
    standIn.fail(/./, { status: 503, times: 3 })
    expect((await call('websets.list')).body.error).toMatchObject({ retryable: true, retryAfterMs: 2000 })
    standIn.fail(/./, { status: 429, times: 3 })
    const { body: theirs } = await call('websets.list')
    expect(theirs.error).toMatchObject({ retryable: true, retryAfterMs: expect.any(Number) })
    expect(theirs.error.hints.join()).toContain("Exa's cloud sets this limit")
    const limited = openAgentSide({
      upstreamName: "Exa's cloud",
      admit: () => Promise.reject(new AppError('rate_limited', 'Too many.', { retryAfterSeconds: 3 })),
    })
    const { body: ours } = await limited.call('websets.list')
    expect(ours.error).toMatchObject({ category: 'rate_limited', retryAfterMs: 3000 })
    expect(ours.error.hints).toEqual(['Wait 3000 ms and call again. This server sets this limit.'])
  })

  test('a wrong status of a task is no business of monitors; a missing field is named as missing', async () => {
    const { call } = openAgentSide()
    expect((await call('tasks.list', { status: 'off' })).body.error.hints).toEqual([])
    const { body } = await call('imports.create', { entity: 'company' })
    expect(body.error.issues.map(({ path, got }: { path: string; got: unknown }) => [path, got])).toEqual([
      ['format', null],
      ['count', null],
      ['size', null],
    ])
  })

  test('an answer that takes too long is a timeout', async () => {
    const standIn = createExaStandIn()
    standIn.fail(/./, { delayMs: 5000, times: 3 })
    const exa = createUpstream({
      baseUrl: 'http://stand-in.example',
      fetch: standIn.fetch,
      timeoutMs: 20,
      wait: async () => {},
    }).open({ credential: () => 'key', signal: AbortSignal.timeout(60_000) })
    await expect(exa.websets.get('w')).rejects.toMatchObject({ name: 'UpstreamUnreachable', timedOut: true })
  })

  test('the credential is asked for anew with every attempt', async () => {
    const standIn = createExaStandIn()
    standIn.fail(/./, { status: 503, times: 1 })
    let asked = 0
    const exa = createUpstream({
      baseUrl: 'http://stand-in.example',
      fetch: standIn.fetch,
      wait: async () => {},
    }).open({ credential: () => `token ${++asked}`, signal: AbortSignal.timeout(60_000) })
    await exa.websets.list()
    expect(standIn.requests.map(({ headers }) => headers.get('x-api-key'))).toEqual(['token 1', 'token 2'])
  })

  test('what nobody foresaw is shown bare', async () => {
    const { call } = openAgentSide({
      upstream: {
        baseUrl: '',
        open: () => {
          throw new Error('secret inside')
        },
        upload: async () => {},
      },
    })
    const { body } = await call('websets.list')
    expect(body.error).toMatchObject({ category: 'internal' })
    expect(JSON.stringify(body)).not.toContain('secret inside')
  })
})
