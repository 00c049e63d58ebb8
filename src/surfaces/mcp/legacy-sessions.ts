import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport, type McpServer } from '@modelcontextprotocol/server'
import type { AgentCaller } from '../../agent-side/index.ts'

interface Needs {
  readonly open: (caller: AgentCaller, sessionId: string) => McpServer
  readonly onError: (error: Error) => void
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: McpServer
  readonly teamId: string
  readonly keyId: string
  readonly grants: string
  usedAt: number
}

const idleMs = 30 * 60_000
const lookMs = 60_000
const atMost = 500

/**
 * Until 2025-11-25 a client is asked by a request to it, whose answer comes with another POST: the two find each other
 * by a session. Clients that can be asked get one in this process; all others need none and are served one request at a
 * time. A session that is gone, after a restart for example, is answered 404, upon which clients begin a new one.
 */
export function createLegacySessions({ open, onError }: Needs) {
  const sessions = new Map<string, Session>()
  const looking = setInterval(() => void endIdle(), lookMs)
  looking.unref()

  return {
    /** Undefined for a request that has no session and needs none. */
    async fetch(request: Request, body: unknown, caller: AgentCaller): Promise<Response | undefined> {
      const id = request.headers.get('mcp-session-id')
      if (id === null && !wantsToBeAsked(body)) return undefined
      const session = id === null ? await begin(caller) : sessions.get(id)
      // The session of another key is none of theirs, and one begun with a token of other scopes is begun anew.
      if (!session || !isOf(session, caller)) return noSuchSession()
      session.usedAt = Date.now()
      return session.transport.handleRequest(request, { ...(body !== undefined && { parsedBody: body }) })
    },
    async close(): Promise<void> {
      clearInterval(looking)
      await Promise.all([...sessions.keys()].map(end))
    },
  }

  async function begin(caller: AgentCaller): Promise<Session> {
    const id = randomUUID()
    const server = open(caller, id)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: end,
    })
    transport.onerror = onError
    await server.connect(transport)
    const { teamId, keyId } = caller
    const grants = grantsOf(caller)
    const session: Session = { transport, server, teamId, keyId, grants, usedAt: Date.now() }
    sessions.set(id, session)
    const [oldest] = [...sessions].toSorted(([, one], [, other]) => one.usedAt - other.usedAt)
    if (sessions.size > atMost && oldest) await end(oldest[0])
    return session
  }

  async function end(id: string): Promise<void> {
    const session = sessions.get(id)
    sessions.delete(id)
    await session?.server.close().catch(onError)
  }

  async function endIdle(): Promise<void> {
    const before = Date.now() - idleMs
    for (const [id, { usedAt }] of sessions) if (usedAt < before) await end(id)
  }
}

const isOf = ({ teamId, keyId, grants }: Session, caller: AgentCaller): boolean =>
  teamId === caller.teamId && keyId === caller.keyId && grants === grantsOf(caller)

const grantsOf = ({ grants }: AgentCaller): string => (grants ? [...grants].toSorted().join(' ') : '')

/** The first request of a client that can be asked; from 2026-07-28 on there is none like it. */
function wantsToBeAsked(body: unknown): boolean {
  const { method, params } = (body ?? {}) as {
    method?: unknown
    params?: { capabilities?: { elicitation?: unknown } }
  }
  return method === 'initialize' && params?.capabilities?.elicitation !== undefined
}

const noSuchSession = (): Response =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'There is no such session.' } },
    { status: 404 },
  )
