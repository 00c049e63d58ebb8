import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { expect } from 'vitest'
import type { Json } from '../../src/agent-side/index.ts'
import type { Task, TaskResult } from '../../src/contract/tasks.ts'
import { createExaStandIn, type Recorded } from '../exa-stand-in.ts'
import { afterwards } from '../harness/afterwards.ts'
import { testDatabase } from '../harness/database.ts'
import { serverProcess } from '../harness/server-process.ts'
import { caseWorld, creationsOf, timeless, workflowCases } from '../workflow-cases.ts'
import { openWorkflows } from '../workflow-scene.ts'

/** A moment in the course of a workflow. */
export interface Moment {
  readonly step: string
  readonly completed: number
  /** Whether anything is asked of the server in it, and whether anything is created. */
  readonly asks: boolean
  readonly creates: boolean
}

export interface Course {
  readonly type: string
  readonly args: Json
  readonly moments: readonly Moment[]
  readonly result: unknown
  readonly creations: readonly string[]
}

/** When to kill: as the step is told of, or when it has been heard and not been answered. */
export type When = 'told' | 'unanswered'

const world = { ...caseWorld, looks: 0 }
const key = 'the-owner-key-of-this-test'
const lockNumber = 7321
const patienceMs = 60_000

/** The courses of all workflows as they are when nobody is killed, in memory. */
export const wholeCourses = (): Promise<Course[]> =>
  Promise.all(
    workflowCases.map(async ([type, args]) => {
      const scene = openWorkflows(world)
      const moments: Moment[] = []
      const asked: Recorded[][] = []
      const report = scene.tasks.updateProgress.bind(scene.tasks)
      scene.tasks.updateProgress = async (owner, id, progress) => {
        const isTaken = await report(owner, id, progress)
        const { step, completed } = progress
        if (isTaken && !moments.some((one) => one.step === step && one.completed === completed)) {
          moments.push({ step, completed, asks: false, creates: false })
          asked.push([])
        }
        return isTaken
      }
      const worker = scene.openWorker({
        tasks: scene.tasks,
        fetch: async (...request) => {
          const response = await scene.standIn.fetch(...request)
          const last = scene.standIn.requests.at(-1)
          if (last) asked.at(-1)?.push(last)
          return response
        },
      })
      const { taskId } = await scene.make(type, args, worker)
      await worker.runner.idle()
      const { task, result } = await scene.outcome(taskId)
      expect([type, task.status]).toEqual([type, 'completed'])
      return {
        type,
        args,
        moments: moments.map((moment, at) => ({
          ...moment,
          asks: (asked[at] ?? []).length > 0,
          creates: creationsOf(asked[at] ?? []).length > 0,
        })),
        result: timeless(result),
        creations: creationsOf(scene.standIn.requests),
      }
    }),
  )

