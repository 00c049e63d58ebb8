import { randomUUID } from 'node:crypto'
import type { JSONRPCMessage, McpServer, Transport } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { AgentCaller } from '../../agent-side/index.ts'
import { createMcpServer, type McpNeeds } from './mcp-server.ts'
import { watchResource } from './watch.ts'

interface Needs extends McpNeeds {
  readonly caller: AgentCaller
  readonly onError: (error: Error) => void
}

/** Serves the host at the other end of standard input and output; resolves when it has gone. */
export async function serveMcpOverStdio(needs: Needs): Promise<void> {
  const { caller } = needs
  const conversation = randomUUID()
  let server: McpServer | undefined
  const watching = new Map<unknown, () => void>()
  const transport = new OverheardTransport(new StdioServerTransport(), overhear)
  const handle = serveStdio(
    ({ era }) => (server = createMcpServer(needs, { caller, era, lasts: true, conversation })),
    {
      transport,
      onerror: needs.onError,
    },
  )
  await transport.closed
  for (const stop of watching.values()) stop()
  await handle.close()

  /** The library routes what changed to who listens, and does not say what that is. */
  function overhear(message: JSONRPCMessage): void {
    const { id, method, params } = message as {
      id?: unknown
      method?: string
      params?: Record<string, unknown>
    }
    if (method === 'notifications/cancelled') {
      watching.get(params?.requestId)?.()
      watching.delete(params?.requestId)
    }
    if (method !== 'subscriptions/listen') return
    const { resourceSubscriptions: uris } = (params?.notifications ?? {}) as {
      resourceSubscriptions?: unknown
    }
    const stops = (Array.isArray(uris) ? uris : [])
      .filter((uri) => typeof uri === 'string')
      .map((uri) => watchResource({ ...needs, pollMs: needs.watchMs }, uri, () => tell(uri)))
    watching.set(id, () => {
      for (const stop of stops) stop()
    })
  }

  function tell(uri: string): void {
    void server?.server.sendResourceUpdated({ uri }).catch(() => {})
  }
}

/** Hands everything through, and lets somebody listen to what comes in. */
class OverheardTransport implements Transport {
  readonly #inner: Transport
  readonly #overhear: (message: JSONRPCMessage) => void
  readonly closed: Promise<void>
  #onclose: (() => void) | undefined

  constructor(inner: Transport, overhear: (message: JSONRPCMessage) => void) {
    this.#inner = inner
    this.#overhear = overhear
    this.closed = new Promise((resolve) => {
      inner.onclose = () => {
        this.#onclose?.()
        resolve()
      }
    })
  }

  get onmessage(): Transport['onmessage'] {
    return this.#inner.onmessage
  }
  set onmessage(handler: Transport['onmessage']) {
    this.#inner.onmessage = (message, extra) => {
      this.#overhear(message)
      handler?.(message, extra)
    }
  }
  get onclose(): (() => void) | undefined {
    return this.#onclose
  }
  set onclose(handler: (() => void) | undefined) {
    this.#onclose = handler
  }
  get onerror(): Transport['onerror'] {
    return this.#inner.onerror
  }
  set onerror(handler: Transport['onerror']) {
    this.#inner.onerror = handler
  }
  start(): Promise<void> {
    return this.#inner.start()
  }
  send(...message: Parameters<Transport['send']>): Promise<void> {
    return this.#inner.send(...message)
  }
  close(): Promise<void> {
    return this.#inner.close()
  }
}
