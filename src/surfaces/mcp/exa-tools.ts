import { fromJsonSchema, type McpServer, type ServerContext } from '@modelcontextprotocol/server'
import {
  inTrace,
  toolInputSchema,
  type AgentCaller,
  type Asking,
  type Json,
  type ToolAnswers,
} from '../../agent-side/index.ts'
import { jsonSchemaOf } from '../../agent-side/proto/index.ts'
import { toResult } from './tool-result.ts'
import { unchecked } from './tools.ts'

interface Needs {
  readonly answers: ToolAnswers
  readonly caller: AgentCaller
  readonly askingOf: (context: ServerContext) => Asking
}

/** `exa_search` and `exa_fetch`: first what is there, in few words, then the text of what is worth it. */
export function registerExaTools(server: McpServer, { answers, caller, askingOf }: Needs): void {
  for (const [name, tool] of answers.tools)
    server.registerTool(
      name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: fromJsonSchema<Json>(toolInputSchema(tool), unchecked),
        outputSchema: fromJsonSchema<Json>(jsonSchemaOf(tool.success), unchecked),
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: true,
        },
      },
      async (input, context) => {
        const { signal, _meta } = context.mcpReq
        const call = { caller, tool: name, input, asking: askingOf(context), signal }
        return toResult(await inTrace(_meta?.traceparent, () => answers.answer(call)))
      },
    )
}
