import { Socket } from 'node:net'
import { Client, Pool } from 'pg'
import type { ClientConfig } from 'pg'
import type { Log } from '../../ports/log.ts'

/**
 * DBOS waits for a lost database and goes on, but it does not know these two as a loss: the socket file that is
 * not there while PostgreSQL restarts, and a write to a connection that has just gone.
 */
const unknownLosses = new Map([
  ['ENOENT', 'ECONNREFUSED'],
  ['EPIPE', 'ECONNRESET'],
])

function patientSocket(): Socket {
  const socket = new Socket()
  socket.prependListener('error', (error: NodeJS.ErrnoException) => {
    error.code = unknownLosses.get(error.code ?? '') ?? error.code
  })
  return socket
}

const connectionConfig = (connectionString: string, name: string): ClientConfig => ({
  connectionString,
  application_name: name,
  stream: patientSocket,
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
})

/** The pool that DBOS works on. A broken connection is logged and replaced, never thrown. */
export function createPool(connectionString: string, maxConnections: number, log: Log): Pool {
  const pool = new Pool({
    ...connectionConfig(connectionString, 'winnow jobs'),
    max: maxConnections,
    // A process that hangs inside a transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: 60_000,
  })
  const broken = (error: Error) => log.debug({ err: error }, 'a connection of the jobs broke')
  // On the pool for idle connections, on each of them for those in use or ending.
  pool.on('error', broken)
  pool.on('connect', (client) => client.on('error', broken))
  return pool
}

/** A connection of its own, apart from the pool, so that a busy pool cannot keep the heartbeat waiting. */
export function createConnection(connectionString: string, queryTimeoutMs: number, log: Log): Client {
  const client = new Client({
    ...connectionConfig(connectionString, 'winnow heartbeat'),
    query_timeout: queryTimeoutMs,
  })
  client.on('error', (error) => log.debug({ err: error }, 'the heartbeat connection broke'))
  return client
}