/** A real server on a stand-in for Exa's cloud, which is killed with `kill -9` and started again. */
export async function openKilled() {
  const { connectionString } = await testDatabase()
  const database = new Pool({ connectionString, max: 3 })
  // Whoever holds a lock must be the one who gives it back.
  const holder = new Client({ connectionString })
  database.on('error', () => {})
  holder.on('error', () => {})
  afterwards(async () => void (await Promise.all([database.end(), holder.end()])))
  await holder.connect()
  await database.query(`
    create table traps (type text, step text, completed int);
    create function trap() returns trigger as $$ begin
      if exists (select from traps where type = new.type and step = new.progress->>'step'
          and completed = (new.progress->>'completed')::int)
      then perform pg_advisory_xact_lock(${lockNumber}); end if;
      return new;
    end $$ language plpgsql;
    create trigger trap before update of progress on tasks for each row execute function trap();`)
  const standIn = createExaStandIn(world)
  const upstream = await listenFor(standIn)
  const server = await serverProcess({
    environment: {
      DATABASE_URL: connectionString,
      WINNOW_API_KEY: key,
      WINNOW_SAMPLE: 'off',
      WINNOW_LOG_LEVEL: 'error',
      WINNOW_UPSTREAM: 'exa',
      WINNOW_UPSTREAM_URL: upstream.url,
      EXA_API_KEY: 'exa-key',
    },
  })
  await server.start()

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(server.url + path, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.ok, path).toBe(true)
    return (await response.json()) as T
  }

  /**
   * Has each of these workflows come to its moment, kills the server that works on all of them, and starts another.
   * Answers how many it was in time for: of what goes on side by side, either may be told of first.
   */
  return async function killAt(doomed: readonly (readonly [Course, Moment])[], when: When): Promise<number> {
    const before = standIn.requests.length
    upstream.catching.clear()
    if (when === 'told') {
      await holder.query(`select pg_advisory_lock(${lockNumber})`)
      for (const [{ type }, { step, completed }] of doomed)
        await database.query('insert into traps values ($1, $2, $3)', [type, step, completed])
    } else for (const [{ type }, moment] of doomed) upstream.catching.set(type, moment)
    const begun = await Promise.all(
      doomed.map(([{ type, args }]) => call<Task>('POST', '/winnow/v1/tasks', { type, args })),
    )
    const held = async () => (when === 'told' ? trapped() : upstream.caught())
    await until(
      async () => (await held()) + (await passed(begun, doomed)) >= doomed.length,
      async () => {
        const { rows } = await database.query('select type, status, progress from tasks where is_open')
        return `${await held()} are held: ${JSON.stringify(rows)}`
      },
    )
    const inTime = await held()
    await server.kill()
    if (when === 'told') {
      await database.query('delete from traps')
      await holder.query(`select pg_advisory_unlock(${lockNumber})`)
    } else upstream.letGo()
    await server.start()
    const results = await Promise.all(begun.map(({ taskId }) => outcome(taskId)))
    for (const [at, [{ type, result }, { step, completed }]] of doomed.entries()) {
      const killedAt = `${type}, ${step} ${completed}`
      expect([killedAt, results[at]?.task.status]).toEqual([killedAt, 'completed'])
      expect([killedAt, timeless(results[at]?.result)]).toEqual([killedAt, result])
    }
    expect(creationsOf(standIn.requests.slice(before))).toEqual(
      doomed.flatMap(([{ creations }]) => creations).toSorted(),
    )
    return inTime
  }

  /** How many are beyond the moment they were to be killed at. */
  async function passed(
    begun: readonly Task[],
    doomed: readonly (readonly [Course, Moment])[],
  ): Promise<number> {
    const { rows } = await database.query<{ id: string; completed: number }>(
      `select id, (progress->>'completed')::int as completed from tasks where id = any($1)`,
      [begun.map(({ taskId }) => taskId)],
    )
    const far = new Map(rows.map(({ id, completed }) => [id, completed]))
    return begun.filter(({ taskId }, at) => (far.get(taskId) ?? 0) > (doomed[at]?.[1].completed ?? 0)).length
  }

  async function outcome(taskId: string): Promise<TaskResult> {
    for (let look = 0; look < 12; look++) {
      const result = await call<TaskResult>('GET', `/winnow/v1/tasks/${taskId}/result?wait=10000&limit=200`)
      if (result.task.status !== 'working' && result.task.status !== 'pending') return result
    }
    throw new Error(`${taskId} never ended`)
  }

  async function trapped(): Promise<number> {
    const { rows } = await database.query<{ count: string }>(
      `select count(*) from pg_locks where locktype = 'advisory' and not granted and objid = ${lockNumber}
       and database = (select oid from pg_database where datname = current_database())`,
    )
    return Number(rows[0]?.count)
  }

  /** The stand-in on a port. It hears what it is told to catch, and says nothing. */
  async function listenFor({ fetch: ask, websets, researches }: ReturnType<typeof createExaStandIn>) {
    const catching = new Map<string, Moment>()
    const held: ServerResponse[] = []

    async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer) // no encoding is set
      const body = chunks.length > 0 ? Buffer.concat(chunks).toString() : undefined
      const { method = 'GET', url = '/' } = incoming
      const isHeld = await isCaught(method, url, body)
      const said = await ask(`http://stand-in.example${url}`, {
        method,
        headers: incoming.headers as Record<string, string>,
        ...(body !== undefined && { body }),
      })
      if (isHeld) return void held.push(outgoing)
      outgoing.writeHead(said.status, Object.fromEntries(said.headers)).end(await said.text())
    }

    /** Where a step creates something, it is that; else whatever is asked first. */
    async function isCaught(method: string, url: string, body: string | undefined): Promise<boolean> {
      if (catching.size === 0) return false
      const { rows } = await database.query<{ type: string; step: string; completed: number }>(
        `select type, progress->>'step' as step, (progress->>'completed')::int as completed from tasks where `.concat(
          ...whose(url, body),
        ),
      )
      const [task] = rows
      const moment = task && catching.get(task.type)
      if (!task || moment?.step !== task.step || moment.completed !== task.completed) return false
      if (moment.creates && method !== 'POST') return false
      return catching.delete(task.type)
    }

    /** Whose request it is: websets carry the name of their task, research runs are known by what they ask. */
    function whose(url: string, body: string | undefined): string[] {
      const { pathname } = new URL(url, 'http://stand-in.example')
      const [, name = ''] = /^\/websets\/v0\/websets\/([^/]+)/.exec(pathname) ?? []
      const asked = (body === undefined ? {} : JSON.parse(body)) as Record<string, unknown>
      const external = asked.externalId ?? websets.get(name)?.externalId ?? decodeURIComponent(name)
      const [task] = /^task_[0-9a-f-]+/.exec(String(external)) ?? []
      if (task !== undefined) return [`id = '${task}'`]
      const research = researches.get(pathname.replace('/research/v1/', ''))
      const instructions = String(asked.instructions ?? research?.instructions ?? '')
      const type = instructions.startsWith('Weigh')
        ? 'adversarial.verify'
        : instructions.startsWith('On ')
          ? 'research.verifiedCollection'
          : 'research.deep'
      return [`type = '${type}' and status = 'working'`]
    }

    const listener = createServer((incoming, outgoing) => void answer(incoming, outgoing))
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    afterwards(async () => {
      listener.closeAllConnections()
      listener.close()
    })
    return {
      url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
      catching,
      caught: () => held.length,
      letGo: () => void held.splice(0).map((outgoing) => outgoing.destroy()),
    }
  }
}

async function until(isSo: () => Promise<boolean>, problem: () => Promise<string>): Promise<void> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(20))
    if (await isSo()) return
  throw new Error(`not all came to their moment; ${await problem()}`)
}
