import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { WebsetEvent } from '../../src/contract/webset-events.ts'
import { afterwards } from './afterwards.ts'

/** What came to a receiver, and whether its signature was good. */
export interface Received {
  readonly event: WebsetEvent
  readonly path: string
  readonly isSigned: boolean
  /** The `t` of the signature. */
  readonly signedAt: number
}

type Answer = (response: ServerResponse, received: Received) => void | Promise<void>

export const accept: Answer = (response) => void response.end('thanks')

/** A webhook receiver on loopback, written from the documentation of the signature alone. It can be taken down. */
export async function receiver(address = '127.0.0.1') {
  const received: Received[] = []
  const state = { secret: '', answer: accept, port: 0 }
  const server = createServer((request, response) => void take(request, response))

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { signedAt, isSigned } = verify(String(request.headers['exa-signature']), body, state.secret)
    const event = JSON.parse(body.toString()) as WebsetEvent
    const one = { event, path: String(request.url), isSigned, signedAt }
    received.push(one)
    await state.answer(response, one)
  }

  async function listen(): Promise<void> {
    server.listen(state.port, address)
    await once(server, 'listening')
    state.port = (server.address() as AddressInfo).port // a TCP server that listens has a port
  }
  async function close(): Promise<void> {
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  await listen()
  afterwards(close)

  return {
    url: `http://${address}:${state.port}/hook`,
    received,
    /** Of everything that came, in order, repetitions included. */
    types: () => received.map(({ event }) => event.type),
    /** What came, each event where it came first. */
    events: () =>
      [...new Map(received.toReversed().map(({ event }) => [event.id, event])).values()].toReversed(),
    trust: (secret: string | null) => void (state.secret = secret ?? ''),
    answer: (answer: Answer) => void (state.answer = answer),
    goDown: close,
    comeBack: listen,
    /** Waits until what came is as the test wants it. */
    async until(isEnough: (received: readonly Received[]) => boolean, patienceMs = 20_000): Promise<void> {
      for (const deadline = Date.now() + patienceMs; !isEnough(received); await delay(10)) {
        if (Date.now() < deadline) continue
        throw new Error(`it never came; there were ${received.map(({ event }) => event.type).join(', ')}`)
      }
    },
  }
}

function verify(header: string, body: Buffer, secret: string): { signedAt: number; isSigned: boolean } {
  const parts = header.split(',').map((part) => part.split('=') as [string, string])
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const expected = createHmac('sha256', secret)
    .update(Buffer.concat([Buffer.from(`${time}.`), body]))
    .digest()
  const isSigned = parts
    .filter(([name]) => name === 'v1')
    .some(([, hex]) => hex.length === 64 && timingSafeEqual(Buffer.from(hex, 'hex'), expected))
  return { signedAt: Number(time), isSigned }
}
