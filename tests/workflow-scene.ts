/* oxlint-disable no-explicit-any, no-underscore-dangle, consistent-function-scoping -- results are looked into as tests please, and scripts stand where they are used */
import { createUpstream, type Json, type TaskProgress } from '../src/agent-side/index.ts'
import { createTaskDesk } from '../src/workflows/task-desk.ts'
import { createChanges } from '../src/concurrency/index.ts'
import { workflows } from '../src/workflows/kinds/index.ts'
import { createMemoryTasks } from '../src/workflows/memory-tasks.ts'
import { createRunner, type RunEnd, type RunnerNeeds } from '../src/workflows/runner.ts'
import type { Tasks } from '../src/workflows/task-store.ts'
import { agentCaller } from './agent-side.ts'
import { createExaStandIn, type StandInOptions } from './exa-stand-in.ts'
import { silentLog } from './harness/log.ts'

export type WorkflowScene = ReturnType<typeof openWorkflows>
type Body = Record<string, any> // oxlint-disable-line no-explicit-any -- tests look into it as they please

/** Tasks in memory in front of a stand-in. Time passes only where it is waited for. */
export function openWorkflows(options: StandInOptions & Partial<RunnerNeeds> = {}) {
  let elapsedMs = 0
  const clock = { now: () => new Date(Date.parse('2026-01-01T00:00:00Z') + elapsedMs) }
  const wait = async (ms: number, signal: AbortSignal) => {
    signal.throwIfAborted()
    elapsedMs += ms
    await new Promise((resolve) => setImmediate(resolve))
    signal.throwIfAborted()
  }
  const standIn = createExaStandIn({ now: clock.now, ...options })
  const tasks = createMemoryTasks({ clock, limits: { ttlMs: 3_600_000, maxQueued: 100 } })
  const progress: TaskProgress[] = []
  const ends: RunEnd[] = []

  /** A process that works on the tasks; `mortal` may cut it off from everything. */
  function openWorker(mortal = { tasks, fetch: standIn.fetch }) {
    const upstream = createUpstream({ baseUrl: 'http://stand-in.example', fetch: mortal.fetch, wait })
    const changes = createChanges()
    const recorded: Tasks = {
      ...mortal.tasks,
      async updateProgress(owner, id, next) {
        const isTaken = await mortal.tasks.updateProgress(owner, id, next)
        if (isTaken) progress.push(next)
        return isTaken
      },
    }
    const runner = createRunner({
      tasks: recorded,
      workflows,
      openExa: (_, signal) => upstream.open({ credential: () => 'key', signal }),
      changes,
      clock,
      wait,
      log: silentLog,
      maxConcurrent: 20,
      beatMs: 2 ** 30,
      onEnd: async (end) => void ends.push(end),
      ...options,
    })
    const desk = createTaskDesk({ tasks, runner, workflows, changes, clock, maxPageBytes: 56_000 })
    return { runner, desk }
  }
  const first = openWorker()

  return {
    ...first,
    openWorker,
    standIn,
    tasks,
    clock,
    progress,
    ends,
    pass: (ms: number) => void (elapsedMs += ms),
    /** The steps of the progress, without repetitions. */
    told: () =>
      progress
        .map(({ step, completed, total }) => `${step} ${completed}/${total}`)
        .filter((line, at, all) => line !== all[at - 1]),
    make: (type: string, args: Json, { desk } = first) =>
      desk.create(agentCaller, { type, args: workflows.get(type)?.args.parse(args) ?? args }),
    async outcome(taskId: string) {
      const ask = { waitMs: 0, signal: AbortSignal.timeout(60_000), offset: 0, limit: 200 }
      const { task, result, partialResult } = await first.desk.result(agentCaller, taskId, ask)
      return { task, result: result as Body, partial: partialResult as Body }
    },
    /** Runs a workflow to its end. */
    async run(type: string, args: Json) {
      const { taskId } = await this.make(type, args)
      await first.runner.idle()
      return this.outcome(taskId)
    },
  }
}

/** Cuts whatever uses it off from everything after so many exchanges, as `kill -9` does: no answer, no error. */
export function mortal(scene: Pick<WorkflowScene, 'tasks' | 'standIn'>, livesFor: number) {
  let left = livesFor
  let died: () => void = () => {}
  const death = new Promise<void>((resolve) => (died = resolve))
  const never = new Promise<never>(() => {})
  const beat = () => {
    if (left-- > 0) return false
    died()
    return true
  }
  return {
    death,
    isAlive: () => left >= 0,
    fetch: async (...request: Parameters<typeof scene.standIn.fetch>) => {
      if (beat()) return never
      const response = await scene.standIn.fetch(...request)
      // It may have been heard, and nobody is there to learn of it.
      return beat() ? never : response
    },
    tasks: new Proxy(scene.tasks, {
      get(store, name: keyof Tasks) {
        return async (...args: unknown[]) => {
          if (beat()) return never
          const answer = await (store[name] as (...args: unknown[]) => Promise<unknown>)(...args)
          return beat() ? never : answer
        }
      },
    }),
  }
}

/** A company that meets criteria by letters: y, n or u for each. */
export const maker = (name: string, verdicts = '', criteria: readonly string[] = []): Json => ({
  properties: {
    type: 'company',
    url: `https://${name.toLowerCase().replaceAll(/\W+/g, '-')}.example/`,
    description: `${name} makes things.`,
    content: 'c'.repeat(2000),
    company: { name },
  },
  evaluations: verdicts.split('').map((letter, at) => ({
    criterion: criteria[at] ?? `criterion ${at + 1}`,
    satisfied: { y: 'yes', n: 'no' }[letter] ?? 'unclear',
    reasoning: 'because',
    references: [],
  })),
})
