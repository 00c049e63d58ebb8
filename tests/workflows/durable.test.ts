import { describe, expect, test } from 'vitest'
import { agentCaller } from '../agent-side.ts'
import { caseWorld, creationsOf, timeless, workflowCases } from '../workflow-cases.ts'
import { mortal, openWorkflows, type WorkflowScene } from '../workflow-scene.ts'

const entity = { type: 'company' }

const open = (more: Parameters<typeof openWorkflows>[0] = {}) =>
  openWorkflows({ looks: 1, ...caseWorld, ...more })
const made = ({ standIn }: WorkflowScene) => creationsOf(standIn.requests)

describe.each(workflowCases)('%s', (type, args) => {
  test('killed after any exchange with the world, it comes to the same result and creates nothing twice', async () => {
    const whole = open()
    const expected = await whole.run(type, args)
    expect(expected.task.status).toBe('completed')
    const wanted = made(whole)
    let lives = 1
    for (; ; lives++) {
      const scene = open()
      const victim = mortal(scene, lives)
      // Whoever dies while it takes the task on has made it all the same.
      await Promise.race([scene.make(type, args, scene.openWorker(victim)), victim.death])
      const { taskId } = await onlyTask(scene)
      const worker = await Promise.race([victim.death.then(() => 'dead'), ended(scene, taskId)])
      if (worker !== 'dead') break
      scene.pass(20_000)
      const next = scene.openWorker()
      await next.runner.beat()
      await next.runner.idle()
      const { task, result } = await scene.outcome(taskId)
      expect([lives, task.status, task.error]).toEqual([lives, 'completed', null])
      expect([lives, timeless(result)]).toEqual([lives, timeless(expected.result)])
      expect([lives, ...made(scene)]).toEqual([lives, ...wanted])
    }
    expect(lives).toBeGreaterThan(15)
  }, 60_000)

  test('check 7: cancelled in any step, it stops what it set in motion and keeps what it found', async () => {
    const whole = open()
    await whole.run(type, args)
    const steps = [...new Set(whole.progress.map(({ step, completed }) => `${step} ${completed}`))]
    for (const step of steps.slice(0, -1)) {
      let taskId = ''
      const scene = open()
      const report = scene.tasks.updateProgress.bind(scene.tasks)
      scene.tasks.updateProgress = async (owner, id, progress) => {
        const isTaken = await report(owner, id, progress)
        if (`${progress.step} ${progress.completed}` === step) {
          taskId = id
          await worker.desk.cancel(agentCaller, id)
        }
        return isTaken
      }
      const worker = scene.openWorker({ tasks: scene.tasks, fetch: scene.standIn.fetch })
      await scene.make(type, args, worker)
      await untilCancelled(scene, () => taskId)
      await worker.runner.beat()
      await worker.runner.idle()
      const { task, partial, result } = await scene.outcome(taskId)
      expect([step, task.status, result]).toEqual([step, 'cancelled', null])
      for (const [id, webset] of scene.standIn.websets) {
        expect([step, id, webset.status]).toEqual([step, id, 'idle'])
        expect(JSON.stringify(partial)).toContain(id)
      }
      const cancelled = scene.standIn.requests.filter(({ path }) => path.endsWith('/cancel'))
      expect(cancelled).toHaveLength(scene.standIn.websets.size)
      const late = scene.standIn.requests.length
      await worker.runner.beat()
      expect(scene.standIn.requests).toHaveLength(late)
    }
    expect(steps.length).toBeGreaterThan(2)
  }, 60_000)
})

