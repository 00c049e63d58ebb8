import { randomUUID } from 'node:crypto'
import type { ApprovalDesk, Asker, Question } from '../../approvals/index.ts'
import { createChanges } from '../../concurrency/index.ts'
import type { ElicitedAnswer, Verdict } from '../../contract/approvals.ts'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../ports/log.ts'
import type { AgentCaller } from '../call.ts'
import { toFailure } from '../failure.ts'
import type { UnderApproval } from '../pass-gate.ts'
import type { Json } from '../json.ts'
import type { Upstream } from '../upstream.ts'
import { parse, ToolCallId, type Tool, type ToolName, type ToolResult } from './tool.ts'
import type { ToolCalls } from './tool-calls.ts'

export interface ToolRequest {
  readonly tool: ToolName
  readonly args: unknown
  /** Whoever repeats a call names it by this. */
  readonly toolCallId: string
  /** What calls of one conversation have in common. */
  readonly conversation?: string | null
  /** Nobody can be asked over the connection that the call came by. */
  readonly unattended?: boolean
  /** What the form brought that the asking program showed, with the state that came with the question. */
  readonly elicited?: { readonly requestState: string; readonly answer: ElicitedAnswer }
}

export type PendingVerdict = Extract<Verdict, { state: 'pending' }>

/** What became of a call: its result, or the question that waits for an answer. */
export type ToolOutcome =
  | { readonly state: 'done'; readonly args: Json; readonly result: ToolResult }
  | { readonly state: 'pending'; readonly args: Json; readonly verdict: PendingVerdict }

/** The two tools, in this process or over HTTP. */
export interface AgentTools {
  readonly tools: ReadonlyMap<ToolName, Tool>
  /**
   * Answers with the result, also of a call that was made before or is being made by somebody else. One that a person
   * has to be asked about is `pending`; it is to be called again when that was decided. Rejects with `invalid_request`
   * for arguments that cannot be used, and for an id that stands for others. Aborting ends the wait, not the work.
   */
  call(caller: AgentCaller, request: ToolRequest, signal: AbortSignal): Promise<ToolOutcome>
}

interface Needs {
  readonly tools: ReadonlyMap<ToolName, Tool>
  readonly calls: ToolCalls
  readonly desk: ApprovalDesk
  readonly upstream: Upstream
  readonly log: Log
  /** Dollars, as far as one can know before. */
  readonly estimate: (tool: ToolName, args: Json) => number
  readonly underApproval?: UnderApproval
  /** How long the record of a call is held by one who is not heard of. */
  readonly holdMs?: number
}

/** How often one who waits for another process looks whether that is done. */
const lookMs = 500
const cancelled: ToolResult = { error: { error: 'cancelled by the caller' } }

export type LocalTools = ReturnType<typeof createAgentTools>

/**
 * The way of every call: arguments, the record under its id, the approval, the work, the result. Who works on a call
 * holds its record, so that of two at once one works and both are answered; when that one dies, the next to ask goes on.
 */
