import { z } from 'zod'
import { AgentEffort, AgentRun } from './agent.ts'
import { optional } from './contents.ts'

/** The Responses API of OpenAI, as far as agent runs speak it. What it has besides is taken and has no effect. */

const ContentPart = z.object({ type: z.string(), text: z.string().optional() })
const InputItem = z.object({
  type: optional(z.string()),
  role: optional(z.string()),
  content: optional(z.union([z.string(), z.array(ContentPart)])),
})
const AnyObject = z.record(z.string(), z.unknown())

export const ResponseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({
    type: z.literal('json_schema'),
    name: optional(z.string()),
    schema: AnyObject,
    description: optional(z.string()),
    strict: optional(z.boolean()),
  }),
])
export type ResponseFormat = z.output<typeof ResponseFormat>

export const CreateResponseRequest = z.object({
  model: z.string().min(1).max(200).default('exa-agent').describe('Given back, and changes nothing.'),
  input: z
    .union([z.string().trim().min(1).max(20_000), z.array(InputItem).min(1).max(1000)])
    .describe('A question, or messages of which the last one of the user is the question.'),
  instructions: optional(z.string().max(20_000)),
  reasoning: optional(z.object({ effort: optional(AgentEffort.exclude(['ultra'])) })),
  stream: optional(z.boolean()),
  background: optional(z.boolean()).describe('Answers at once; the response is to be retrieved later.'),
  previous_response_id: optional(z.string().min(1).max(200)),
  text: optional(z.object({ format: optional(ResponseFormat) })),
  metadata: optional(z.record(z.string(), z.string())),
})
export type CreateResponseRequest = z.output<typeof CreateResponseRequest>

export const ResponseReference = z.object({ id: z.string().min(1).max(200) })
export const GetResponseRequest = ResponseReference.extend({
  stream: z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]).optional(),
  starting_after: z.coerce.number().int().min(0).optional().describe('A stream begins after this event.'),
})

const Annotation = z.object({
  type: z.literal('url_citation'),
  url: z.string(),
  title: z.string(),
  start_index: z.int(),
  end_index: z.int(),
})
const OutputText = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(Annotation),
  logprobs: z.array(z.never()),
})
export type OutputText = z.output<typeof OutputText>
const OutputMessage = z.object({
  id: z.string(),
  type: z.literal('message'),
  role: z.literal('assistant'),
  status: z.enum(['in_progress', 'completed']),
  content: z.array(OutputText),
})
export type OutputMessage = z.output<typeof OutputMessage>

export const AgentResponse = z.object({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.int().describe('Unix seconds.'),
  status: z.enum(['queued', 'in_progress', 'completed', 'failed', 'cancelled']),
  background: z.boolean(),
  completed_at: z.int().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  incomplete_details: z.null(),
  instructions: z.string().nullable(),
  max_output_tokens: z.null(),
  model: z.string(),
  output: z.array(OutputMessage),
  output_text: z.string(),
  parallel_tool_calls: z.literal(false),
  previous_response_id: z.string().nullable(),
  reasoning: z.object({ effort: AgentEffort, summary: z.null() }),
  store: z.literal(true),
  temperature: z.null(),
  text: z.object({ format: AnyObject }),
  tool_choice: z.literal('none'),
  tools: z.array(z.never()),
  top_p: z.null(),
  truncation: z.literal('disabled'),
  usage: z
    .object({
      input_tokens: z.int(),
      input_tokens_details: z.object({ cached_tokens: z.int() }),
      output_tokens: z.int(),
      output_tokens_details: z.object({ reasoning_tokens: z.int() }),
      total_tokens: z.int(),
    })
    .nullable()
    .describe('Runs are not paid for by tokens: see `costDollars`.'),
  user: z.null(),
  metadata: AnyObject,
  grounding: AgentRun.shape.output.shape.grounding.describe('What each part rests on.'),
  costDollars: AgentRun.shape.costDollars,
})
export type AgentResponse = z.output<typeof AgentResponse>

/** Clients tell events apart by `type` and put them in order by `sequence_number`. */
export const ResponseEvent = z.looseObject({ type: z.string(), sequence_number: z.int() })
export type ResponseEvent = z.output<typeof ResponseEvent>
