import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { callIdOf, type ApprovalDesk, type Question } from '../../approvals/index.ts'
import type { Verdict } from '../../contract/approvals.ts'
import type { Log } from '../../ports/log.ts'
import type { AgentCaller } from '../call.ts'
import { describeFailure } from '../describe-failure.ts'
import type { ToolAnswer } from '../dispatcher.ts'
import { Failure } from '../failure.ts'
import { text, type Json } from '../json.ts'
import { passGate, type Asking } from '../pass-gate.ts'
import type { AgentTools, ToolOutcome } from './agent-tools.ts'
import type { Tool, ToolName, ToolResult } from './tool.ts'

interface Needs {
  readonly tools: AgentTools
  readonly desk: Pick<ApprovalDesk, 'wait'>
  readonly upstreamName: string
  readonly log: Log
  /** Counts a call against the caller's limits; rejects with `rate_limited`. */
  readonly admit?: (caller: AgentCaller, tool: ToolName) => Promise<void>
}

interface NamedCall {
  readonly caller: AgentCaller
  readonly tool: ToolName
  /** As a model wrote it. */
  readonly input: Json
  readonly asking: Asking
  readonly signal: AbortSignal
}

export type ToolAnswers = ReturnType<typeof createToolAnswers>

/** The tools as models call them: what a person says, and what goes wrong, are answers they can read. */
export function createToolAnswers({ tools, desk, upstreamName, log, admit }: Needs) {
  return {
    tools: tools.tools,

    async answer(call: NamedCall): Promise<ToolAnswer> {
      const { caller, tool, input, asking, signal } = call
      const { tool_call_id: named, ...given } = input
      const { requestState } = asking.answered ?? {}
      const toolCallId = text(named) ?? (requestState && callIdOf(requestState)) ?? `call_${randomUUID()}`
      const request = {
        tool,
        toolCallId,
        args: inCamelCase(given),
        conversation: asking.conversation ?? null,
      }
      let done: Extract<ToolOutcome, { state: 'done' }> | undefined
      /** The desk is asked where calls are kept, together with the call: what it allows has happened then. */
      const made = async (more: object): Promise<Verdict> => {
        const outcome = await tools.call(caller, { ...request, ...more }, signal)
        if (outcome.state === 'pending') return outcome.verdict
        done = outcome
        return { state: 'allowed', rule: '', approvalId: null }
      }
      try {
        await admit?.(caller, tool)
        const passed = await passGate({
          desk: {
            request: (_, __, circumstances) => made({ unattended: circumstances?.unattended ?? false }),
            elicited: (_, __, state, answer) => made({ elicited: { requestState: state, answer } }),
            wait: (...wait) => desk.wait(...wait),
          },
          caller,
          question: askedElsewhere(tool, toolCallId),
          asking,
          signal,
        })
        if (passed.state === 'pending') return { body: {}, isError: false, links: [], pending: passed }
        if (!done) throw new Error('a call was allowed and not made')
        return { body: { ...successOf(done.result), _toolCallId: toolCallId }, isError: false, links: [] }
      } catch (error) {
        signal.throwIfAborted()
        const described = describeFailure(error, { operation: tool, caller, upstreamName, log })
        return { body: { error: described, _toolCallId: toolCallId }, isError: true, links: [] }
      }
    },
  }
}

function successOf(result: ToolResult): Json {
  if ('success' in result) return result.success
  if ('rejected' in result) throw new Failure('rejected', result.rejected.reason)
  throw new Failure('upstream', result.error.error)
}

/** Who keeps the call knows what is to be asked; here it has to have a name only. */
const askedElsewhere = (tool: ToolName, toolCallId: string): Question => ({
  tool,
  operation: tool,
  class: 'search',
  args: {},
  toolCallId,
  conversation: null,
  domains: [],
  results: null,
  estimatedUsd: 0,
})

const inCamelCase = (input: Json): Json =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [camelCase(name), value]))
const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What a model is told to write: the names of `agent.v1`. */
export function toolInputSchema({ input }: Tool): Json {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(Object.entries(properties).map(([name, schema]) => [snakeCase(name), schema])),
      tool_call_id: {
        type: 'string',
        maxLength: 200,
        description: 'Names this call: repeated with it, a call is never made twice. One is made if absent.',
      },
    },
    required: required.map(snakeCase),
  }
}
