import type { Client } from 'pg'
import { z } from 'zod'
import type { Log } from '../../ports/log.ts'
import { backoffMs } from './backoff.ts'
import { createBell } from './bell.ts'
import { within } from './within.ts'
import { NOTICES } from './workflow-rows.ts'
import type { Database, Notice } from './workflow-rows.ts'

export interface LinkOptions {
  readonly connect: () => Client
  readonly everyMs: number
  /** Called at once and then regularly, never twice at a time. A rejection makes a new connection. */
  readonly beat: (db: Database) => Promise<void>
  readonly heard: (notice: Notice) => void
  /** Called when it listens, the first time and after every loss: notices may have been missed. */
  readonly listening: () => void
  readonly log: Log
}

const noticeSchema = z.union([
  z.object({ queue: z.string() }),
  z.object({ cancelled: z.string() }),
  z.object({ messageTo: z.string(), topic: z.string() }),
])
const reconnecting = { attempts: Infinity, firstDelayMs: 100, maxDelayMs: 2_000 }

/**
 * The worker's own connection: it beats on it and hears notices. When it breaks it is made anew, for as long as
 * it takes.
 */
export function createLink({ connect, everyMs, beat, heard, listening, log }: LinkOptions) {
  const bell = createBell()
  let failures = 0
  let established: () => void
  const ready = new Promise<void>((resolve) => (established = resolve))

  async function hold(): Promise<void> {
    const client = connect()
    const gone = new AbortController()
    const lost = () => {
      gone.abort()
      bell.ring()
    }
    client.once('end', lost)
    client.on('notification', ({ payload }) => hear(payload))
    try {
      await client.connect()
      await client.query(`listen ${NOTICES}`)
      listening()
      while (!bell.stopped && !gone.signal.aborted) {
        await beat(client)
        failures = 0
        established()
        await bell.wait(everyMs)
      }
    } finally {
      client.off('end', lost)
      // A dead network does not answer the farewell.
      await within(1_000, client.end())
    }
  }

  function hear(payload: string | undefined): void {
    try {
      heard(noticeSchema.parse(JSON.parse(payload ?? '')))
    } catch (error) {
      log.warn({ err: error, payload }, 'heard a notice that makes no sense')
    }
  }

  async function run(): Promise<void> {
    while (!bell.stopped) {
      try {
        await hold()
      } catch (error) {
        if (bell.stopped) return
        failures += 1
        log[failures === 1 ? 'warn' : 'debug']({ err: error, failures }, 'the heartbeat of the jobs failed')
        await bell.wait(backoffMs(reconnecting, failures))
      }
    }
  }

  let running = Promise.resolve()
  return {
    /** Resolves after the first beat. */
    async open(): Promise<void> {
      running = run()
      await ready
    },
    async close(): Promise<void> {
      bell.stop()
      await running
    },
  }
}
