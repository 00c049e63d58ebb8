import type { z } from 'zod'
import type { Caller } from '../access/index.ts'
import type { AgentCaller, AgentTools, ToolName } from '../agent-side/index.ts'
import { ExaFetchCall, ExaSearchCall, ToolOutcome } from '../contract/agent-tools.ts'
import { operation, type OperationContext } from './operation.ts'

/** The tools belong to the agent side, which knows callers in its own way. */
export interface ToolAccess {
  open(caller: Caller): Promise<{ readonly tools: AgentTools; readonly caller: AgentCaller }>
}

async function call(
  { services, caller, signal }: OperationContext,
  tool: ToolName,
  request: z.output<typeof ExaSearchCall>,
): Promise<ToolOutcome> {
  const opened = await services.tools.open(caller)
  return opened.tools.call(opened.caller, { tool, ...request }, signal)
}

export const exaSearchTool = operation({
  name: 'tools.exa_search',
  summary: "Search on an agent's behalf, once under its id, if whoever has to be asked agrees.",
  scope: 'read',
  limitClass: 'search',
  input: ExaSearchCall,
  output: ToolOutcome,
  run: (context, request) => call(context, 'exa_search', request),
})

export const exaFetchTool = operation({
  name: 'tools.exa_fetch',
  summary: "Read pages on an agent's behalf, once under its id, if whoever has to be asked agrees.",
  scope: 'read',
  limitClass: 'contents',
  input: ExaFetchCall,
  output: ToolOutcome,
  run: (context, request) => call(context, 'exa_fetch', request),
})
