import type { HonoRequest } from 'hono'
import { AppError } from '../../contract/errors.ts'
import type { Rename } from './route.ts'

/** What an operation gets that takes a file: query, path parameters, and the body as it comes. */
export const readFileInput = (request: HonoRequest, pathParameters: Record<string, string>): unknown => ({
  ...request.query(),
  ...pathParameters,
  body: request.raw.body ?? new Blob([]).stream(),
})

/**
 * Gathers what an operation gets: query, JSON body, renamed parameters and path parameters, of which the path wins. Clients send a
 * JSON content type with no body at all, so an empty body is an empty object.
 */
export async function readInput(
  request: HonoRequest,
  pathParameters: Record<string, string>,
  renames: readonly Rename[] = [],
): Promise<unknown> {
  const query = readQuery(request.queries())
  const renamed: Record<string, unknown> = {}
  for (const { from, name, as } of renames) {
    const value = from === 'header' ? request.header(name) : query[name]
    if (value !== undefined) renamed[as] = value
    if (from === 'query') delete query[name]
  }
  if (request.method === 'GET') return { ...query, ...renamed, ...pathParameters }
  const body = parseBody(await request.text(), request.header('content-type'))
  return { ...query, ...body, ...renamed, ...pathParameters }
}

/** A refusal that names parameters as the request did: operations may call them something else. */
export function namedAsSent(error: unknown, renames: readonly Rename[] = []): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_request' || renames.length === 0) return error
  const spelled = (text: string): string =>
    renames.reduce(
      (told, { name, as }) => told.replaceAll(new RegExp(String.raw`(?<=")${as}(?=\\?")`, 'g'), name),
      text,
    )
  const { code, message, cause, reason, retryAfterSeconds, details } = error
  return new AppError(code, spelled(message), {
    cause,
    reason,
    retryAfterSeconds,
    ...(details && { details: JSON.parse(spelled(JSON.stringify(details))) as typeof details }),
  })
}

/** A name that comes twice is a list; `metadata[team]=red` is a field of an object. */
function readQuery(queries: Readonly<Record<string, string[]>>): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  const objects = new Map<string, [name: string, value: unknown][]>()
  for (const [name, values] of Object.entries(queries)) {
    const value = values.length === 1 ? values[0] : values
    const [, object, field] = /^(\w+)\[([^[\]]+)\]$/.exec(name) ?? []
    if (object === undefined || field === undefined) query[name] = value
    else objects.set(object, [...(objects.get(object) ?? []), [field, value]])
  }
  for (const [name, fields] of objects) query[name] = Object.fromEntries(fields)
  return query
}

function parseBody(text: string, contentType: string | undefined): object {
  if (text === '') return {}
  if (contentType && !/^application\/([\w.-]+\+)?json\b/i.test(contentType)) {
    throw new AppError('unsupported_media_type', `Send JSON: the content type is "${contentType}".`)
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    throw new AppError(
      'invalid_request',
      `Invalid request body | it is not JSON: ${(cause as Error).message}`,
      { cause },
    )
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('invalid_request', 'Invalid request body | it must be a JSON object.')
  }
  return body
}
