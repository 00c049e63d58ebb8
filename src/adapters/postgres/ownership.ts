import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '../../ports/log.ts'
import { translate } from './failures.ts'
import { whenAborted } from './when-aborted.ts'

export interface OwnershipOptions {
  readonly connectionString: string
  /** What is owned: one owner for each such text. A data folder, for example. */
  readonly subject: string
  /** Who we are, as others will read it: `serve`. */
  readonly label: string
}

/** The process that owns the subject. */
export interface Owner {
  readonly label: string
  readonly pid: number
  readonly host: string
  readonly since: Date
}

export type Ownership =
  | { readonly held: true; release(): Promise<void> }
  | { readonly held: false; readonly owner: Owner | null }

/** Any number will do, as long as nobody else uses it. */
const OWNERSHIP_LOCK = 946_670

const RETRY_AFTER_MS = 500

/**
 * Tries to become the owner, for as long as this process lives: the lock belongs to a connection, so it ends with us
 * however we end. If the connection breaks, it is taken again as soon as that can be done. Answers who owns it
 * otherwise; null when that one has just let go.
 */
export async function acquireOwnership(options: OwnershipOptions, log: Log): Promise<Ownership> {
  const first = await tryLock(options)
  if ('owner' in first) return { held: false, owner: first.owner }
  let lock = first
  const released = new AbortController()

  const keeping = (async () => {
    let told = false
    for (;;) {
      await Promise.race([lock.ended, whenAborted(released.signal)])
      if (released.signal.aborted) return
      await sleep(RETRY_AFTER_MS, undefined, { ref: false })
      try {
        const next = await tryLock(options)
        if (!('owner' in next)) lock = next
        else if (!told) log.warn({ owner: next.owner }, 'another process has taken the data folder')
        told = 'owner' in next
      } catch (error) {
        log.debug({ err: error }, 'the data folder could not be taken again yet')
      }
    }
  })()

  return {
    held: true,
    async release() {
      released.abort()
      await keeping
      await lock.client.end()
    },
  }
}

interface Lock {
  readonly client: Client
  readonly ended: Promise<unknown>
}

async function tryLock(options: OwnershipOptions): Promise<Lock | { owner: Owner | null }> {
  const client = new Client({
    connectionString: options.connectionString,
    // PostgreSQL cuts names off after 63 bytes.
    application_name: `winnow ${options.label} ${process.pid} ${hostname()}`.slice(0, 63),
  })
  client.on('error', () => {})
  const ended = new Promise((resolve) => client.once('end', resolve))
  try {
    await client.connect()
    const key = createHash('sha256').update(options.subject).digest().readInt32BE()
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, $2) as locked',
      [OWNERSHIP_LOCK, key],
    )
    if (rows[0]?.locked) return { client, ended }
    const { rows: owners } = await client.query<{ name: string; since: Date }>(
      `select application_name as name, backend_start as since
       from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and granted and objsubid = 2 and classid = $1::int and objid = $2::int::oid`,
      [OWNERSHIP_LOCK, key],
    )
    await client.end()
    return { owner: owners[0] ? readOwner(owners[0]) : null }
  } catch (error) {
    await client.end().catch(() => {})
    throw translate(error)
  }
}

function readOwner({ name, since }: { name: string; since: Date }): Owner {
  const [, label = '', pid = '0', host = ''] = name.split(' ')
  return { label, pid: Number(pid), host, since }
}
