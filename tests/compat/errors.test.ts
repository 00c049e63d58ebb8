import { Exa, ExaError } from 'exa-js'
import { afterAll, expect, test } from 'vitest'
import { listen } from '../../src/surfaces/http/listen.ts'
import { testApi } from '../harness/api.ts'

const api = await testApi()
const listener = await listen(api.http, '127.0.0.1', 0)
afterAll(() => listener.close(1000))

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('the call succeeded')
    },
    (error: unknown) => error as ExaError,
  )

test.each([
  ['websets.get', (exa: Exa) => exa.websets.get('webset_unknown')],
  ['agent.runs.get', (exa: Exa) => exa.agent.runs.get('agent_run_unknown')],
  ['monitors.get', (exa: Exa) => exa.monitors.get('unknown')],
  ['research.get', (exa: Exa) => exa.research.get('unknown')],
  ['request', (exa: Exa) => exa.request('/nothing-here', 'POST', {})],
])('%s of an unknown resource is an ExaError with status, message and request id', async (_, call) => {
  const error = await failureOf(call(new Exa(api.ownerKey, listener.url)))
  expect(error).toBeInstanceOf(ExaError)
  expect(error.statusCode).toBe(404)
  expect(error.message).not.toContain('Unknown error')
  expect(error.message.length).toBeGreaterThan(10)
  expect(error.requestId).toMatch(/^([0-9a-f]{32}|req_\w{20})$/)
})

test('a wrong key is an ExaError with status 401', async () => {
  const error = await failureOf(new Exa('winnow_wrong', listener.url).websets.get('x'))
  expect(error).toMatchObject({ statusCode: 401, message: expect.stringContaining('not valid') })
})
