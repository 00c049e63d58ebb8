import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../ports/log.ts'
import { prepareEmbedded, runEmbedded } from './embedded/run.ts'
import type { EmbeddedOptions } from './embedded/run.ts'
import { checkExternal } from './external.ts'
import { acquireOwnership } from './ownership.ts'
import type { Ownership } from './ownership.ts'
import { whenAborted } from './when-aborted.ts'

export interface DatabaseOptions extends EmbeddedOptions {
  /** An existing PostgreSQL; no process is started then. */
  readonly databaseUrl?: string | undefined
  /** Ends a start under way. */
  readonly signal?: AbortSignal
}

/** `down` means that it died and is being started again. */
export type DatabaseStatus = 'up' | 'down'

export interface Database {
  readonly mode: 'embedded' | 'external'
  /** Stays valid when the database is started anew: pools need only reconnect. */
  readonly connectionString: string
  /** Of the embedded database only; an external one is known by its answers. */
  readonly status: DatabaseStatus
  /** Calls the listener at each change; the answer removes it. */
  onStatus(listener: (status: DatabaseStatus) => void): () => void
  /**
   * Makes this process the one server of its data folder, or answers which process is. Ends with the process,
   * however it ends.
   */
  acquireOwnership(label: string): Promise<Ownership>
  /** Stops the embedded database, if this process started it. Pools are closed before. */
  close(): Promise<void>
}

/** Has a database ready, or fails with an error that names the cause, with what to do in `details.remedy`. */
export async function startDatabase(options: DatabaseOptions, log: Log): Promise<Database> {
  if (options.databaseUrl === undefined) return await superviseEmbedded(options, log)
  const { databaseUrl: connectionString } = options
  await checkExternal(connectionString)
  return {
    mode: 'external',
    connectionString,
    status: 'up',
    onStatus: () => () => {},
    // Servers on several machines share the database, each with a data folder of its own.
    acquireOwnership: (label) =>
      acquireOwnership({ connectionString, label, subject: `${hostname()}:${options.dataDir}` }, log),
    close: async () => {},
  }
}

const FIRST_DELAY_MS = 50
const LONGEST_DELAY_MS = 5_000
/** A database that lived this long is not in a loop of crashes. */
const STABLE_AFTER_MS = 30_000
const GUESTS_WAIT_MS = 1_000

/** Starts the embedded database again whenever it dies, with growing pauses, until it is closed. */
async function superviseEmbedded(options: DatabaseOptions, log: Log): Promise<Database> {
  const listeners = new Set<(status: DatabaseStatus) => void>()
  const closing = new AbortController()
  const prepared = await prepareEmbedded(options, log)
  let current = await runEmbedded(prepared, log, options.signal)
  const { connectionString } = current
  let status: DatabaseStatus = 'up'
  const change = (next: DatabaseStatus) => {
    status = next
    for (const listener of listeners) listener(next)
  }

  const supervision = (async () => {
    let delayMs = FIRST_DELAY_MS
    while (!closing.signal.aborted) {
      const startedAt = performance.now()
      await Promise.race([current.ended, whenAborted(closing.signal)])
      if (closing.signal.aborted) return
      if (performance.now() - startedAt > STABLE_AFTER_MS) delayMs = FIRST_DELAY_MS
      log.error({}, 'the database has ended; starting it again')
      change('down')
      for (;;) {
        await sleep(delayMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
        if (closing.signal.aborted) return
        delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)
        try {
          current = await runEmbedded(prepared, log, closing.signal)
          break
        } catch (error) {
          if (closing.signal.aborted) return
          log.error({ err: error, nextAttemptMs: delayMs }, 'the database could not be started again')
        }
      }
      log.info({}, 'the database runs again')
      change('up')
    }
  })()

  return {
    mode: 'embedded',
    connectionString,
    get status() {
      return status
    },
    onStatus(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async acquireOwnership(label) {
      // Whoever started the database goes first: it would take the database with it if it came second.
      if (!current.keeper) await sleep(GUESTS_WAIT_MS)
      return await acquireOwnership({ connectionString, label, subject: 'data folder' }, log)
    },
    async close() {
      closing.abort()
      await supervision
      await current.stop()
    },
  }
}
