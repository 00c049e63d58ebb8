import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { embedderSuite } from '../../ports/embedder.suite.ts'
import { openOpenAiEmbeddings, type OpenAiEmbeddingsOptions } from './openai-embeddings.ts'

const requestSchema = z.object({ model: z.string(), input: z.array(z.string().min(1).max(8_000)) })
type Request = z.infer<typeof requestSchema>
type Reply = { status: number; body: unknown; headers?: Record<string, string> } | 'hang'

/** Speaks the wire format; each text gets the vector of its hash, in no particular order. */
class StandIn {
  readonly requests: (Request & { authorization: string | undefined })[] = []
  /** Replies given before the honest ones. */
  readonly script: Reply[] = []
  readonly server: Server = createServer((request, response) => {
    void this.#serve(request, response)
  })

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
  }
  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
  options(more: Partial<OpenAiEmbeddingsOptions> = {}): OpenAiEmbeddingsOptions {
    const { port } = this.server.address() as AddressInfo // a TCP server has no other kind of address
    return { baseUrl: `http://127.0.0.1:${port}/v1/`, model: 'stand-in', firstDelayMs: 1, ...more }
  }
  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = await this.#answer(request)
    if (reply === 'hang') return
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  }
  async #answer(request: IncomingMessage): Promise<Reply> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
    const body = requestSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString()))
    if (request.url !== '/v1/embeddings' || !body.success)
      return { status: 400, body: { error: { message: 'bad input' } } }
    this.requests.push({ ...body.data, authorization: request.headers.authorization })
    return this.script.shift() ?? { status: 200, body: { data: body.data.input.map(vectorOf).toReversed() } }
  }
}

const vectorOf = (text: string, index: number) => ({
  index,
  embedding: [...createHash('sha256').update(text).digest()].slice(0, 16).map((byte) => byte - 127.5),
})

let standIn: StandIn
beforeEach(async () => {
  standIn = new StandIn()
  await standIn.start()
})
afterEach(() => standIn.stop())
afterAll(() => shared.stop())

// The suite keeps one embedder over many tests, so it has a server of its own.
const shared = new StandIn()
embedderSuite('an OpenAI-compatible endpoint', async () => {
  if (!shared.server.listening) await shared.start()
  return openOpenAiEmbeddings(shared.options())
})

describe('an OpenAI-compatible endpoint', () => {
  it('learns the dimensions, sends the key, and asks in batches', async () => {
    const embedder = await openOpenAiEmbeddings(standIn.options({ apiKey: 'k', batchSize: 2 }))
    expect(embedder).toMatchObject({ dimensions: 16, model: 'stand-in-16' })
    await embedder.embed(['a', 'b', 'c'], { kind: 'passage' })
    expect(standIn.requests.slice(1).map(({ input }) => input)).toEqual([['a', 'b'], ['c']])
    expect(standIn.requests[0]).toMatchObject({ model: 'stand-in', authorization: 'Bearer k' })
  })

  it('asks nothing at first when the dimensions are known', async () => {
    const embedder = await openOpenAiEmbeddings(standIn.options({ dimensions: 8 }))
    expect(standIn.requests).toEqual([])
    await expect(embedder.embed(['x'], { kind: 'query' })).rejects.toThrow('16 dimensions instead of 8')
  })

  it('tries again after a limit, a failure and a silence', async () => {
    standIn.script.push(
      { status: 429, body: {}, headers: { 'retry-after': '0' } },
      { status: 503, body: 'overloaded' },
      'hang',
    )
    const embedder = await openOpenAiEmbeddings(standIn.options({ timeoutMs: 100 }))
    expect(embedder.dimensions).toBe(16)
    expect(standIn.requests).toHaveLength(4)
  })

  it('gives up after its attempts, and at once where trying again is no use', async () => {
    standIn.script.push(...Array.from({ length: 4 }, () => ({ status: 500, body: '' })), {
      status: 401,
      body: 'no such key',
    })
    await expect(openOpenAiEmbeddings(standIn.options())).rejects.toMatchObject({ code: 'unavailable' })
    await expect(openOpenAiEmbeddings(standIn.options())).rejects.toThrow('401: no such key')
    expect(standIn.requests).toHaveLength(5)
  })

  it.each([
    ['no JSON', 'oops'],
    ['no embeddings', { object: 'list' }],
    ['too few embeddings', { data: [] }],
    ['an embedding twice', { data: [vectorOf('x', 0), vectorOf('x', 0)] }],
    ['a vector of zeros', { data: [{ index: 0, embedding: [0, 0] }] }],
  ])('refuses %s for an answer', async (_, body) => {
    standIn.script.push({ status: 200, body })
    await expect(openOpenAiEmbeddings(standIn.options())).rejects.toMatchObject({ code: 'unavailable' })
  })
})
