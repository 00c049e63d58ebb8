import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Asking, Pending } from '../../agent-side/index.ts'
import { describeQuestion, offeredScopes } from '../../contract/approval-text.ts'

/** The one thing that is ever asked for. */
const field = 'approval'

interface Occasion {
  readonly server: McpServer
  readonly era: 'legacy' | 'modern'
  /** Whether the connection stays, so that questions can be sent over it. */
  readonly lasts: boolean
  readonly conversation: string | undefined
}

/**
 * How whoever sits before the client of a call can be asked. From 2026-07-28 on the question is the answer of the call,
 * which comes again with what was said; before, it is a request to the client, for which the connection has to stay.
 */
export function askingOf({ server, era, lasts, conversation }: Occasion, { mcpReq }: ServerContext): Asking {
  if (era === 'modern') {
    const { [CLIENT_CAPABILITIES_META_KEY]: declared } = (mcpReq.envelope ?? {}) as Declared
    const requestState = mcpReq.requestState()
    return {
      conversation,
      ...(takesForms(declared) && { elicit: 'with-retry' }),
      ...(typeof requestState === 'string' && {
        answered: { requestState, answer: mcpReq.inputResponses?.[field] },
      }),
    }
  }
  if (!lasts || !takesForms(server.server.getClientCapabilities())) return { conversation }
  return {
    conversation,
    elicit: (pending, signal) =>
      mcpReq.elicitInput(formFor(pending), { signal, timeout: patienceFor(pending) }),
  }
}

/** The library checks the envelope and gives it a type without its fields. */
interface Declared {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities
}

/** A client that says nothing about its forms has them: for long there was nothing else. */
const takesForms = (declared: ClientCapabilities | undefined): boolean => {
  const { elicitation } = declared ?? {}
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** The desk knows when the time is over; the client is waited for a little longer than that. */
const patienceFor = ({ approval }: Pending): number =>
  Math.max(0, Date.parse(approval.expiresAt) - Date.parse(approval.createdAt)) + 5000

export const questionResult = (pending: Pending): InputRequiredResult =>
  inputRequired({
    inputRequests: { [field]: inputRequired.elicit(formFor(pending)) },
    requestState: pending.requestState,
  })

const formFor = ({ approval }: Pending): ElicitRequestFormParams => ({
  mode: 'form',
  message: describeQuestion(approval),
  requestedSchema: {
    type: 'object',
    properties: {
      decision: { type: 'string', title: 'Decision', enum: ['approve', 'reject'] },
      reason: { type: 'string', title: 'Reason', maxLength: 1000 },
      remember: {
        type: 'string',
        title: 'Remember',
        description: 'How far the approval reaches: this call, the conversation, the domain, or the key.',
        enum: offeredScopes(approval),
      },
    },
    required: ['decision'],
  },
})
