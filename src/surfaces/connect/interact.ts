import { randomUUID } from 'node:crypto'
import type { MessageInitShape } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { codeToString } from '@connectrpc/connect/protocol-connect'
import type { LocalTools, ToolName, ToolOutcome, ToolRequest } from '../../agent-side/index.ts'
import type { InteractRequest, InteractResponseSchema } from '../../agent-side/proto/index.ts'
import type { ApprovalDesk, Approver } from '../../approvals/index.ts'
import type { Decision } from '../../contract/approvals.ts'
import { followCall } from './follow-call.ts'
import {
  decisionOf,
  fetchQuery,
  fetchRequest,
  fetchToolCall,
  searchQuery,
  searchRequest,
  searchToolCall,
} from './tool-messages.ts'
import type { ConnectCaller } from './tool-service.ts'

type Reply = MessageInitShape<typeof InteractResponseSchema>

interface Needs {
  readonly tools: LocalTools
  readonly desk: ApprovalDesk
  respond(approver: Approver, tool: ToolName, toolCallId: string, decision: Decision): Promise<void>
  toError(error: unknown): ConnectError
}

/** Calls that one connection may have under way. */
const mostAtOnce = 32

/** Whatever comes is served side by side; it is over when the client has said all and all of that is answered. */
export async function* interact(
  needs: Needs,
  requests: AsyncIterable<InteractRequest>,
  caller: ConnectCaller,
  signal: AbortSignal,
): AsyncGenerator<Reply> {
  const { tools, desk } = needs
  const { agent, approver } = caller
  const conversation = randomUUID()
  const underWay = new Map<string, AbortController>()
  const served = new Set<Promise<void>>()

  yield* new ReadableStream<Reply>({
    start(replies) {
      const send = (message: Reply['message']) => replies.enqueue({ message })
      void serveAll(send).then(
        () => replies.close(),
        (error: unknown) => replies.error(error),
      )
    },
  })

  async function serveAll(send: (message: Reply['message']) => void): Promise<void> {
    for await (const { message } of requests) {
      const serving = serve(message, send).catch((error: unknown) => {
        if (signal.aborted) return
        const { code, rawMessage } = needs.toError(error)
        const toolCallId = message.value?.toolCallId ?? ''
        send({ case: 'refusal', value: { toolCallId, code: codeToString(code), message: rawMessage } })
      })
      served.add(serving)
      void serving.finally(() => served.delete(serving))
    }
    await Promise.all(served)
  }

  async function serve(
    message: InteractRequest['message'],
    send: (message: Reply['message']) => void,
  ): Promise<void> {
    switch (message.case) {
      case 'searchArgs':
        return make(searchRequest(message.value), send)
      case 'fetchArgs':
        return make(fetchRequest(message.value), send)
      case 'searchResponse':
        return respond('exa_search', message.value.toolCallId, decisionOf(message.value.response))
      case 'fetchResponse':
        return respond('exa_fetch', message.value.toolCallId, decisionOf(message.value.response))
      case 'cancel': {
        const { toolCallId } = message.value
        await tools.cancel(agent, toolCallId)
        underWay.get(toolCallId)?.abort()
        return
      }
      case undefined:
        throw new ConnectError('The message is empty.', Code.InvalidArgument)
    }
  }

  function respond(tool: ToolName, toolCallId: string, decision: Decision): Promise<void> {
    return needs.respond(approver, tool, toolCallId, decision)
  }

  async function make(request: ToolRequest, send: (message: Reply['message']) => void): Promise<void> {
    const { toolCallId } = request
    if (underWay.has(toolCallId)) return // which will be answered here anyway
    if (underWay.size >= mostAtOnce)
      throw new ConnectError(`At most ${mostAtOnce} calls at once.`, Code.ResourceExhausted)
    const stop = new AbortController()
    underWay.set(toolCallId, stop)
    try {
      await caller.admit(request.tool)
      const onDecided = ({ state }: { state: string }) =>
        send({ case: 'progress', value: { toolCallId, message: state } })
      const made = { ...request, conversation }
      const waiting = AbortSignal.any([signal, stop.signal])
      try {
        for await (const outcome of followCall({ tools, desk, onDecided }, agent, made, waiting))
          send(toReply(request, outcome))
      } catch (error) {
        if (!stop.signal.aborted || signal.aborted) throw error
        send(toReply(request, await tools.call(agent, made, signal)))
      }
    } finally {
      underWay.delete(toolCallId)
    }
  }
}

function toReply({ tool, toolCallId }: ToolRequest, outcome: ToolOutcome): Reply['message'] {
  const { args } = outcome
  if (tool === 'exa_search')
    return outcome.state === 'done'
      ? { case: 'searchToolCall', value: searchToolCall(outcome, toolCallId) }
      : { case: 'searchQuery', value: searchQuery(args, toolCallId) }
  return outcome.state === 'done'
    ? { case: 'fetchToolCall', value: fetchToolCall(outcome, toolCallId) }
    : { case: 'fetchQuery', value: fetchQuery(args, toolCallId) }
}
