import type { ApiKey } from '../../src/contract/access.ts'

/** What became of a request. `none`: no answer, or one that says to come again. */
export type Outcome<T> =
  | { readonly kind: 'answer'; readonly body: T }
  /** The status said 2xx, but the server died before the body was out. */
  | { readonly kind: 'cut off' }
  | { readonly kind: 'none' }

export type Client = ReturnType<typeof createClient>

/** Rejects for an answer that no disaster excuses, such as a 500. */
export function createClient(url: string, key: string) {
  async function send<T>(method: string, path: string, body?: object): Promise<Outcome<T>> {
    let response: Response
    try {
      response = await fetch(new URL(path, url), {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(30_000),
        ...(body && { body: JSON.stringify(body) }),
      })
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') throw error
      return { kind: 'none' }
    }
    try {
      const text = await response.text()
      if (response.ok) return { kind: 'answer', body: JSON.parse(text) as T }
      if (response.status === 503) return { kind: 'none' }
      throw new UnexpectedAnswer(`${method} ${path} was answered ${response.status}: ${text}`)
    } catch (error) {
      if (error instanceof UnexpectedAnswer) throw error
      return response.ok ? { kind: 'cut off' } : { kind: 'none' }
    }
  }

  /** For a server that is well: everything but an answer is an error. */
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const outcome = await send<T>(method, path, body)
    if (outcome.kind === 'answer') return outcome.body
    throw new UnexpectedAnswer(`${method} ${path} was not answered`)
  }

  return {
    send,
    ask,
    /** Every key of the team, by following the pages. */
    async keys(): Promise<ApiKey[]> {
      const all: ApiKey[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: { data: ApiKey[]; nextCursor: string | null } = await ask(
          'GET',
          `/winnow/v1/keys?limit=200${cursor && `&cursor=${cursor}`}`,
        )
        all.push(...page.data)
        cursor = page.nextCursor
      }
      return all
    },
    status: (path: string, withKey: string): Promise<number> =>
      fetch(new URL(path, url), { headers: { 'x-api-key': withKey } }).then(async (response) => {
        await response.arrayBuffer()
        return response.status
      }),
  }
}

class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
}
