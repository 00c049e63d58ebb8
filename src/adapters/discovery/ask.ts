import type { z } from 'zod'
import { AppError } from '../../contract/errors.ts'

const timeoutMs = 20_000
const maxBytes = 10 * 1024 * 1024

interface Question<Schema extends z.ZodType> {
  /** For people: whom we asked. */
  readonly engine: string
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  readonly answer: Schema
  /** The way out. */
  readonly fetch?: typeof fetch | undefined
  readonly signal: AbortSignal
}

/** Asks a search engine's API once; what goes wrong is said in the words of the port. */
export async function ask<Schema extends z.ZodType>(question: Question<Schema>): Promise<z.output<Schema>> {
  const { engine, url, headers, body, answer, fetch: send = fetch, signal } = question
  let response: Response
  let text: string
  try {
    response = await send(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    text = await response.text()
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof AppError) throw cause
    throw new AppError('unavailable', `${engine} does not answer.`, { cause })
  }
  if (response.status === 401 || response.status === 403)
    throw new AppError('forbidden', `${engine} refuses the key, or the format that we asked for.`)
  if (!response.ok) throw new AppError('unavailable', `${engine} answered ${response.status}.`)
  if (text.length > maxBytes) throw new AppError('unavailable', `${engine} answered too much.`)
  const parsed = answer.safeParse(parse(text))
  if (!parsed.success) throw new AppError('unavailable', `${engine} answered what we do not understand.`)
  return parsed.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
