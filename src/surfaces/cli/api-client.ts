import { CliError, exitCodes } from './cli-error.ts'

export interface ServerLocation {
  readonly url: string
  readonly key: string
}

export type ApiClient = ReturnType<typeof createApiClient>

/** The command line talks to the HTTP API only, like any other client. */
export function createApiClient({ url, key }: ServerLocation) {
  return async function request<T>(method: string, path: string, body?: object): Promise<T> {
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
    const answer: unknown = await response.json().catch(() => null)
    if (!response.ok) throw fromAnswer(response.status, answer)
    return answer as T // checked against the contract by the server that sent it
  }
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
