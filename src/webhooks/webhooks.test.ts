import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { holdingPoint } from '../../tests/harness/holding-point.ts'
import { accept, receiver } from '../../tests/harness/receiver.ts'
import { loopbackSender, testWebhooks } from '../../tests/harness/webhooks.ts'
import { EventType } from '../contract/webset-events.ts'
import type { Tx } from '../ports/records.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

async function scene(flags: Parameters<typeof testWebhooks>[0] = {}) {
  const [test, target] = [await testWebhooks(flags), await receiver()]
  const { id, secret } = await test.create({ url: target.url, events: ['webset.created'] })
  target.trust(secret)
  return { ...test, target, id, statusOf: async () => (await test.webhooks.get(test.caller, id)).status }
}

const idsOf = (received: { event: { data: Record<string, unknown> } }[]) =>
  received.map(({ event }) => event.data.id)

describe('an event', () => {
  it('is posted signed, as the event is read, and the attempt is recorded', async () => {
    const { happen, deliver, target, websets, caller, attempts, id, clock } = await scene()
    const webset = await happen()
    await deliver()
    const { data } = await websets.events.list(caller, { limit: 1 })
    expect(target.received).toEqual([
      {
        event: data[0],
        path: '/hook',
        isSigned: true,
        signedAt: Math.floor(clock.now().getTime() / 1000),
      },
    ])
    expect(data[0]?.data).toMatchObject({ id: webset })
    expect(await attempts(id)).toEqual([
      {
        id: expect.stringMatching(/^wattempt_/),
        object: 'webhook_attempt',
        eventId: data[0]?.id,
        eventType: 'webset.created',
        webhookId: id,
        url: target.url,
        successful: true,
        responseHeaders: expect.objectContaining({ connection: expect.any(String) }),
        responseBody: 'thanks',
        responseStatusCode: 200,
        error: null,
        attempt: 1,
        attemptedAt: clock.now().toISOString(),
      },
    ])
    await deliver()
    expect(target.received).toHaveLength(1)
  })

  it('goes to those of its team that asked for its type, and to no others', async () => {
    const { create, addTeam, happen, deliver, target } = await scene()
    const [other, deaf] = [await receiver(), await receiver()]
    await create({ url: other.url, events: ['webset.created', 'webset.idle'] })
    await create({ url: deaf.url, events: ['webset.deleted'] })
    await create({ url: deaf.url, events: EventType.options }, await addTeam('B'))
    await happen()
    await deliver()
    expect([target, other, deaf].map(({ received }) => received.length)).toEqual([1, 1, 0])
  })

  it('of whichever kind is delivered, whoever writes it', async () => {
    const { records, caller, create, deliver, clock } = await scene()
    const all = await receiver()
    const { secret } = await create({ url: all.url, events: EventType.options })
    all.trust(secret)
    for (const type of EventType.options) {
      await records.db
        .insertInto('webset_events')
        .values({
          id: `event_${type}`,
          team_id: caller.teamId,
          webset_id: null,
          type,
          data: JSON.stringify({ id: type }),
          item_id: null,
          item_version: null,
          created_at: clock.now(),
        })
        .execute()
    }
    await deliver()
    expect(all.types()).toEqual(EventType.options)
    expect(all.received.every(({ isSigned }) => isSigned)).toBe(true)
  })

  it('is not told when what happened did not happen after all', async () => {
    const { records, caller, webset, deliver, target } = await scene()
    const { id } = await webset({ externalId: 'taken' })
    await expect(webset({ externalId: 'taken' })).rejects.toMatchObject({ code: 'conflict' })
    await records
      .transaction(async (tx: Tx) => {
        await tx
          .insertInto('webset_events')
          .values({
            id: 'event_never',
            team_id: caller.teamId,
            webset_id: null,
            type: 'webset.created',
            data: '{}',
            item_id: null,
            item_version: null,
            created_at: new Date(0),
          })
          .execute()
        throw new Error('no')
      })
      .catch(() => {})
    await deliver()
    expect(idsOf(target.received)).toEqual([id])
  })

  it('that was forgotten is not told, and keeps nothing back', async () => {
    const { records, caller, happen, deliver, target } = await scene()
    await happen()
    await records.db.deleteFrom('webset_events').where('team_id', '=', caller.teamId).execute()
    const second = await happen()
    await deliver()
    expect(idsOf(target.received)).toEqual([second])
  })
})

