import { createClient, type Client } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { ExaToolService } from '../../src/agent-side/proto/index.ts'
import { afterwards } from './afterwards.ts'

export interface Wire {
  readonly httpVersion: '1.1' | '2'
  readonly useBinaryFormat: boolean
}

/** Everything that a generated client can speak. */
export const wires: readonly (readonly [name: string, wire: Wire])[] = [
  ['JSON over HTTP/1.1', { httpVersion: '1.1', useBinaryFormat: false }],
  ['binary over HTTP/1.1', { httpVersion: '1.1', useBinaryFormat: true }],
  ['JSON over HTTP/2', { httpVersion: '2', useBinaryFormat: false }],
  ['binary over HTTP/2', { httpVersion: '2', useBinaryFormat: true }],
]

/** A client of other people's making. */
export const connectClient = (
  baseUrl: string,
  key: string,
  wire: Wire = { httpVersion: '2', useBinaryFormat: true },
): Client<typeof ExaToolService> =>
  createClient(
    ExaToolService,
    createConnectTransport({
      baseUrl,
      ...wire,
      interceptors: [
        (next) => (request) => {
          request.header.set('x-api-key', key)
          return next(request)
        },
      ],
    }),
  )

const nothing = (): void => {}

/** A conversation that is spoken by hand, message by message. */
export function conversation<Said, Heard>(begin: (said: AsyncIterable<Said>) => AsyncIterable<Heard>) {
  const waiting: Said[] = []
  let isOver = false
  let wake = nothing
  async function* saying(): AsyncGenerator<Said> {
    for (;;) {
      const next = waiting.shift()
      if (next !== undefined) yield next
      else if (isOver) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const hearing = begin(saying())[Symbol.asyncIterator]()
  const end = () => {
    isOver = true
    wake()
  }
  afterwards(async () => end())
  return {
    say(message: Said): void {
      waiting.push(message)
      wake()
    },
    /** The next message; undefined when there are no more. */
    hear: async (): Promise<Heard | undefined> => {
      const { done, value } = await hearing.next()
      return done ? undefined : value
    },
    end,
  }
}
