import {
  fromJsonSchema,
  type CallToolResult,
  type InputRequiredResult,
  type JsonSchemaValidator,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import {
  inTrace,
  type AgentCaller,
  type AgentOperation,
  type Asking,
  type Dispatcher,
  type Json,
  type Progress,
} from '../../agent-side/index.ts'
import { taskHandle } from './task-extension.ts'
import { toResult } from './tool-result.ts'

export interface ToolNeeds {
  readonly dispatcher: Dispatcher
  readonly caller: AgentCaller
  readonly now: () => Date
  readonly askingOf: (context: ServerContext) => Asking
  /** Which are offered. */
  readonly offered: { readonly manage: boolean; readonly query: boolean; readonly exa: boolean }
}

/** Arguments are checked by the dispatcher, whose answers a model can act on; the protocol would refuse them bare. */
export const unchecked = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
}

const list = (description: string) => ({ type: 'array', description })

/** One schema for every answer: fields that begin with an underscore are ours, all others depend on the operation. */
const answerSchema = {
  type: 'object',
  properties: {
    // Of no certain type: a task or a research run that failed says so in a field of the same name.
    error: { description: 'What went wrong; of a call that failed, an object with hints.' },
    _coercions: list('Repairs of the arguments.'),
    _warnings: list('What was ignored, cut or filled in.'),
    _summary: { type: 'string', description: 'The answer in a line.' },
    _page: {
      type: 'object',
      description: 'Of lists: hasMore, nextCursor or nextOffset, returned, truncated.',
    },
    _task: { type: 'object', description: 'Of tasks: taskId, type, status.' },
  },
  additionalProperties: true,
} as const

/** Only of the tool that may have to ask: what is read is never asked about. */
const callId = {
  tool_call_id: {
    type: 'string',
    maxLength: 200,
    description: 'Names this call. A call that a person has to decide first is made again with the same one.',
  },
} as const

const inputSchema = (operations: readonly AgentOperation[], more: object = {}) =>
  ({
    type: 'object',
    properties: {
      operation: {
        type: 'string',
        enum: operations.map(({ name }) => name),
        description: 'What to do.',
        'x-mcp-header': 'Operation',
      },
      args: {
        type: 'object',
        description: 'The arguments of the operation; operation://{name} has their schema.',
        additionalProperties: true,
      },
      ...more,
    },
    required: ['operation'],
    additionalProperties: true,
  }) as const

export function registerTools(server: McpServer, needs: ToolNeeds): void {
  const { operations } = needs.dispatcher
  const outputSchema = fromJsonSchema<Json>(answerSchema, unchecked)
  if (needs.offered.manage)
    server.registerTool(
      'manage_websets',
      {
        title: 'Manage websets',
        description: `Find, verify and enrich entities on the web.\n${overview(operations)}`,
        inputSchema: fromJsonSchema<Json>(inputSchema(operations, callId), unchecked),
        outputSchema,
        annotations: {
          readOnlyHint: false,
          destructiveHint: true,
          idempotentHint: false,
          openWorldHint: true,
        },
      },
      (input, context) => answer(needs, input, context, false),
    )
  const reading = operations.filter(({ reads }) => reads)
  if (needs.offered.query)
    server.registerTool(
      'query_websets',
      {
        title: 'Query websets',
        description: `Look at websets without changing anything.\n${overview(reading)}`,
        inputSchema: fromJsonSchema<Json>(inputSchema(reading), unchecked),
        outputSchema,
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: true,
        },
      },
      (input, context) => answer(needs, input, context, true),
    )
}

const overview = (operations: readonly AgentOperation[]): string =>
  operations.map(({ name, summary }) => `- ${name}: ${summary}`).join('\n')

async function answer(
  needs: ToolNeeds,
  input: Json,
  context: ServerContext,
  readOnly: boolean,
): Promise<CallToolResult | InputRequiredResult> {
  const { dispatcher, caller, askingOf } = needs
  const { signal, _meta } = context.mcpReq
  return inTrace(_meta?.traceparent, async () => {
    const handle = await taskHandle(needs, input, context, readOnly)
    if (handle) return handle
    const onProgress = progressTo(context)
    return toResult(
      await dispatcher.call({ caller, input, signal, readOnly, asking: askingOf(context), onProgress }),
    )
  })
}

/** Those who asked for progress get it; that it cannot be sent is no reason to stop. */
function progressTo({ mcpReq }: ServerContext): (progress: Progress) => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  return (progress) =>
    void mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, ...progress } })
      .catch(() => {})
}
