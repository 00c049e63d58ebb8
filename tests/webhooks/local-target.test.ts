import { EventType, Exa } from 'exa-js'
import { expect, test } from 'vitest'
import { receiver } from '../harness/receiver.ts'
import { serverProcess } from '../harness/server-process.ts'

test('a server that was not told otherwise sends nothing to its own machine', async () => {
  const ownerKey = 'the-owner-key-of-this-test'
  // What may be fetched is not thereby open to be posted to.
  const environment = { WINNOW_API_KEY: ownerKey, WINNOW_FETCH_ALLOW: '127.0.0.1' }
  const server = await serverProcess({ environment, flags: ['--log-level', 'warn', '--sample', 'off'] })
  await server.start()
  const target = await receiver()
  const { webhooks } = new Exa(ownerKey, server.url).websets
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    await expect(
      webhooks.create({
        url: target.url.replace('127.0.0.1', host),
        events: [EventType.webset_created],
      }),
    ).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining('"url"') })
  expect(target.received).toEqual([])
}, 120_000)
