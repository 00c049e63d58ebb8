import { z } from 'zod'
import type { Route } from './route.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

export interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string | undefined
  readonly schema: JsonSchema
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters: readonly OpenApiParameter[]
  readonly security?: readonly object[]
  readonly requestBody?: { required: boolean; content: Readonly<Record<string, { schema: JsonSchema }>> }
  readonly responses: Readonly<Record<string, object>>
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { title: string; version: string; description: string; license: { name: string } }
  readonly security: readonly object[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: object
}

/** Generated from the schemas that validate the requests, so it cannot say anything else than what holds. */
export function openApiDocument(routes: readonly Route[], version: string): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const route of routes.filter(({ isAlias }) => !isAlias)) {
    paths[route.path] = { ...paths[route.path], [route.method]: describe(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Winnow',
      version,
      description: 'Finds, verifies and enriches things on the web, on your own machine.',
      license: { name: 'MIT' },
    },
    security: [{ apiKey: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function describe({
  method,
  path,
  operation,
  status,
  takesFile,
  isSigned,
  renames = [],
}: Route): OpenApiOperation {
  const input = jsonSchema(operation.input, 'input')
  const properties = (input.properties ?? {}) as Record<string, JsonSchema>
  const required = new Set(input.required)
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))
  const hasBody = method !== 'get' && method !== 'delete' && !takesFile
  const rest = Object.entries(properties).filter(
    ([name]) =>
      !inPath.has(name) && !(takesFile && name === 'body') && !renames.some(({ as }) => as === name),
  )

  const parameters: OpenApiParameter[] = [...inPath].map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
  for (const { from, name, as } of renames) {
    const schema = properties[as] ?? { type: 'string' }
    const { description } = schema
    parameters.push({ name, in: from, required: false, ...(description && { description }), schema })
  }
  if (!hasBody) {
    for (const [name, schema] of rest) {
      const { description } = schema
      parameters.push({
        name,
        in: 'query',
        required: required.has(name),
        ...(description && { description }),
        schema,
      })
    }
  }
  const bodySchema: JsonSchema = {
    ...input,
    properties: Object.fromEntries(rest),
    required: [...required].filter((name) => !inPath.has(name)),
  }
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [operation.name.split('.')[0] ?? operation.name],
    parameters,
    ...(isSigned && { security: [] }),
    ...(hasBody &&
      rest.length > 0 && {
        requestBody: { required: true, content: { 'application/json': { schema: bodySchema } } },
      }),
    ...(takesFile && {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: {
      [status]: {
        description: 'Done.',
        content: {
          ...(operation.answersFile
            ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
            : { 'application/json': { schema: jsonSchema(operation.output, 'output') } }),
          ...(operation.stream && {
            'text/event-stream': { schema: jsonSchema(operation.stream.event, 'output') },
          }),
        },
      },
      default: { description: 'An error, in the envelope of this family of the API.' },
    },
  }
}

/** `$schema` is said once, by the document's version of OpenAPI. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