describe('a receiver that fails', () => {
  const outages = {
    'answers 500': async (target) => target.answer((response) => void response.writeHead(500).end('oh\0no')),
    redirects: async (target) =>
      target.answer((response) => void response.writeHead(307, { location: '/elsewhere' }).end()),
    hangs: async (target) => target.answer(() => {}),
    'closes the connection': async (target) => target.answer((response) => void response.destroy()),
    'answers too slowly': async (target) =>
      target.answer((response) => void response.writeHead(200).write('thank')),
    'is down': (target) => target.goDown(),
  } satisfies Record<string, (target: Awaited<ReturnType<typeof receiver>>) => Promise<void>>

  const expected: Record<keyof typeof outages, object> = {
    'answers 500': { responseStatusCode: 500, responseBody: 'ohno', error: null },
    redirects: { responseStatusCode: 307, responseHeaders: { location: '/elsewhere' } },
    hangs: { responseStatusCode: 0, responseBody: null, error: expect.stringContaining('timeout') },
    'closes the connection': { responseStatusCode: 0, error: expect.stringContaining('connection_reset') },
    'answers too slowly': { responseStatusCode: 0, error: expect.stringContaining('timeout') },
    'is down': { responseStatusCode: 0, error: expect.stringContaining('connection_refused') },
  }

  it.each(Object.entries(outages))(
    'because it %s gets everything when it is back, in order',
    async (name, begin) => {
      const { happen, deliver, pass, target, attempts, id } = await scene({ 'webhooks.timeoutMs': 150 })
      await begin(target)
      const websets = [await happen(), await happen(), await happen()]
      await deliver()
      const [failed, ...others] = await attempts(id)
      expect(failed).toMatchObject({
        successful: false,
        attempt: 1,
        ...expected[name as keyof typeof outages],
      })
      expect(others).toEqual([])
      await target.comeBack().catch(() => {}) // it was not down
      target.answer(accept)
      const before = target.received.length
      await pass(9000)
      expect(target.received).toHaveLength(before)
      await pass(1000)
      expect(idsOf(target.received.slice(before))).toEqual(websets)
      expect(target.received.every(({ isSigned, path }) => isSigned && path === '/hook')).toBe(true)
      expect((await attempts(id)).map(({ successful, attempt }) => [successful, attempt])).toEqual([
        [false, 1],
        [true, 2],
        [true, 1],
        [true, 1],
      ])
    },
  )

  it('at one event is told the others meanwhile, and that one until it is given up a day later', async () => {
    const { happen, deliver, pass, target, attempts, id, statusOf } = await scene()
    const bad = await happen()
    target.answer((response, { event }) => void response.writeHead(event.data.id === bad ? 400 : 204).end())
    const good = [await happen(), await happen()]
    await pass(52_000)
    expect(new Set(idsOf(target.received))).toEqual(new Set([bad]))
    await pass(2000)
    expect(idsOf(target.received)).toEqual([bad, bad, bad, ...good])
    await pass(26 * hourMs, 10 * minuteMs)
    const tries = (await attempts(id)).filter(({ responseStatusCode }) => responseStatusCode === 400)
    expect(tries.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const gapsMinutes = tries
      .slice(1)
      .map(
        ({ attemptedAt }, index) =>
          (Date.parse(attemptedAt) - Date.parse(tries[index]!.attemptedAt)) / minuteMs,
      )
    // Each within the ten minutes in which the test looks.
    for (const [index, wanted] of [10 / 60, 43 / 60, 3, 13, 57, 245, 1053].entries()) {
      expect(gapsMinutes[index]).toBeGreaterThanOrEqual(Math.floor(wanted))
      expect(gapsMinutes[index]).toBeLessThan(wanted + 11)
    }
    expect(new Set(target.received.map(({ signedAt }) => signedAt)).size).toBeGreaterThan(6)
    expect(await statusOf()).toBe('active')
    const later = await happen()
    await deliver()
    expect(idsOf(target.received).at(-1)).toBe(later)
  })

  it('altogether is tried every few minutes, and sent everything at once when it is back', async () => {
    const { happen, pass, target } = await scene()
    target.answer((response) => void response.writeHead(503).end())
    const websets = []
    for (let index = 0; index < 20; index++) websets.push(await happen())
    await pass(3 * hourMs, minuteMs)
    const during = target.received.length
    expect(during).toBeGreaterThan(20)
    expect(during).toBeLessThan(60)
    target.answer(accept)
    await pass(6 * minuteMs, minuteMs)
    const came = idsOf(target.received.slice(during))
    expect(new Set(came)).toEqual(new Set(websets))
    expect(came).toHaveLength(20)
    // One of them was the one that found the receiver back; the others come in order.
    expect(came.slice(1)).toEqual(websets.filter((webset) => webset !== came[0]))
  })

  it('for days becomes inactive; an update brings it back with what it missed', async () => {
    const { happen, deliver, pass, update, target, attempts, id, statusOf } = await scene()
    await target.goDown()
    const websets = [await happen()]
    await pass(30 * hourMs, 30 * minuteMs)
    expect(await attempts(id)).toHaveLength(8)
    websets.push(await happen())
    await pass(40 * hourMs, 30 * minuteMs)
    expect(await statusOf()).toBe('active')
    websets.push(await happen())
    await pass(30 * hourMs, 30 * minuteMs)
    expect(await statusOf()).toBe('inactive')
    const tried = (await attempts(id)).length
    websets.push(await happen())
    await pass(hourMs, minuteMs)
    expect(await attempts(id)).toHaveLength(tried)
    await target.comeBack()
    expect(await update(id, { metadata: { fixed: 'yes' } })).toMatchObject({ status: 'active' })
    await deliver()
    // Those that were given up are not among them.
    expect(idsOf(target.received)).toEqual(websets.slice(3))
  }, 120_000)
})

describe('redelivery', () => {
  it('sends again what was given up, with new tries and a new signature', async () => {
    const { happen, pass, redeliver, deliver, target, attempts, id } = await scene({ 'webhooks.attempts': 2 })
    target.answer((response) => void response.writeHead(500).end())
    const websets = [await happen(), await happen()]
    await pass(10 * minuteMs, 5000)
    expect(await attempts(id)).toHaveLength(4)
    expect((await redeliver(id)).deliveries).toBe(2)
    target.answer(accept)
    target.received.length = 0
    await deliver()
    expect(idsOf(target.received)).toEqual(websets)
    expect(target.received.every(({ isSigned }) => isSigned)).toBe(true)
    expect((await attempts(id)).map(({ attempt }) => attempt)).toEqual(expect.arrayContaining([3]))
    expect(await redeliver(id)).toMatchObject({ deliveries: 0, webhook: { id, secret: null } })
  })

  it('sends what is named or new enough, also what was never asked for', async () => {
    const { happen, webset, websets, caller, addTeam, work, deliver, redeliver, advance, target, id, clock } =
      await scene()
    const first = await happen()
    await deliver()
    advance(1000)
    const since = clock.now().toISOString()
    const second = await happen()
    await deliver()
    expect((await redeliver(id, { createdAfter: since })).deliveries).toBe(1)
    await deliver()
    expect(idsOf(target.received)).toEqual([first, second, second])
    await webset({ search: { query: 'x', count: 1, criteria: [{ description: 'shines' }] } })
    await work()
    const { data } = await websets.events.list(caller, { limit: 200 })
    const item = data.find(({ type }) => type === 'webset.item.created')!
    expect((await redeliver(id, { eventIds: [item.id] })).deliveries).toBe(1)
    await deliver()
    expect(target.received.at(-1)?.event).toEqual(item)
    await expect(redeliver(id, { eventIds: ['event_none'] })).rejects.toMatchObject({ code: 'not_found' })
    const other = await addTeam('B')
    await webset({}, other)
    const [foreign] = (await websets.events.list(other, { limit: 1 })).data
    await expect(redeliver(id, { eventIds: [foreign!.id] })).rejects.toMatchObject({ code: 'not_found' })
    expect(() => redeliver(id, { eventIds: ['event_none'], createdAfter: since })).toThrow('either')
  })
})

describe('a webhook', () => {
  it('shows its secret once, and never in an attempt', async () => {
    const { create, update, webhooks, caller, happen, deliver, attempts } = await testWebhooks()
    const target = await receiver()
    const { id, secret } = await create({ url: target.url, events: ['webset.created'] })
    expect(secret).toMatch(/^whsec_/)
    await happen()
    await deliver()
    const shown = [
      await webhooks.get(caller, id),
      await webhooks.list(caller, { limit: 25 }),
      await update(id, { metadata: { a: 'b' } }),
      await attempts(id),
      await webhooks.remove(caller, id),
    ]
    expect(JSON.stringify(shown)).not.toContain(secret)
    await expect(webhooks.get(caller, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('that is deleted is told nothing any more, not even what waited', async () => {
    const { happen, deliver, webhooks, caller, target, id } = await scene()
    await happen()
    await webhooks.remove(caller, id)
    await happen()
    await deliver()
    expect(target.received).toEqual([])
  })

  it('that is deleted while it is sent something leaves nothing behind', async () => {
    const { happen, deliver, webhooks, caller, target, id, records } = await scene()
    await happen()
    target.answer(async (response) => {
      await webhooks.remove(caller, id)
      response.end()
    })
    await deliver()
    const left = await records.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('team_id', '=', caller.teamId)
      .execute()
    expect(left).toEqual([])
  })

  it('that is deleted just as something happens breaks nothing of it', async () => {
    const { happen, records, caller, websets, id } = await scene()
    const deleting = holdingPoint()
    const deletion = records.transaction(async (tx) => {
      await tx.deleteFrom('webhooks').where('team_id', '=', caller.teamId).where('id', '=', id).execute()
      await deleting.wait()
    })
    await deleting.at
    const happening = happen()
    await delay(100)
    deleting.open()
    await deletion
    expect(await websets.get(caller, await happening, [])).toMatchObject({ status: 'idle' })
  })

  it('whose address changes is sent there what waits', async () => {
    const { happen, deliver, update, target, id } = await scene()
    await target.goDown()
    const webset = await happen()
    await deliver()
    const other = await receiver()
    await update(id, { url: other.url, events: ['webset.deleted'] })
    await happen()
    await deliver()
    expect(idsOf(other.received)).toEqual([webset])
  })

  it('cannot be where nothing may be sent', async () => {
    const { sender, requests } = loopbackSender({ 'rebound.example': '10.0.0.7' }, [])
    const { create, happen, deliver, attempts } = await testWebhooks({}, sender)
    const events = ['webset.created']
    for (const url of [
      'http://127.0.0.1:8080/',
      'http://[::1]/',
      'http://0x7f.1/',
      'http://169.254.169.254/latest/meta-data',
      'http://localhost/',
      'http://printer.local/',
      'https://user:pass@example.com/',
      'http://example.com:6379/',
    ])
      await expect(create({ url, events }), url).rejects.toMatchObject({ code: 'invalid_request' })
    expect(() => create({ url: 'ftp://example.com/', events })).toThrow('http')
    // What a name leads to is known only then.
    const { id } = await create({ url: 'http://rebound.example/', events })
    await happen()
    await deliver()
    expect(await attempts(id)).toMatchObject([
      { successful: false, responseStatusCode: 0, error: expect.stringContaining('not public') },
    ])
    expect(JSON.stringify(await attempts(id))).not.toContain('10.0.0.7')
    expect(requests.filter(({ outcome }) => outcome !== 'blocked')).toEqual([])
  })

  it('is not blamed when the server stops, and is sent the message again by who takes over', async () => {
    const { happen, webhooks, work, jobs, run, target, attempts, id, caller } = await scene()
    await happen()
    await webhooks.wake()
    target.answer(() => jobs.cancel(`${id}.1`))
    await work()
    expect(target.received).toHaveLength(1)
    expect(await attempts(id)).toEqual([])
    target.answer(accept)
    await run(`${id}.1`, 'webhook.v1', { teamId: caller.teamId, webhookId: id, run: 1 })
    expect(target.received).toHaveLength(2)
    expect(await attempts(id)).toMatchObject([{ attempt: 1, successful: true }])
  })

  it('is sent by one run at a time, and what an older run brings is not taken', async () => {
    const { happen, deliver, webhooks, records, target, attempts, id, caller } = await scene()
    await happen()
    expect(await webhooks.wake()).toBe(1)
    expect(await webhooks.wake()).toBe(0)
    await records.db
      .updateTable('webhooks')
      .set({ run: 2 })
      .where('team_id', '=', caller.teamId)
      .where('id', '=', id)
      .execute()
    await deliver()
    expect(target.received).toEqual([])
    expect(await attempts(id)).toEqual([])
  })
})

describe('the webhook of an owner', () => {
  it('is delivered what its owner posts, and not shown', async () => {
    const { webhooks, records, caller, deliver, happen, clock } = await testWebhooks()
    const target = await receiver()
    const owner = { teamId: caller.teamId, ownerId: 'monitor_1' }
    const event = (type: string) => ({
      id: `event_${type}`,
      object: 'event' as const,
      type,
      data: { z: 1, a: 2 },
      createdAt: clock.now().toISOString(),
    })
    await records.transaction(async (tx) => {
      const events = ['run.completed', 'ended']
      target.trust(await webhooks.owned.create(tx, owner, { url: 'http://127.0.0.1:1/', events }))
      await webhooks.owned.update(tx, owner, { url: target.url, events })
      for (const type of ['run.created', 'run.completed', 'ended'])
        await webhooks.owned.post(tx, owner, event(type))
      await webhooks.owned.end(tx, owner)
      await webhooks.owned.post(tx, owner, event('run.completed'))
    })
    await happen()
    await deliver()
    expect(target.received.map(({ event: got, isSigned }) => [JSON.stringify(got), isSigned])).toEqual([
      [JSON.stringify(event('run.completed')), true],
      [JSON.stringify(event('ended')), true],
    ])
    expect((await webhooks.list(caller, { limit: 25 })).data).toEqual([])
    await webhooks.prune(new Date(clock.now().getTime() + 1))
    const left = await records.db
      .selectFrom('webhooks')
      .select('id')
      .where('team_id', '=', caller.teamId)
      .execute()
    expect(left).toEqual([])
  })
})
