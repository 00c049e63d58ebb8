import type { Server } from 'node:http'
import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch']

/** How every HTTP/2 connection begins that is not negotiated; no method of HTTP/1 begins like that. */
const preface = Buffer.from('PRI ')
/** As long as Node waits for the head of a request. */
const patienceMs = 60_000
const idleMs = 300_000

/**
 * Lets a server take HTTP/2 beside HTTP/1.1, on the same port and without encryption. The server goes on to listen and
 * to own every socket, so that closing it waits for all of them; those that begin with the preface are handed over.
 */
export function acceptHttp2(server: Server, fetch: Fetch) {
  const serverOptions = { settings: { maxConcurrentStreams: 100 } }
  const http2 = createAdaptorServer({ fetch, createServer, serverOptions }) as Http2Server // which that makes
  const sessions = new Set<ServerHttp2Session>()
  const silent = new Set<Socket>()
  http2.on('session', (session) => {
    sessions.add(session)
    // It takes no more requests then; one that is under way goes on for as long as it likes.
    session.setTimeout(idleMs, () => session.close())
    session.once('close', () => sessions.delete(session))
  })
  // What the client breaks ends its connection, which is all there is to do about it.
  http2.on('sessionError', () => {})

  const http1 = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.once('close', () => silent.delete(socket))
    firstBytes(socket, (bytes) => {
      silent.delete(socket)
      socket.setTimeout(0)
      socket.removeAllListeners('timeout')
      if (bytes.equals(preface)) http2.emit('connection', socket)
      else for (const listener of http1) listener.call(server, socket)
    })
  })

  return {
    /** Takes no more requests; those under way go on. */
    closeIdle(): void {
      for (const socket of silent) socket.destroy()
      for (const session of sessions) session.close()
    },
    closeAll(): void {
      for (const session of sessions) session.destroy()
    },
  }
}

/** As many bytes as the preface has, or what comes instead; all of it is there to be read again. */
function firstBytes(socket: Socket, onceKnown: (bytes: Buffer) => void): void {
  let seen = Buffer.alloc(0)
  const look = () => {
    const chunk = socket.read() as Buffer | null
    if (chunk === null) return
    seen = Buffer.concat([seen, chunk])
    const start = seen.subarray(0, preface.length)
    if (start.length < preface.length && preface.subarray(0, start.length).equals(start)) return
    socket.off('readable', look)
    socket.off('error', ignore)
    socket.unshift(seen)
    onceKnown(start)
  }
  const ignore = () => {}
  socket.on('readable', look)
  socket.on('error', ignore)
}
