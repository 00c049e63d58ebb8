import { CliError, exitCodes } from './cli-error.ts'

export interface ServerLocation {
  readonly url: string
  readonly key: string
}

export type ApiClient = ReturnType<typeof createApiClient>

/** The command line talks to the HTTP API only, like any other client. */
export function createApiClient({ url, key }: ServerLocation) {
  return async function request<T>(method: string, path: string, body?: object): Promise<T> {
    let response: Response
    try {
      response = await fetch(new URL(path, url), {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
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
  const { error, message, requestId } = (answer ?? {}) as {
    error?: unknown
    message?: unknown
    requestId?: unknown
  }
  const said =
    typeof error === 'object' && error !== null && 'message' in error
      ? error.message
      : (message ?? error ?? 'no reason given')
  const remedy = status === 401 ? 'Pass a valid key with --api-key.' : undefined
  return new CliError(
    `The server answered ${status}: ${String(said)} (request ${String(requestId ?? 'unknown')})`,
    remedy,
  )
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
