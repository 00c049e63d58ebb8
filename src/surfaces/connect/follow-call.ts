import type { AgentCaller, AgentTools, ToolOutcome, ToolRequest } from '../../agent-side/index.ts'
import type { ApprovalDesk } from '../../approvals/index.ts'
import type { Approval } from '../../contract/approvals.ts'

export interface Following {
  readonly tools: Pick<AgentTools, 'call'>
  readonly desk: Pick<ApprovalDesk, 'wait'>
  onDecided?(approval: Approval): void
}

/** The question, if somebody has to be asked, and the result. Who stops listening leaves both where they are. */
export async function* followCall(
  { tools, desk, onDecided }: Following,
  caller: AgentCaller,
  request: ToolRequest,
  signal: AbortSignal,
): AsyncGenerator<ToolOutcome> {
  for (let isAsked = false; ; isAsked = true) {
    const outcome = await tools.call(caller, request, signal)
    if (outcome.state === 'done' || !isAsked) yield outcome
    if (outcome.state === 'done') return
    onDecided?.(await desk.wait(caller, outcome.verdict.approval.id, signal))
  }
}
