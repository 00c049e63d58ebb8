import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import {
  answerSchema,
  argsSchema,
  inTrace,
  lackingGrants,
  type AgentCaller,
  type Dispatcher,
  type Json,
} from '../../agent-side/index.ts'
import { createCompletions, matching } from './completions.ts'

interface Needs {
  readonly dispatcher: Dispatcher
  readonly caller: AgentCaller
}

const forAnHour = { ttlMs: 3_600_000, cacheScope: 'public' } as const
const mimeType = 'application/json'

/** What can be read by address: operations and workflows for everybody, websets, items and tasks for their team. */
export function registerResources(server: McpServer, { dispatcher, caller }: Needs): void {
  const { operations, tasks } = dispatcher
  const { websetIds, itemIds, taskIds } = createCompletions({ dispatcher, caller })

  server.registerResource(
    'operations',
    'operation://index',
    { title: 'Operations', description: 'Every operation with its purpose.', mimeType, cacheHint: forAnHour },
    (uri) =>
      document(uri, { operations: operations.map(({ name, summary, reads }) => ({ name, summary, reads })) }),
  )
  server.registerResource(
    'operation',
    new ResourceTemplate('operation://{name}', {
      list: undefined,
      complete: {
        name: (typed) =>
          matching(
            typed,
            operations.map(({ name }) => name),
          ),
      },
    }),
    {
      title: 'Operation',
      description: 'Schema and example of one operation.',
      mimeType,
      cacheHint: forAnHour,
    },
    (uri, { name }) => {
      const operation = operations.find((one) => one.name === name)
      if (!operation) throw new ResourceNotFoundError(uri.href)
      return document(uri, {
        name: operation.name,
        summary: operation.summary,
        reads: operation.reads,
        args: argsSchema(operation),
        answer: answerSchema(operation),
        example: { operation: operation.name, args: operation.example },
      })
    },
  )
  server.registerResource(
    'workflows',
    'workflow://index',
    {
      title: 'Workflows',
      description: 'The workflows that tasks.create starts, with what came of your runs of them.',
      mimeType,
    },
    async (uri) => {
      const archive = await tasks.archive(caller)
      return document(uri, {
        workflows: [...tasks.workflows.values()].map(({ type, summary }) => {
          const { coordinates, archetype, runs } = archive.find((one) => one.type === type) ?? {}
          return { type, summary, coordinates, archetype, runs }
        }),
      })
    },
  )
  server.registerResource(
    'workflow',
    new ResourceTemplate('workflow://{type}', {
      list: undefined,
      complete: { type: (typed) => matching(typed, [...tasks.workflows.keys()]) },
    }),
    {
      title: 'Workflow',
      description: 'Arguments, example, steps and past runs of one workflow.',
      mimeType,
    },
    async (uri, { type }) => {
      const workflow = tasks.workflows.get(String(type))
      if (!workflow) throw new ResourceNotFoundError(uri.href)
      const args = z.toJSONSchema(workflow.args, { io: 'input', unrepresentable: 'any' })
      return document(uri, {
        type: workflow.type,
        summary: workflow.summary,
        args,
        example: workflow.example,
        archive: (await tasks.archive(caller)).find((one) => one.type === type) ?? null,
      })
    },
  )

  server.registerResource(
    'webset',
    new ResourceTemplate('webset://{id}', {
      async list(context) {
        if (lackingGrants(caller, ['websets:read']).length > 0) return { resources: [] }
        const { data } = await read(new URL('webset://list'), 'websets.list', { limit: 25 }, context)
        const websets = Array.isArray(data) ? (data as Json[]) : []
        return {
          resources: websets.map(({ id, title }) => ({
            uri: `webset://${String(id)}`,
            name: String(title ?? id),
            mimeType,
          })),
        }
      },
      complete: { id: websetIds },
    }),
    { title: 'Webset', description: 'Status, searches and enrichments of a webset.', mimeType },
    async (uri, { id }, context) =>
      document(uri, await read(uri, 'websets.get', { id: decoded(id) }, context)),
  )
  // A template is matched whole, so each number of parameters needs its own.
  for (const query of ['', '{?tier}', '{?tier,cursor}'])
    server.registerResource(
      `webset-items${query}`,
      new ResourceTemplate(`webset://{id}/items${query}`, {
        list: undefined,
        complete: { id: websetIds },
      }),
      { title: 'Items of a webset', description: 'A page of items; tier 1 or 2.', mimeType },
      async (uri, { id, tier, cursor }, context) => {
        const args = {
          websetId: decoded(id),
          limit: 100,
          projection: String(tier) === '2' ? 'tier2' : 'tier1',
          ...(cursor !== undefined && cursor !== '' && { cursor: decoded(cursor) }),
        }
        return document(uri, await read(uri, 'items.list', args, context))
      },
    )
  server.registerResource(
    'item',
    new ResourceTemplate('item://{websetId}/{itemId}', {
      list: undefined,
      complete: {
        websetId: websetIds,
        itemId: (typed, context) => itemIds(typed, context?.arguments?.websetId),
      },
    }),
    { title: 'Item', description: 'One item whole, with its quotes.', mimeType },
    async (uri, { websetId, itemId }, context) =>
      document(
        uri,
        await read(uri, 'items.get', { websetId: decoded(websetId), itemId: decoded(itemId) }, context),
      ),
  )
  server.registerResource(
    'task',
    new ResourceTemplate('task://{id}', { list: undefined, complete: { id: taskIds } }),
    { title: 'Task', description: 'How far a task is.', mimeType },
    async (uri, { id }, context) =>
      document(uri, await read(uri, 'tasks.get', { taskId: decoded(id) }, context)),
  )
  for (const query of ['', '{?offset}'])
    server.registerResource(
      `task-result${query}`,
      new ResourceTemplate(`task://{id}/result${query}`, { list: undefined, complete: { id: taskIds } }),
      { title: 'Result of a task', description: 'The result, page by page.', mimeType },
      async (uri, { id, offset }, context) => {
        const args = { taskId: decoded(id), offset: Number(offset ?? 0) || 0 }
        return document(uri, await read(uri, 'tasks.result', args, context))
      },
    )

  /** A resource is the answer of an operation; what the operation cannot find is a resource that does not exist. */
  async function read(uri: URL, operation: string, args: Json, context: ServerContext): Promise<Json> {
    const input = { operation, args }
    const { signal, _meta } = context.mcpReq
    const { body, isError } = await inTrace(_meta?.traceparent, () =>
      dispatcher.call({ caller, input, signal, readOnly: true }),
    )
    const { error } = body as { error?: { category?: string; message?: string } }
    if (!isError || !error?.category) return body
    if (error.category === 'not_found') throw new ResourceNotFoundError(uri.href)
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      error.message ?? 'The resource cannot be read.',
      error,
    )
  }
}

const decoded = (part: string | string[] | undefined): string =>
  decodeURIComponent(Array.isArray(part) ? part.join(',') : (part ?? ''))

const document = (uri: URL, body: Json): ReadResourceResult => ({
  contents: [{ uri: uri.href, mimeType, text: JSON.stringify(body) }],
})
