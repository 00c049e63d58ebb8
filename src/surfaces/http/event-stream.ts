import type { Events } from '../../operations/index.ts'

/** What stands before the data of an event, and the data itself where that is not the whole event. */
export interface Frame {
  readonly name: string
  readonly id: string | null
  readonly data?: unknown
}

interface Options {
  /** The event that tells of a failure, in the words of the operation. */
  readonly onFailure: (error: unknown) => unknown
  /** The client went away before the end. */
  readonly onLeave: () => void
  /** What stands before the data of an event, where clients look for it. */
  readonly frame?: (event: unknown) => Frame | undefined
  readonly heartbeatMs?: number
}

const defaultHeartbeatMs = 15_000

/**
 * Events as server-sent events, one `data:` line each with LF alone, and `[DONE]` at the end: what clients of the Exa
 * and OpenAI APIs read. Those with a frame have lines for name and id before it, and simply end. Each is taken from its source when the client has room for it. Comments keep proxies from
 * giving up on a stream that is silent for long.
 */
export function eventStream(events: Events, { onFailure, onLeave, frame, heartbeatMs }: Options): Response {
  const encoder = new TextEncoder()
  let heartbeat: NodeJS.Timeout | undefined
  let hasLeft = false

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        heartbeat = setInterval(
          () => controller.enqueue(encoder.encode(': keep-alive\n\n')),
          heartbeatMs ?? defaultHeartbeatMs,
        )
        heartbeat.unref()
      },
      async pull(controller) {
        const write = (text: string) => {
          if (!hasLeft) controller.enqueue(encoder.encode(text))
        }
        const send = (event: unknown) => {
          const { name, id = null, data = event } = frame?.(event) ?? {}
          const head = `${id === null ? '' : `id: ${id}\n`}${name === undefined ? '' : `event: ${name}\n`}`
          write(`${head}data: ${JSON.stringify(data)}\n\n`)
        }
        const finish = () => {
          clearInterval(heartbeat)
          if (!frame) write('data: [DONE]\n\n')
          if (!hasLeft) controller.close()
        }
        try {
          const { done, value } = await events.next()
          if (done) finish()
          else send(value)
        } catch (error) {
          if (hasLeft) return
          send(onFailure(error))
          finish()
        }
      },
      async cancel() {
        hasLeft = true
        clearInterval(heartbeat)
        onLeave()
        await events.return?.().catch(() => {}) // it ends because nobody listens, whatever it says to that
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}
