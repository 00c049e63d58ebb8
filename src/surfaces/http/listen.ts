import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { AppError } from '../../contract/errors.ts'
import { acceptHttp2 } from './accept-http2.ts'

export interface Listener {
  /** Where it really listens; with port 0 that is known only now. */
  readonly url: string
  /** Takes no more connections, lets requests under way end within the limit, then cuts off the rest. */
  close(drainMs: number): Promise<void>
}

/**
 * Longer than clients wait between two questions. A server that was busy for as long as this closes connections whose
 * next request has come already, because it looks at its clocks first.
 */
const keepAliveMs = 65_000
const sweepMs = 50

/** HTTP/1.1 and HTTP/2. Rejects with `conflict` when the port is taken and with `forbidden` when it may not be used. */
export async function listen(
  app: { fetch: Parameters<typeof createAdaptorServer>[0]['fetch'] },
  host: string,
  port: number,
): Promise<Listener> {
  // The adaptor's type also covers HTTP/2 servers; without options it makes a plain one.
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  server.keepAliveTimeout = keepAliveMs
  const http2 = acceptHttp2(server, app.fetch)
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw listenError(cause as NodeJS.ErrnoException, host, port)
  }
  const bound = server.address() as AddressInfo
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return {
    url: `http://${name}:${bound.port}`,
    async close(drainMs) {
      const closed = once(server, 'close')
      server.close()
      http2.closeIdle()
      // Those whose request was under way become idle later.
      server.closeIdleConnections()
      const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
      const cutOff = setTimeout(() => {
        server.closeAllConnections()
        http2.closeAll()
      }, drainMs)
      await closed
      clearInterval(sweep)
      clearTimeout(cutOff)
    },
  }
}

/** Rejects as `listen` would, before anything else is begun. Somebody may still take the port in between. */
export async function checkPort(host: string, port: number): Promise<void> {
  if (port === 0) return
  const server = createServer()
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw listenError(cause as NodeJS.ErrnoException, host, port)
  }
  server.close()
  await once(server, 'close')
}

function listenError(cause: NodeJS.ErrnoException, host: string, port: number): AppError {
  const where = `${host}:${port}`
  if (cause.code === 'EADDRINUSE') {
    return new AppError(
      'conflict',
      `Another program already listens on ${where}. Choose another port with WINNOW_PORT or --port.`,
      { cause },
    )
  }
  if (cause.code === 'EACCES') {
    return new AppError(
      'forbidden',
      `This user may not listen on ${where}. Choose a port above 1023 with WINNOW_PORT.`,
      { cause },
    )
  }
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND') {
    return new AppError('invalid_request', `This machine has no address "${host}". Correct WINNOW_HOST.`, {
      cause,
    })
  }
  return new AppError('internal', `Cannot listen on ${where}: ${cause.message}`, { cause })
}
