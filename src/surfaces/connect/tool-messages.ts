import { create, fromJson, type JsonObject, type MessageInitShape } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import type { ToolOutcome, ToolRequest } from '../../agent-side/index.ts'
import {
  ExaFetchArgsSchema,
  ExaFetchRequestQuerySchema,
  ExaFetchToolCallSchema,
  ExaSearchArgsSchema,
  ExaSearchRequestQuerySchema,
  ExaSearchToolCallSchema,
  PendingApprovalSchema,
  type ExaFetchArgs,
  type ExaFetchRequestResponse,
  type ExaSearchArgs,
  type ExaSearchRequestResponse,
} from '../../agent-side/proto/index.ts'
import type { Approval, Decision } from '../../contract/approvals.ts'
import { AppError } from '../../contract/errors.ts'

/** What one of our tools was asked to do. */
export function searchRequest({ toolCallId, ...args }: ExaSearchArgs): ToolRequest {
  return {
    tool: 'exa_search',
    toolCallId,
    args: { query: args.query, type: args.type, numResults: args.numResults },
  }
}

export function fetchRequest({ toolCallId, ids }: ExaFetchArgs): ToolRequest {
  return { tool: 'exa_fetch', toolCallId, args: { ids } }
}

type Done = Extract<ToolOutcome, { state: 'done' }>

/** Arguments as they are used; what only other surfaces can say is left out. */
const written = (args: object, toolCallId: string): JsonObject => ({ ...(args as JsonObject), toolCallId })
const leniently = { ignoreUnknownFields: true }

export const searchQuery = (args: object, toolCallId: string) =>
  create(ExaSearchRequestQuerySchema, {
    args: fromJson(ExaSearchArgsSchema, written(args, toolCallId), leniently),
  })

export const fetchQuery = (args: object, toolCallId: string) =>
  create(ExaFetchRequestQuerySchema, {
    args: fromJson(ExaFetchArgsSchema, written(args, toolCallId), leniently),
  })

export const searchToolCall = ({ args, result }: Done, toolCallId: string) =>
  fromJson(
    ExaSearchToolCallSchema,
    { args: written(args, toolCallId), result: result as JsonObject },
    leniently,
  )

export const fetchToolCall = ({ args, result }: Done, toolCallId: string) =>
  fromJson(
    ExaFetchToolCallSchema,
    { args: written(args, toolCallId), result: result as JsonObject },
    leniently,
  )

/** What a person said. Rejects with `invalid_request` where nothing was. */
export function decisionOf(
  response: ExaSearchRequestResponse | ExaFetchRequestResponse | undefined,
): Decision {
  const said = response?.result
  switch (said?.case) {
    case 'approved':
      return { decision: 'approve' }
    case 'rejected':
      return { decision: 'reject', ...(said.value.reason !== '' && { reason: said.value.reason }) }
    case undefined:
      throw new AppError('invalid_request', 'response: approved or rejected is needed', {
        details: { field: 'response' },
      })
  }
}

export const pendingApproval = (approval: Approval) =>
  create(PendingApprovalSchema, {
    id: approval.id,
    keyId: approval.keyId,
    tool: approval.tool,
    toolCallId: approval.toolCallId,
    askedAt: timestampFromDate(new Date(approval.createdAt)),
    expiresAt: timestampFromDate(new Date(approval.expiresAt)),
    query: queryOf(approval),
  })

function queryOf({
  tool,
  operation,
  args,
  toolCallId,
}: Approval): MessageInitShape<typeof PendingApprovalSchema>['query'] {
  if (tool === 'exa_search') return { case: 'search', value: searchQuery(args, toolCallId) }
  if (tool === 'exa_fetch') return { case: 'fetch', value: fetchQuery(args, toolCallId) }
  return { case: 'arguments', value: { operation, ...(args as JsonObject) } }
}
