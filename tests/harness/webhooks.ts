import { connect } from 'node:net'
import { createAddressGuard, createGuardedNetwork, createSender } from '../../src/adapters/undici/index.ts'
import { loadConfig, type SettingName } from '../../src/config.ts'
import { CreateWebhookRequest, RedeliverRequest, UpdateWebhookRequest } from '../../src/contract/webhooks.ts'
import type { OutboundRequest, Sender } from '../../src/ports/outbound.ts'
import { openWebhooks } from '../../src/webhooks/index.ts'
import { afterwards } from './afterwards.ts'
import { silentLog } from './log.ts'
import { testWebsets } from './websets.ts'
import { manyThings, worldEngine } from './webset-world.ts'

/** The real way out, open to 127.0.0.1 alone; names resolve to what the test says. */
export function loopbackSender(names: Readonly<Record<string, string>> = {}, allow = ['127.0.0.1']) {
  const requests: OutboundRequest[] = []
  const resolver = {
    resolve: async (name: string) => (names[name] === undefined ? [] : [names[name]]),
  }
  const network = createGuardedNetwork({
    guard: createAddressGuard({ resolver, allow }),
    // The last line of defence of the tests themselves: whatever the guard does, nothing leaves loopback.
    connect(options) {
      if (options.host !== '127.0.0.1') throw new Error(`the test tried to connect to ${options.host}`)
      return connect(options)
    },
  })
  afterwards(() => network.close())
  const sender = createSender({ network, userAgent: 'test', onRequest: (request) => requests.push(request) })
  return { sender, requests }
}

/** Websets with webhooks, whose work is done and whose time passes when the test says so. */
export async function testWebhooks(
  flags: Partial<Record<SettingName, unknown>> = {},
  sender: Sender = loopbackSender().sender,
) {
  const world = worldEngine(manyThings(5))
  const base = await testWebsets(world.engine)
  const { config } = loadConfig({ environment: {}, flags })
  const webhooks = openWebhooks({
    ...base,
    log: silentLog,
    sender,
    events: base.websets.events,
    settings: config.webhooks,
  })
  const { caller } = base

  /** Sends what is due now. */
  async function deliver(): Promise<void> {
    while ((await webhooks.wake()) > 0) await base.work()
  }
  /** Lets time pass in steps, delivering at each. */
  async function pass(ms: number, stepMs = 1000): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      base.advance(Math.min(stepMs, ms - passed))
      await deliver()
    }
  }
  return {
    ...base,
    webhooks,
    deliver,
    create: (request: object, by = caller) => webhooks.create(by, CreateWebhookRequest.parse(request)),
    update: (id: string, request: object) =>
      webhooks.update(caller, UpdateWebhookRequest.parse({ id, ...request })),
    redeliver: (id: string, request: object = {}) =>
      webhooks.redeliver(caller, RedeliverRequest.parse({ id, ...request })),
    /** Something happens: each call is one event, of the type `webset.created`. */
    happen: async (): Promise<string> => (await base.create({})).id,
    webset: base.create,
    attempts: async (id: string) =>
      (await webhooks.attempts.list(caller, { id, limit: 200 })).data.toReversed(),
    pass,
  }
}