/** Progress may be told before the task is known here. */
async function untilCancelled(scene: WorkflowScene, taskId: () => string): Promise<void> {
  for (let look = 0; look < 10_000; look++) {
    const id = taskId()
    if (id && (await scene.desk.get(agentCaller, id)).status === 'cancelled') return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('the step never came')
}

async function ended(scene: WorkflowScene, taskId: string): Promise<string> {
  for (;;) {
    const { status } = await scene.desk.get(agentCaller, taskId)
    if (status !== 'working' && status !== 'pending') return status
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function onlyTask(scene: WorkflowScene): Promise<{ taskId: string }> {
  const { tasks } = await scene.desk.list(agentCaller, { limit: 1 })
  return tasks[0] ?? { taskId: '' }
}

describe('many tasks', () => {
  test('of fifty, twenty run and the rest wait; all come to their end', async () => {
    const scene = open()
    let release: () => void = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const held = scene.openWorker({
      tasks: scene.tasks,
      fetch: async (...request) => {
        await gate
        return scene.standIn.fetch(...request)
      },
    })
    const ids: string[] = []
    for (let n = 0; n < 50; n++)
      ids.push((await scene.make('research.deep', { instructions: `Why ${n}?` }, held)).taskId)
    const states = async () =>
      (await Promise.all(ids.map((id) => scene.desk.get(agentCaller, id)))).map(({ status }) => status)
    expect(await states()).toEqual(ids.map((_, at) => (at < 20 ? 'working' : 'pending')))
    expect(held.runner.runningCount).toBe(20)
    release()
    while ((await states()).some((status) => status !== 'completed'))
      await new Promise((resolve) => setTimeout(resolve, 5))
    expect(scene.standIn.researches.size).toBe(50)
  })

  test('one that waits is cancelled without ever having begun', async () => {
    const scene = open({ maxConcurrent: 0 })
    const { taskId, status } = await scene.make('research.deep', { instructions: 'Why?' })
    expect(status).toBe('pending')
    expect(await scene.desk.cancel(agentCaller, taskId)).toMatchObject({
      changed: true,
      task: { status: 'cancelled' },
    })
    expect(await scene.desk.cancel(agentCaller, taskId)).toMatchObject({ changed: false })
    expect(scene.standIn.requests).toEqual([])
  })

  test('a worker that stops leaves its tasks to the next, who goes on at once', async () => {
    const scene = open({ looks: 5 })
    const { taskId } = await scene.make('lifecycle.harvest', { query: 'robots', entity })
    await scene.runner.close()
    expect((await scene.desk.get(agentCaller, taskId)).status).toBe('working')
    const next = scene.openWorker()
    await next.runner.beat()
    await next.runner.idle()
    expect((await scene.desk.get(agentCaller, taskId)).status).toBe('completed')
    expect(scene.standIn.websets.size).toBe(1)
  })

  test('a worker that has lost a task to another writes nothing any more', async () => {
    const scene = open({ looks: 1e9 })
    const { taskId } = await scene.make('lifecycle.harvest', { query: 'robots', entity, timeout: 3_600_000 })
    scene.pass(20_000)
    const next = scene.openWorker()
    await next.runner.fill()
    await scene.runner.beat()
    await scene.runner.idle()
    expect(scene.runner.runningCount).toBe(0)
    expect(next.runner.runningCount).toBe(1)
    await scene.desk.cancel(agentCaller, taskId)
    await next.runner.beat()
    await next.runner.idle()
    expect(scene.standIn.websets.size).toBe(1)
  })

  test('a task that never gets to its end is given up after five times', async () => {
    const scene = open()
    const dead = mortal(scene, 3)
    await Promise.race([
      scene.make('research.deep', { instructions: 'Why?' }, scene.openWorker(dead)),
      dead.death,
    ])
    const { taskId } = await onlyTask(scene)
    for (let attempt = 0; attempt < 5; attempt++) {
      scene.pass(20_000)
      await scene.tasks.claim(`dead-${attempt}`, 1, scene.clock.now())
    }
    scene.pass(20_000)
    await scene.runner.beat()
    await scene.runner.idle()
    expect((await scene.outcome(taskId)).task).toMatchObject({
      status: 'failed',
      error: { recoverable: true },
    })
  })
})
