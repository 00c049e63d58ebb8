import type { AgentRun } from '../contract/agent.ts'
import type {
  AgentResponse,
  CreateResponseRequest,
  OutputMessage,
  OutputText,
  ResponseFormat,
} from '../contract/responses.ts'

/** What a run remembers of the response it is shown as. */
interface Remembered {
  readonly model: string
  readonly background: boolean
  readonly instructions: string | null
  readonly format: ResponseFormat
}

const memory = '$response'
const prefix = 'resp_'

export const responseIdOf = (runId: string): string => `${prefix}${runId}`

/** Of what is no id of a response, one that no run has. */
export const runIdOf = (responseId: string): string =>
  responseId.startsWith(prefix) ? responseId.slice(prefix.length) : `not-${responseId}`

export const remember = (request: CreateResponseRequest): Record<string, unknown> => {
  const { model, background = false, instructions = null, metadata, text } = request
  const remembered: Remembered = {
    model,
    background,
    instructions,
    format: text?.format ?? { type: 'text' },
  }
  return { ...metadata, [memory]: remembered }
}

const statuses = {
  queued: 'queued',
  running: 'in_progress',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const

interface Tokens {
  readonly input: number
  readonly output: number
}
const none: Tokens = { input: 0, output: 0 }

/** Any agent run can be shown as a response, also one that was not asked for as one. */
export function toResponse(run: AgentRun, { input, output }: Tokens = none): AgentResponse {
  const { [memory]: kept, ...metadata } = run.request.metadata ?? {}
  const remembered = kept as Remembered | undefined // written by `remember` alone
  const message = run.status === 'completed' ? messageOf(run) : null
  return {
    id: responseIdOf(run.id),
    object: 'response',
    created_at: secondsOf(run.createdAt),
    status: statuses[run.status],
    background: remembered?.background ?? true,
    completed_at: run.completedAt && run.status === 'completed' ? secondsOf(run.completedAt) : null,
    error: run.error ? { code: 'server_error', message: run.error.message } : null,
    incomplete_details: null,
    instructions: remembered?.instructions ?? run.request.systemPrompt ?? null,
    max_output_tokens: null,
    model: remembered?.model ?? 'exa-agent',
    output: message ? [message] : [],
    output_text: message?.content.map(({ text }) => text).join('') ?? '',
    parallel_tool_calls: false,
    previous_response_id:
      run.request.previousRunId === undefined ? null : responseIdOf(run.request.previousRunId),
    reasoning: { effort: run.request.effort, summary: null },
    store: true,
    temperature: null,
    text: { format: { ...(remembered?.format ?? { type: 'text' }) } },
    tool_choice: 'none',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    usage: message && {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
    user: null,
    metadata,
    grounding: run.output.grounding,
    costDollars: run.costDollars,
  }
}

export const messageIdOf = (runId: string): string => `msg_${runId}`

const messageOf = (run: AgentRun): OutputMessage => ({
  id: messageIdOf(run.id),
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [contentOf(run)],
})

function contentOf({ output: { text, structured, grounding }, request }: AgentRun): OutputText {
  const asJson = request.outputSchema && structured ? JSON.stringify(structured) : null
  return {
    type: 'output_text',
    text: asJson ?? text,
    annotations: asJson === null ? linksIn(text) : sourcesOf(grounding, asJson.length),
    logprobs: [],
  }
}

/** Sources stand in the text as links. */
const linksIn = (text: string): OutputText['annotations'] =>
  [...text.matchAll(/\[([^[\]]*)\]\((https?:\/\/[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)\)/g)].map(
    ({ 0: link, 1: title = '', 2: url = '', index }) => ({
      type: 'url_citation',
      url,
      title,
      start_index: index,
      end_index: index + link.length,
    }),
  )

const sourcesOf = (grounding: AgentRun['output']['grounding'], length: number): OutputText['annotations'] =>
  [...new Map(grounding.flatMap(({ citations }) => citations.map((one) => [one.url, one]))).values()].map(
    ({ url, title }) => ({
      type: 'url_citation',
      url,
      title: title ?? url,
      start_index: 0,
      end_index: length,
    }),
  )

const secondsOf = (date: string): number => Math.floor(Date.parse(date) / 1000)
