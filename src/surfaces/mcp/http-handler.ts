import { createMcpHandler, InMemoryServerEventBus } from '@modelcontextprotocol/server'
import type { AgentCaller } from '../../agent-side/index.ts'
import { createLegacySessions } from './legacy-sessions.ts'
import { createMcpServer, type McpNeeds } from './mcp-server.ts'
import { watchResource } from './watch.ts'

interface Needs extends McpNeeds {
  readonly onError: (error: Error) => void
}

/**
 * Streamable HTTP for both protocol versions. Whoever calls has been authenticated, and Host and Origin have been
 * checked; the body has been read and measured by the server around this.
 */
export function createMcpHttp(needs: Needs) {
  const open = new Set<() => Promise<void>>()
  const sessions = createLegacySessions({
    open: (caller, conversation) =>
      createMcpServer(needs, { caller, era: 'legacy', lasts: true, conversation }),
    onError: needs.onError,
  })

  return {
    async fetch(request: Request, body: unknown, caller: AgentCaller): Promise<Response> {
      const ofSession = await sessions.fetch(request, body, caller)
      if (ofSession) return ofSession
      const bus = new InMemoryServerEventBus(needs.onError)
      // A handler of its own for each request: what one caller watches is never told to another.
      const handler = createMcpHandler(({ era }) => createMcpServer(needs, { caller, era, lasts: false }), {
        bus,
        onerror: needs.onError,
      })
      const stops = watchedBy(body).map((uri) =>
        watchResource({ ...needs, pollMs: needs.watchMs, caller }, uri, () =>
          handler.notify.resourceUpdated(uri),
        ),
      )
      const close = async () => {
        open.delete(close)
        for (const stop of stops) stop()
        await handler.close()
      }
      open.add(close)
      try {
        const response = await handler.fetch(request, { ...(body !== undefined && { parsedBody: body }) })
        return whenDone(response, close)
      } catch (error) {
        await close()
        throw error
      }
    },
    /** Ends the streams that are open, each with its last message. */
    async close(): Promise<void> {
      await Promise.all([sessions.close(), ...[...open].map((close) => close())])
    },
  }
}

/** The resources that a `subscriptions/listen` names. */
function watchedBy(body: unknown): string[] {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { notifications?: unknown } }
  if (method !== 'subscriptions/listen') return []
  const { resourceSubscriptions: uris } = (params?.notifications ?? {}) as { resourceSubscriptions?: unknown }
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string').slice(0, 100) : []
}

/** Calls back when the body has been read to its end, or nobody reads it any more. */
function whenDone(response: Response, done: () => Promise<void>): Response {
  if (!response.body) {
    void done()
    return response
  }
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done: ended, value } = await reader.read()
      if (!ended) return controller.enqueue(value)
      controller.close()
      await done()
    },
    async cancel(reason) {
      await reader.cancel(reason)
      await done()
    },
  })
  return new Response(body, response)
}
