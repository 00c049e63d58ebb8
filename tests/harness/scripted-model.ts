import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterwards } from './afterwards.ts'

/** What a client asked of the model, as far as scripts look at it. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly stream?: boolean
  readonly response_format?: { readonly type: string }
  readonly temperature?: number
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly authorization: string | undefined
}

export interface Spoken {
  /** The words of the model; an object is written as JSON. */
  readonly says: string | object
  /** Why it stopped; `length` is what a limit of tokens leads to. */
  readonly finish?: 'stop' | 'length'
  /** Breaks the connection off after so many characters. */
  readonly breaksAfter?: number
  readonly afterMs?: number
  /** Leaves out what was used, as some servers do. */
  readonly hidesUse?: true
}

export interface Refusal {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type ModelReply = Spoken | Refusal | 'hang'
export type ModelScript = (request: ChatRequest) => ModelReply

const pieceLength = 9

/**
 * A model on loopback that says what the script has it say, plain or as a stream, in the wire format of OpenAI's
 * `/chat/completions`. The script may be changed while it runs.
 */
export async function scriptedModel(script: ModelScript) {
  const requests: ChatRequest[] = []
  const scripted = { script }
  let atOnce = 0
  let mostAtOnce = 0

  const server = createServer((request, response) => {
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    response.on('close', () => (atOnce -= 1))
    void serve(request, response)
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/v1/models') return json(response, 200, { data: [{ id: 'scripted' }] })
    if (request.url !== '/v1/chat/completions')
      return json(response, 404, { error: { message: 'no such path' } })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Omit<ChatRequest, 'authorization'>
    const asked = { ...body, authorization: request.headers.authorization }
    requests.push(asked)
    const reply = scripted.script(asked)
    if (reply === 'hang') return
    if ('status' in reply)
      return json(response, reply.status, reply.body ?? { error: { message: 'refused' } }, reply.headers)
    await sleep(reply.afterMs ?? 0)
    await (body.stream ? stream(response, asked, reply) : speak(response, asked, reply))
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  afterwards(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo // a listening TCP server has no other kind of address
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: 'scripted',
    requests,
    /** What the next requests are answered. */
    play: (next: ModelScript) => void (scripted.script = next),
    /** Requests that are being answered. */
    underWay: () => atOnce,
    mostAtOnce: () => mostAtOnce,
  }
}

/** Says one thing after the other, and the last one for ever. */
export function inTurn(...replies: readonly ModelReply[]): ModelScript {
  let at = 0
  return () => replies[Math.min(at++, replies.length - 1)]!
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

const textOf = ({ says }: Spoken): string => (typeof says === 'string' ? says : JSON.stringify(says))

const useOf = ({ messages }: ChatRequest, text: string) => {
  const prompt_tokens = Math.ceil(messages.map(({ content }) => content).join('').length / 4)
  const completion_tokens = Math.ceil(text.length / 4)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

async function speak(response: ServerResponse, asked: ChatRequest, reply: Spoken): Promise<void> {
  const content = textOf(reply)
  const answer = JSON.stringify({
    id: 'chat-1',
    object: 'chat.completion',
    created: 0,
    model: asked.model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: reply.finish ?? 'stop' }],
    ...(!reply.hidesUse && { usage: useOf(asked, content) }),
  })
  if (reply.breaksAfter === undefined) return json(response, 200, answer)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(answer.length) })
  response.write(answer.slice(0, reply.breaksAfter))
  await sleep(20)
  response.destroy()
}

async function stream(response: ServerResponse, asked: ChatRequest, reply: Spoken): Promise<void> {
  const content = textOf(reply)
  const send = (part: object): void => {
    const chunk = { id: 'chat-1', object: 'chat.completion.chunk', created: 0, model: asked.model, ...part }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (let at = 0; at < content.length; at += pieceLength) {
    if (response.destroyed) return
    if (reply.breaksAfter !== undefined && at >= reply.breaksAfter) {
      await sleep(20)
      response.destroy()
      return
    }
    send({
      choices: [{ index: 0, delta: { content: content.slice(at, at + pieceLength) }, finish_reason: null }],
    })
    // Pieces that are written in one go arrive in one go.
    if (at % (pieceLength * 8) === 0) await sleep(1)
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: reply.finish ?? 'stop' }] })
  if (!reply.hidesUse) send({ choices: [], usage: useOf(asked, content) })
  response.end('data: [DONE]\n\n')
}
