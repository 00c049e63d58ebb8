import type { MessageInitShape } from '@bufbuild/protobuf'
import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import type { AgentCaller, LocalTools, ToolName, ToolRequest } from '../../agent-side/index.ts'
import {
  type ExaFetchResponseSchema,
  type ExaSearchResponseSchema,
  type ExaToolService,
} from '../../agent-side/proto/index.ts'
import type { ApprovalDesk, ApprovalOffice, Approver } from '../../approvals/index.ts'
import type { Decision } from '../../contract/approvals.ts'
import { AppError } from '../../contract/errors.ts'
import { toConnectError } from './connect-error.ts'
import { followCall } from './follow-call.ts'
import { interact } from './interact.ts'
import {
  decisionOf,
  fetchQuery,
  fetchRequest,
  fetchToolCall,
  pendingApproval,
  searchQuery,
  searchRequest,
  searchToolCall,
} from './tool-messages.ts'

/** Who calls, as the one who asks and as the one who decides. */
export interface ConnectCaller {
  readonly agent: AgentCaller
  readonly approver: Approver
  /** Counts a call against the caller's limits; rejects with `rate_limited`. */
  admit(tool: ToolName): Promise<void>
}

export interface ServiceNeeds {
  readonly tools: LocalTools
  readonly desk: ApprovalDesk
  readonly office: ApprovalOffice
  /** Rejects with `unauthenticated`. */
  readonly callerOf: (context: HandlerContext) => Promise<ConnectCaller>
  readonly onUnknown: (error: unknown) => void
}

const [usualPage, largestPage] = [50, 200]

export function createToolService(needs: ServiceNeeds): ServiceImpl<typeof ExaToolService> {
  const { tools, desk, office, callerOf, onUnknown } = needs

  return {
    interact: (requests, context) =>
      streamed(context, (caller) =>
        interact(
          { tools, desk, respond, toError: (error) => toConnectError(error, context.signal, onUnknown) },
          requests,
          caller,
          context.signal,
        ),
      ),

    exaSearch: (args, context) =>
      streamed(context, async function* (caller): AsyncGenerator<
        MessageInitShape<typeof ExaSearchResponseSchema>
      > {
        for await (const outcome of called(caller, searchRequest(args), context))
          yield outcome.state === 'done'
            ? { message: { case: 'toolCall', value: searchToolCall(outcome, args.toolCallId) } }
            : { message: { case: 'query', value: searchQuery(outcome.args, args.toolCallId) } }
      }),

    exaFetch: (args, context) =>
      streamed(context, async function* (caller): AsyncGenerator<
        MessageInitShape<typeof ExaFetchResponseSchema>
      > {
        for await (const outcome of called(caller, fetchRequest(args), context))
          yield outcome.state === 'done'
            ? { message: { case: 'toolCall', value: fetchToolCall(outcome, args.toolCallId) } }
            : { message: { case: 'query', value: fetchQuery(outcome.args, args.toolCallId) } }
      }),

    respondExaSearch: ({ toolCallId, response }, context) =>
      answered(context, async ({ approver }) => {
        await respond(approver, 'exa_search', toolCallId, decisionOf(response))
        return {}
      }),

    respondExaFetch: ({ toolCallId, response }, context) =>
      answered(context, async ({ approver }) => {
        await respond(approver, 'exa_fetch', toolCallId, decisionOf(response))
        return {}
      }),

    listPendingApprovals: ({ limit }, context) =>
      answered(context, async ({ approver }) => {
        mayApprove(approver)
        const page = {
          state: 'pending' as const,
          limit: Math.min(Math.max(limit || usualPage, 1), largestPage),
        }
        const { data } = await office.list({ teamId: approver.teamId }, page)
        return { approvals: data.map(pendingApproval) }
      }),
  }

  async function* called({ agent, admit }: ConnectCaller, request: ToolRequest, { signal }: HandlerContext) {
    await admit(request.tool)
    yield* followCall({ tools, desk }, agent, request, signal)
  }

  /** Ids of calls are chosen by callers, so that two keys may have chosen the same. */
  async function respond(
    approver: Approver,
    tool: ToolName,
    toolCallId: string,
    decision: Decision,
  ): Promise<void> {
    mayApprove(approver)
    if (toolCallId === '') throw new AppError('invalid_request', 'tool_call_id: is needed')
    const asked = await office.ofCall({ teamId: approver.teamId }, tool, toolCallId)
    const pending = asked.filter(({ state }) => state === 'pending')
    if (pending.length > 1)
      throw new AppError(
        'conflict',
        `Several keys ask about a call ${toolCallId}: decide by the id of the approval.`,
      )
    const [one] = pending.length > 0 ? pending : asked
    if (!one) throw new AppError('not_found', `Nobody asks about a call ${toolCallId}.`)
    await office.decide(approver, one.id, decision, 'connect')
  }

  async function answered<T>(
    context: HandlerContext,
    answer: (caller: ConnectCaller) => Promise<T>,
  ): Promise<T> {
    try {
      return await answer(await callerOf(context))
    } catch (error) {
      throw toConnectError(error, context.signal, onUnknown)
    }
  }

  async function* streamed<T>(
    context: HandlerContext,
    answer: (caller: ConnectCaller) => AsyncIterable<T>,
  ): AsyncGenerator<T> {
    try {
      yield* answer(await callerOf(context))
    } catch (error) {
      throw toConnectError(error, context.signal, onUnknown)
    }
  }
}

function mayApprove({ scopes }: Approver): void {
  if (!scopes.has('approve'))
    throw new AppError('forbidden', 'This key lacks the scope "approve".', { reason: 'MISSING_SCOPE' })
}
