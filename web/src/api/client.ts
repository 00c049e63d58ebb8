/** What the server answered instead of what was asked for, in words that can be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly requestId: string | null

  constructor(status: number, message: string, requestId: string | null) {
    super(message)
    this.status = status
    this.requestId = requestId
  }
}

let csrfToken = ''
/** Sent along with every change, so that the server knows that a page of its own asks. */
export const rememberCsrfToken = (token: string): void => void (csrfToken = token)

interface Asking {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  readonly accept?: string
  /** Goes through even when the page is left meanwhile. */
  readonly keepalive?: boolean
}

/** How often a request that came too soon is made again. */
const mostTries = 5

/** Rejects with an `ApiError` unless the answer is a good one. What comes too soon waits as long as it is told to. */
export async function send(path: string, asking: Asking = {}): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await sendOnce(path, asking)
    if (response.ok) return response
    const waitSeconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    const comesTooSoon = response.status === 429 && waitSeconds <= 5
    if (!comesTooSoon || tries === mostTries) throw await failureOf(response)
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000))
    asking.signal?.throwIfAborted()
  }
}

async function sendOnce(
  path: string,
  { method = 'GET', body, signal, accept, keepalive }: Asking,
): Promise<Response> {
  const isFile = body instanceof Blob
  return fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(accept && { accept }),
      ...(body !== undefined && !isFile && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'x-csrf-token': csrfToken }),
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'The server does not answer. Is it running?', null)
  })
}

export async function ask<Answer>(path: string, asking: Asking = {}): Promise<Answer> {
  const response = await send(path, asking)
  return (await response.json()) as Answer // the contract says what it is
}

export const post = <Answer>(path: string, body: unknown, signal?: AbortSignal): Promise<Answer> =>
  ask<Answer>(path, { method: 'POST', body, signal })

/** Each family of the API has an envelope of its own. */
async function failureOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  const requestId = response.headers.get('x-request-id')
  let body: { error?: string | { message?: string }; message?: string | string[] } = {}
  try {
    body = JSON.parse(text) as typeof body
  } catch {
    return new ApiError(response.status, text.slice(0, 300) || response.statusText, requestId)
  }
  const inner = typeof body.error === 'object' ? body.error.message : undefined
  const outer = Array.isArray(body.message) ? body.message.join(' ') : body.message
  const plain = typeof body.error === 'string' ? body.error : undefined
  return new ApiError(response.status, inner ?? outer ?? plain ?? response.statusText, requestId)
}