export function createAgentTools(needs: Needs) {
  const { tools, calls, desk, upstream, log, holdMs = 15_000 } = needs
  const underApproval: UnderApproval = needs.underApproval ?? ((_, work) => work())
  const changes = createChanges()
  const closing = new AbortController()
  const atWork = new Map<string, AbortController>()
  const all = new Set<Promise<unknown>>()
  const worker = randomUUID()

  return {
    tools,

    async call(caller: AgentCaller, request: ToolRequest, signal: AbortSignal): Promise<ToolOutcome> {
      const tool = tools.get(request.tool)
      if (!tool) throw new AppError('not_found', `There is no tool ${request.tool}.`)
      const toolCallId = parse(ToolCallId, request.toolCallId)
      const args = tool.normalise(request.args, log)
      const call: OneCall = { caller, tool, toolCallId, args, request }
      for (;;) {
        const known = await calls.open(caller, newCall(call))
        if (known) return { state: 'done', args, result: known }
        closing.signal.throwIfAborted()
        signal.throwIfAborted()
        const attempt = await calls.take(caller, toolCallId, worker, holdMs)
        if (attempt !== null) return until(signal, track(make(call, attempt)))
        await changes.next(keyOf(caller, toolCallId), lookMs, signal)
      }
    },

    /** Ends a call of the caller that has no result yet. Idempotent. */
    async cancel(caller: AgentCaller, toolCallId: string): Promise<void> {
      if (await calls.end(caller, toolCallId, cancelled)) told(caller, toolCallId)
      atWork.get(keyOf(caller, toolCallId))?.abort()
    },

    /** Leaves what is under way, for whoever asks for it next. */
    async close(): Promise<void> {
      closing.abort()
      for (const work of atWork.values()) work.abort()
      await Promise.allSettled(all)
    },
  }

  /** Work goes on when nobody waits for it any more: somebody may come back for its result. */
  function track<T>(work: Promise<T>): Promise<T> {
    all.add(work)
    void work.catch(() => {}).finally(() => all.delete(work))
    return work
  }

  async function make(call: OneCall, attempt: number): Promise<ToolOutcome> {
    const { caller, toolCallId, args } = call
    const key = keyOf(caller, toolCallId)
    const stop = new AbortController()
    atWork.set(key, stop)
    const holding = setInterval(() => {
      void calls.hold(caller, toolCallId, worker, holdMs).catch(() => {})
    }, holdMs / 3)
    try {
      const verdict = await ask(call)
      if (verdict.state === 'pending') return { state: 'pending', args, verdict }
      const result = await resultOf(call, verdict, attempt, stop.signal)
      await calls.end(caller, toolCallId, result)
      // Whoever ended it first has the last word.
      return { state: 'done', args, result: (await calls.open(caller, newCall(call))) ?? result }
    } finally {
      clearInterval(holding)
      atWork.delete(key)
      await calls.leave(caller, toolCallId, worker)
      told(caller, toolCallId)
    }
  }

  async function ask({ caller, tool, toolCallId, args, request }: OneCall): Promise<Verdict> {
    const { elicited, unattended = false, conversation = null } = request
    const asker: Asker = { teamId: caller.teamId, keyId: caller.keyId, keyName: caller.keyName }
    const findReferences = (ids: readonly string[]) => calls.references(caller, ids)
    const question: Question = {
      tool: tool.name,
      operation: tool.name,
      class: tool.class,
      args,
      toolCallId,
      conversation,
      ...(await tool.facts(args, { findReferences })),
      estimatedUsd: needs.estimate(tool.name, args),
    }
    return elicited
      ? desk.elicited(asker, question, elicited.requestState, elicited.answer)
      : desk.request(asker, question, { unattended })
  }

  async function resultOf(
    call: OneCall,
    verdict: Exclude<Verdict, { state: 'pending' }>,
    attempt: number,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    if (verdict.state === 'rejected') return { rejected: { reason: verdict.reason } }
    // An approval is used up before the work begins. Whoever took it and died left a record of an attempt without a
    // result, and that call is the one that was approved; without such a record it was another, long ago.
    if (verdict.state === 'used' && attempt === 1)
      return { error: { error: 'The approval of this call was used before; ask again under another id.' } }
    const { caller, tool, args } = call
    try {
      const exa = upstream.open({ credential: caller.credential, signal })
      const findReferences = (ids: readonly string[]) => calls.references(caller, ids)
      const run = () => tool.run(args, { exa, log, findReferences })
      return { success: await underApproval(verdict.approvalId, run) }
    } catch (error) {
      closing.signal.throwIfAborted()
      if (signal.aborted) return cancelled
      const failure = toFailure(error)
      if (failure) return { error: { error: failure.message } }
      log.error({ tool: tool.name, err: error }, 'a tool of the agent side failed')
      return { error: { error: 'Something went wrong inside the server.' } }
    }
  }

  function told(caller: AgentCaller, toolCallId: string): void {
    changes.tell(keyOf(caller, toolCallId))
  }
}

interface OneCall {
  readonly caller: AgentCaller
  readonly tool: Tool
  readonly toolCallId: string
  readonly args: Json
  readonly request: ToolRequest
}

const newCall = ({ tool, toolCallId, args }: OneCall) => ({ tool: tool.name, toolCallId, args })

const keyOf = ({ teamId, keyId }: AgentCaller, toolCallId: string): string =>
  JSON.stringify([teamId, keyId, toolCallId])

const nothing = (): void => {}

/** What the work comes to, or the reason for which nobody waits any longer. */
async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let leave = nothing
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason as Error) // which callers give, or the platform makes
  })
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work, left])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
