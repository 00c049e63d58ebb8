import { Client } from 'pg'
import { AppError } from '../../contract/errors.ts'
import { codeOf, failure } from './failures.ts'

const OLDEST_VERSION = 15

/** Fails with cause and remedy when the PostgreSQL of DATABASE_URL cannot be used. */
export async function checkExternal(databaseUrl: string): Promise<void> {
  const shown = withoutPassword(databaseUrl)
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'winnow check',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; read_only: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as version, pg_is_in_recovery() as read_only`,
    )
    const [server] = rows
    if (!server || server.version < OLDEST_VERSION) {
      throw failure(
        `The PostgreSQL at ${shown} has version ${server?.version}; Winnow needs ${OLDEST_VERSION} or newer.`,
        'Upgrade it, point DATABASE_URL to a newer one, or unset DATABASE_URL to use the embedded database.',
      )
    }
    if (server.read_only) {
      throw failure(
        `The PostgreSQL at ${shown} is a read-only standby.`,
        'Point DATABASE_URL to its primary server.',
      )
    }
  } catch (error) {
    throw explainConnection(error, shown)
  } finally {
    await client.end().catch(() => {})
  }
}

function explainConnection(error: unknown, shown: string): unknown {
  if (error instanceof AppError) return error
  const explained = (what: string, remedy: string): AppError =>
    failure(`Cannot use the PostgreSQL at ${shown}: ${what}.`, remedy, error)
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return explained(
        `it refuses the user or password (${messageOf(error)})`,
        'Correct the user and password in DATABASE_URL, and see that pg_hba.conf lets this machine in; add ' +
          '?sslmode=require if it demands encryption.',
      )
    case '3D000':
      return explained(
        'the database does not exist',
        'Create it with `createdb`, or correct its name in DATABASE_URL.',
      )
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return explained('the host name is not known', 'Correct the host in DATABASE_URL.')
    case 'ECONNREFUSED':
    case 'ENOENT':
      return explained(
        'nothing answers there',
        'Start it, or correct host and port in DATABASE_URL; unset DATABASE_URL to use the embedded database.',
      )
    case '53300':
      return explained('it has no connection left', 'Raise its max_connections, or close other clients.')
    case '57P03':
      return explained('it is starting or stopping', 'Try again in a moment.')
    case undefined:
    default:
      // Among others the words of `pg` itself: a timeout, or an answer that is not PostgreSQL's.
      return explained(messageOf(error), 'See that the address belongs to a PostgreSQL that can be reached.')
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The address as it may be shown. */
function withoutPassword(databaseUrl: string): string {
  try {
    const url = new URL(databaseUrl)
    const port = url.port ? `:${url.port}` : ''
    return `${url.searchParams.get('host') ?? url.hostname}${port}${url.pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}
