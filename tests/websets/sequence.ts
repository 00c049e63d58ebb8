import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { AppError } from '../../src/contract/errors.ts'
import { UpdateEnrichmentRequest } from '../../src/contract/webset-enrichments.ts'
import type { Records } from '../../src/ports/records.ts'
import { createRandom, type Random } from '../chaos/random.ts'
import { manyThings, worldEngine } from '../harness/webset-world.ts'
import { testWebsets } from '../harness/websets.ts'
import { createModel } from './model.ts'

const things = manyThings(10, 2)
const shining = things.filter(({ traits }) => traits.includes('shines')).length

const patienceMs = 60_000
const tooLate = (): never => {
  throw new Error(`it was not over after ${patienceMs} ms`)
}

/**
 * A random sequence of what callers do to a webset, while it works, while its worker dies, and while it rests. Throws
 * with the seed and the steps when anything is not as it must be.
 */
export async function runSequence(seed: number, database: { records: Records }): Promise<void> {
  const random = createRandom(seed)
  const steps: string[] = []
  const stage = await setTheScene(1 + random.whole(3), database)
  try {
    await Promise.race([
      play(random, steps, stage),
      delay(patienceMs, undefined, { ref: false }).then(tooLate),
    ])
  } catch (error) {
    stage.gate.open()
    await Promise.race([stage.worker.stop(), delay(1000)])
    throw new Error(`seed ${seed}: ${steps.join(', ')}\n${(error as Error).message}`, { cause: error })
  }
}

async function setTheScene(concurrency: number, database: { records: Records }) {
  const gate = createGate()
  const { engine } = worldEngine(things, { before: () => gate.pass() })
  const scene = await testWebsets(engine, { 'websets.concurrency': concurrency }, database)
  return { gate, scene, worker: scene.serve() }
}

async function play(
  random: Random,
  steps: string[],
  { scene, gate, worker }: Awaited<ReturnType<typeof setTheScene>>,
): Promise<void> {
  const { websets, caller, create, search, enrich } = scene
  const model = createModel()
  let starts = 0
  const fate = { isDeleted: false }
  /** Whether nothing but appending was done, so that it is known what must be found. */
  let isSimple = true
  let wanted = 0

  const newSearch = () => {
    const behavior = random.one(['append', 'append', 'override'] as const)
    const count = 1 + random.whole(4)
    starts += 1
    wanted += count
    if (behavior === 'override') isSimple = false
    return {
      query: `search ${starts}`,
      count,
      behavior,
      ...(random.whole(4) > 0 && { entity: { type: 'company' }, criteria: [{ description: 'shines' }] }),
    }
  }
  const newEnrichment = () => ({ description: random.one(['colour', 'size']) })

  const first = random.whole(3) > 0 ? newSearch() : undefined
  const enrichments = Array.from({ length: random.whole(3) }, newEnrichment)
  steps.push(`create ${JSON.stringify({ first, enrichments })}`)
  const { id, status } = await create({ search: first, enrichments })
  expect(status).toBe(first ? 'pending' : 'idle')

  const look = async () => {
    const { items = [], ...webset } = await websets.get(caller, id, ['items'])
    return { webset, items }
  }
  const someEnrichment = async () => random.one((await look()).webset.enrichments)?.id
  const actions: Record<string, () => Promise<void>> = {
    async search() {
      const made = await search(id, newSearch())
      const { webset } = await look()
      if (webset.searches.find((one) => one.id === made.id)?.status !== 'completed')
        expect(webset.status).not.toBe('idle')
    },
    async enrich() {
      starts += 1
      await enrich(id, newEnrichment())
    },
    async updateEnrichment() {
      const enrichment = await someEnrichment()
      starts += 1
      const request = { webset: id, id: enrichment, ...newEnrichment() }
      if (enrichment) await websets.enrichments.update(caller, UpdateEnrichmentRequest.parse(request))
    },
    async cancelEnrichment() {
      const enrichment = await someEnrichment()
      if (!enrichment) return
      expect(await websets.enrichments.cancel(caller, id, enrichment)).toMatchObject({ status: 'canceled' })
    },
    async deleteEnrichment() {
      const enrichment = await someEnrichment()
      if (enrichment) await websets.enrichments.remove(caller, id, enrichment)
    },
    async cancelSearch() {
      const { webset } = await look()
      const chosen = random.one(webset.searches)
      if (!chosen) return
      isSimple = false
      const { status } = await websets.searches.cancel(caller, id, chosen.id)
      expect(['completed', 'canceled']).toContain(status)
    },
    async deleteItem() {
      const item = random.one((await look()).items)
      if (!item) return
      isSimple = false
      await websets.items.remove(caller, id, item.id)
      await expect(websets.items.get(caller, id, item.id)).rejects.toMatchObject({ code: 'not_found' })
    },
    async cancel() {
      isSimple = false
      const canceled = await websets.cancel(caller, id)
      model.rest(canceled, (await look()).items)
    },
    async rename() {
      await websets.update(caller, { id, title: 'Another', metadata: undefined })
    },
    async letWork() {
      gate.allow(1 + random.whole(12))
      await delay(random.whole(4))
    },
    async crash() {
      worker.crash()
    },
    async remove() {
      fate.isDeleted = true
      await websets.remove(caller, id)
      await expect(websets.get(caller, id, [])).rejects.toMatchObject({ code: 'not_found' })
    },
  }
  const names = Object.keys(actions)
  const choices = [...names.filter((name) => name !== 'remove'), 'search', 'letWork', 'letWork', 'letWork']
  for (let left = 3 + random.whole(6); left > 0 && !fate.isDeleted; left--) {
    const name = random.whole(25) === 0 ? 'remove' : (random.one(choices) ?? 'letWork')
    steps.push(name)
    await actions[name]?.()
    if (!fate.isDeleted) {
      const { webset, items } = await look()
      model.look(webset, items)
    }
  }

  gate.open()
  for (let tries = 0; !worker.isIdle(); tries++) {
    if (tries > 4000) throw new AppError('deadline_exceeded', 'It never came to rest.')
    await delay(2)
  }
  await worker.stop()
  // What is asked anew may be answered as before.
  model.history(await scene.events(), starts, steps.includes('updateEnrichment'))
  if (fate.isDeleted) return
  const { webset, items } = await look()
  model.look(webset, items)
  model.rest(webset, items)
  for (const { properties, enrichments: results } of items) {
    const number = /\d+/.exec(properties.url)?.[0]
    for (const { enrichmentId, status, result } of results ?? []) {
      const { description } = webset.enrichments.find((one) => one.id === enrichmentId)!
      if (status === 'completed')
        expect(result).toEqual([description === 'colour' ? `colour ${number}` : number])
    }
  }
  if (isSimple) expect(items).toHaveLength(Math.min(wanted, shining))
}

/** Lets so many calls pass, and after `open` all. */
function createGate() {
  let allowed = 0
  const waiting: (() => void)[] = []
  const release = () => {
    while (waiting.length > 0 && allowed > 0) {
      allowed -= 1
      waiting.shift()?.()
    }
  }
  return {
    pass: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve)
        release()
      }),
    allow(count: number): void {
      allowed = count
      release()
    },
    open(): void {
      allowed = Infinity
      release()
    },
  }
}
