import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { DEAD_AFTER_MS, ended, eventually, newId } from './jobs-scene.suite.ts'
import type { Scene } from './jobs-scene.suite.ts'
import type { Jobs } from './jobs.ts'

/** Knows the fixture's workflows and runs none. */
async function openOffice(scene: Scene): Promise<Jobs> {
  const jobs = scene.closeLater(scene.create('api'))
  jobs.defineQueue({ name: 'work', concurrency: 50 })
  for (const name of ['stages.v1', 'payment.v1', 'refusal.v1', 'patience.v1', 'journey.v1', 'journey.v2']) {
    jobs.defineWorkflow({ name, queue: 'work', run: () => Promise.reject(new Error('not here')) })
  }
  await jobs.start()
  return jobs
}

/** What becomes of work when processes die, stop, freeze and are replaced. */
export function jobsProcessSuite(scene: Scene): void {
  describe('in several processes', () => {
    test('killed in the middle of a step, a workflow goes on with that step', async () => {
      const jobs = await openOffice(scene)
      const first = await scene.process()
      const workflow = newId()
      await scene.shutGate(workflow)
      await scene.submit(jobs, 'refusal.v1', workflow)
      await scene.reached(workflow, 'two begins')
      await first.kill()
      await scene.openGate(workflow)
      await scene.process()
      expect(await ended(jobs, workflow)).toMatchObject({ state: 'completed' })
      // Also: an error recorded before the kill is the same error after it.
      expect(await scene.evidence(workflow)).toEqual([
        'one',
        'two begins',
        'two begins',
        'two ends',
        'three',
        'true conflict already there name',
      ])
    })

    test('a dead worker’s work is taken over, a living one’s never', async () => {
      const jobs = await openOffice(scene)
      const dead = newId()
      const living = newId()
      await Promise.all([scene.shutGate(dead), scene.shutGate(living)])
      const first = await scene.process()
      await scene.submit(jobs, 'stages.v1', dead)
      await scene.reached(dead, 'two begins')
      const second = await scene.process()
      await first.kill()
      await scene.submit(jobs, 'stages.v1', living)
      await scene.reached(living, 'two begins')
      await scene.reached(dead, 'two begins', 2)
      await scene.process()
      await delay(DEAD_AFTER_MS * 1.5)
      await Promise.all([scene.openGate(dead), scene.openGate(living)])
      await Promise.all([ended(jobs, dead), ended(jobs, living)])
      expect(await scene.evidence(living)).toEqual(['one', 'two begins', 'two ends', 'three'])
      expect(await scene.evidence(dead)).toEqual(['one', 'two begins', 'two begins', 'two ends', 'three'])
      await second.stop()
    })

    test('a worker that stops hands its work over at once', async () => {
      const jobs = await openOffice(scene)
      const deadAfterMs = 60_000
      const first = await scene.process({ deadAfterMs })
      const [busy, waiting] = [newId(), newId()]
      await scene.shutGate(busy)
      await scene.submit(jobs, 'stages.v1', busy)
      await scene.submit(jobs, 'patience.v1', waiting)
      await scene.reached(busy, 'two begins')
      await scene.reached(waiting, 'waits')
      await scene.process({ deadAfterMs })
      const stoppedAt = Date.now()
      await first.stop()
      expect(Date.now() - stoppedAt).toBeLessThan(3_000)
      await scene.openGate(busy)
      await scene.records.transaction((tx) =>
        jobs.send(tx, { workflowId: waiting, topic: 'word', body: 'go', key: 'first' }),
      )
      for (const workflow of [busy, waiting]) {
        const handedOver = await jobs.settled(workflow, AbortSignal.timeout(5_000))
        expect(handedOver).toMatchObject({ state: 'completed' })
      }
      expect(await scene.evidence(busy)).toEqual(['one', 'two begins', 'two begins', 'two ends', 'three'])
      expect(await scene.evidence(waiting)).toEqual(['waits', 'heard go'])
    })

    test('a worker that was frozen and declared dead records nothing when it comes back', async () => {
      const jobs = await openOffice(scene)
      const frozen = await scene.process()
      const [stages, payment] = [newId(), newId()]
      await Promise.all([scene.shutGate(stages), scene.shutGate(payment)])
      await scene.submit(jobs, 'stages.v1', stages)
      await scene.submit(jobs, 'payment.v1', payment)
      await scene.reached(stages, 'two begins')
      await scene.reached(payment, 'pays')
      frozen.freeze()
      await scene.process()
      await scene.reached(stages, 'two begins', 2)
      await scene.reached(payment, 'pays', 2)
      await Promise.all([scene.openGate(stages), scene.openGate(payment)])
      for (const workflow of [stages, payment]) {
        expect(await ended(jobs, workflow)).toMatchObject({ state: 'completed' })
      }
      frozen.thaw()
      await scene.reached(stages, 'two ends', 2)
      await delay(300)
      // The body that was under way came to its end in both; what follows happened once, and so did the payment.
      expect((await scene.evidence(stages)).filter((what) => what === 'three')).toHaveLength(1)
      expect((await scene.evidence(payment)).filter((what) => what === 'paid')).toHaveLength(1)
      // And the one that came back is of use again.
      const next = await scene.submit(jobs, 'stages.v1')
      expect(await ended(jobs, next)).toMatchObject({ state: 'completed' })
    })

    test('killed between the commit and its record, a transaction step is not repeated', async () => {
      const jobs = await openOffice(scene)
      await scene.process()
      await scene.shutGate('die after commit')
      const workflow = await scene.submit(jobs, 'payment.v1')
      await scene.reached(workflow, 'paid')
      await scene.process()
      expect(await ended(jobs, workflow)).toMatchObject({ state: 'completed' })
      expect(await scene.evidence(workflow)).toEqual(['pays', 'paid', 'receipt 1970-01-01T00:00:00.000Z'])
    })

    test('newer code finishes what older code began', async () => {
      const jobs = await openOffice(scene)
      const older = await scene.process({ code: 1 })
      const old = newId()
      await scene.shutGate(old)
      await scene.submit(jobs, 'journey.v1', old)
      await scene.reached(old, 'two begins')
      // Enqueued while only older code runs: it must not be lost to a worker that does not know it.
      const early = await scene.submit(jobs, 'journey.v2')
      await delay(200)
      await scene.process({ code: 2 })
      expect(await ended(jobs, early)).toMatchObject({ state: 'completed' })
      await older.stop()
      await scene.openGate(old)
      const young = await scene.submit(jobs, 'journey.v2')
      for (const workflow of [old, young]) {
        expect(await ended(jobs, workflow)).toMatchObject({ state: 'completed' })
      }
      expect(await scene.evidence(old)).toEqual([
        'one',
        'two begins',
        'two begins',
        'two ends',
        'three',
        'arrived 2',
      ])
      expect(await scene.evidence(early)).toEqual(['flew 2'])
      expect(await scene.evidence(young)).toEqual(['flew 2'])
    })

    test('a schedule fires once, however many workers run', async () => {
      await Promise.all([scene.process({ everySecond: true }), scene.process({ everySecond: true })])
      const fired = await eventually(
        () => scene.evidence('tick'),
        (seen) => seen.length >= 4,
      )
      expect(new Set(fired).size).toBe(fired.length)
    })

    test('a process that only serves the API runs nothing and keeps nothing from running', async () => {
      const jobs = await openOffice(scene)
      const workflow = await scene.submit(jobs, 'stages.v1')
      const cancelled = await scene.submit(jobs, 'stages.v1')
      await delay(1_200)
      expect(await jobs.status(workflow)).toMatchObject({ state: 'queued' })
      await jobs.cancel(cancelled)
      await scene.process()
      expect(await ended(jobs, workflow)).toMatchObject({ state: 'completed' })
      expect(await jobs.status(cancelled)).toMatchObject({ state: 'cancelled' })
    })
  })
}
