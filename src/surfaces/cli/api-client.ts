import { CliError, exitCodes } from './cli-error.ts'

export interface ServerLocation {
  readonly url: string
  readonly key: string
}

export type ApiClient = ReturnType<typeof createApiClient>
export type EventClient = ReturnType<typeof createEventClient>
export type DownloadClient = ReturnType<typeof createDownloadClient>

/** The command line talks to the HTTP API only, like any other client. */
export const createApiClient = (server: ServerLocation) =>
  async function request<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await send(server, method, path, body)
    return (await response.json()) as T // checked against the contract by the server that sent it
  }

/** Yields the events of a call that is answered by a stream, each as it comes. */
export const createEventClient = (server: ServerLocation) =>
  async function* events<T>(method: string, path: string, body?: object): AsyncGenerator<T> {
    const { body: stream } = await send(server, method, path, body)
    if (!stream) return
    let rest = ''
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (!line.startsWith('data: ') || line === 'data: [DONE]') continue
        yield JSON.parse(line.slice('data: '.length)) as T // as above
      }
    }
  }

/** The bytes of a file as they come. */
export const createDownloadClient = (server: ServerLocation) =>
  async function download(path: string): Promise<ReadableStream<Uint8Array>> {
    const { body } = await send(server, 'GET', path)
    return body ?? new ReadableStream({ start: (controller) => controller.close() })
  }

/** Rejects with what a person at a terminal needs to know. */
async function send(
  { url, key }: ServerLocation,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const isFile = body instanceof ReadableStream
  let response: Response
  try {
    response = await fetch(new URL(path, url), {
      method,
      headers: {
        'x-api-key': key,
        'content-type': isFile ? 'application/octet-stream' : 'application/json',
      },
      ...(body && { body: isFile ? body : JSON.stringify(body) }),
      ...(isFile && { duplex: 'half' as const }),
    })
  } catch (cause) {
    throw new CliError(`No server answers at ${url}.`, 'Start it with `winnow serve`, or correct --url.', {
      cause,
      exitCode: exitCodes.unavailable,
    })
  }
  if (!response.ok) throw fromAnswer(response.status, await response.json().catch(() => null))
  return response
}

function fromAnswer(status: number, answer: unknown): CliError {
  const { error, message, requestId } = (answer ?? {}) as Record<string, unknown>
  const said = [(error as { message?: unknown } | undefined)?.message, message, error].find(
    (text) => typeof text === 'string',
  )
  const request = typeof requestId === 'string' ? ` (request ${requestId})` : ''
  const remedy = status === 401 ? 'Pass a valid key with --api-key.' : undefined
  return new CliError(`The server answered ${status}: ${said ?? 'no reason given'}${request}`, remedy)
}

/** Follows the cursors of a list to its end. */
export async function everyPage<Item>(api: ApiClient, path: string): Promise<Item[]> {
  const all: Item[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor ? `?limit=200&cursor=${encodeURIComponent(cursor)}` : '?limit=200'
    const page: { data: Item[]; nextCursor: string | null } = await api('GET', path + query)
    all.push(...page.data)
    cursor = page.nextCursor
  }
  return all
}
