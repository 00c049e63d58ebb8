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
  const query: Record<string, unknown> = Object.fromEntries(
    Object.entries(request.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  )
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
