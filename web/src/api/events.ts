import { send } from './client.ts'

export interface ServerEvent {
  readonly id: string | null
  readonly name: string | null
  readonly data: unknown
}

/** The events of an answer that comes bit by bit. What is not JSON, such as the mark at the end, is left out. */
export async function* eventsOf(
  path: string,
  asking: Parameters<typeof send>[1] = {},
): AsyncGenerator<ServerEvent> {
  const response = await send(path, { ...asking, accept: 'text/event-stream' })
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let pending = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      pending += value
      const frames = pending.split('\n\n')
      pending = frames.pop() ?? ''
      for (const frame of frames) {
        const event = readFrame(frame)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function readFrame(frame: string): ServerEvent | undefined {
  let id: string | null = null
  let name: string | null = null
  const data: string[] = []
  for (const line of frame.split('\n')) {
    const at = line.indexOf(':')
    if (at <= 0) continue
    const value = line.slice(at + 1).replace(/^ /, '')
    const field = line.slice(0, at)
    if (field === 'data') data.push(value)
    else if (field === 'id') id = value
    else if (field === 'event') name = value
  }
  if (data.length === 0) return undefined
  try {
    return { id, name, data: JSON.parse(data.join('\n')) as unknown }
  } catch {
    return undefined
  }
}
