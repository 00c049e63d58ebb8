import { z } from 'zod'
import { optional } from './contents.ts'
import { CostDollars } from './usage.ts'

const Question = z.string().trim().min(1).max(10_000)
const Country = z.string().regex(/^[A-Za-z]{2}$/, 'a two-letter country code')

/** A page that an answer rests on. Pages that were read and not used are none. */
export const Citation = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  publishedDate: z.iso.datetime().optional(),
  author: z.string().nullable().optional(),
  image: z.string().optional(),
  favicon: z.string().optional(),
  text: z.string().optional().describe('The whole page, when it was asked for.'),
})
export type Citation = z.output<typeof Citation>

export const AnswerRequest = z.object({
  query: Question,
  stream: optional(z.boolean()),
  text: optional(z.boolean()).describe('Adds the text of the pages to the citations.'),
  outputSchema: optional(z.record(z.string(), z.unknown())).describe(
    'A JSON Schema; the answer is then an object of that shape.',
  ),
  systemPrompt: optional(z.string().max(20_000)).describe('Wishes about tone and form.'),
  userLocation: optional(Country),
  model: z.unknown().optional().describe('Accepted for older clients; it changes nothing.'),
})
export type AnswerRequest = Partial<z.output<typeof AnswerRequest>> & { query: string }

export const AnswerResponse = z.object({
  requestId: z.string().describe('Under this id the answer is kept and can be verified.'),
  answer: z.union([z.string(), z.record(z.string(), z.unknown())]),
  citations: z.array(Citation),
  costDollars: CostDollars,
})
export type AnswerResponse = z.output<typeof AnswerResponse>

const ChunkDelta = z.object({
  role: z.literal('assistant').optional(),
  content: z.string(),
  citations: z.array(Citation).optional(),
})

export const ChatChunk = z.object({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.int().describe('Seconds.'),
  model: z.string(),
  choices: z.array(
    z.object({ index: z.literal(0), delta: ChunkDelta, finish_reason: z.literal('stop').nullable() }),
  ),
  citations: z.array(Citation).optional(),
})
export type ChatChunk = z.output<typeof ChatChunk>

/** What a stream of /answer is made of, in this order; the last one instead of the rest when it breaks off. */
export const AnswerEvent = z.union([
  ChatChunk,
  z.object({ citations: z.array(Citation) }),
  z.object({ costDollars: CostDollars, requestId: z.string() }),
  z.object({
    tag: z.literal('ERROR'),
    payload: z.object({
      error: z.object({ code: z.int(), message: z.string() }),
      requestId: z.string(),
    }),
  }),
])
export type AnswerEvent = z.output<typeof AnswerEvent>

const MessagePart = z.object({ type: z.string(), text: z.string().optional() })
const Message = z.object({
  role: z.string(),
  content: optional(z.union([z.string(), z.array(MessagePart)])),
})

export const ChatRequest = z.object({
  messages: z.array(Message).min(1).describe('The last one is the question; a system message gives wishes.'),
  model: z.string().default('exa').describe('Given back, and changes nothing.'),
  stream: optional(z.boolean()),
  text: optional(z.boolean()),
  extra_body: optional(z.object({ text: optional(z.boolean()) })),
})
export type ChatRequest = z.output<typeof ChatRequest>

export const ChatCompletion = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.literal(0),
      message: z.object({
        role: z.literal('assistant'),
        content: z.string(),
        refusal: z.null(),
        citations: z.array(Citation),
      }),
      logprobs: z.null(),
      finish_reason: z.literal('stop'),
    }),
  ),
  usage: z
    .object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })
    .describe('Of the language model; without one nothing is used.'),
  costDollars: CostDollars,
  requestId: z.string(),
})

export const ChatEvent = z.union([
  ChatChunk,
  z.object({ error: z.object({ message: z.string(), type: z.string(), code: z.string() }) }),
])
export type ChatEvent = z.output<typeof ChatEvent>

export const ContextRequest = z.object({
  query: z.string().trim().min(1).max(2000),
  tokensNum: z
    .union([z.literal('dynamic'), z.int().min(50).max(100_000)])
    .default('dynamic')
    .describe('About how many tokens the answer may have.'),
})
export type ContextRequest = z.output<typeof ContextRequest>

export const ContextResponse = z.object({
  requestId: z.string(),
  query: z.string(),
  response: z.string().describe('Markdown: code and what is said about it, page by page.'),
  resultsCount: z.int(),
  costDollars: CostDollars,
  searchTime: z.number().describe('Milliseconds.'),
  outputTokens: z.int(),
})
