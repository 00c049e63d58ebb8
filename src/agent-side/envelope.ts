import { decoded } from './coerce.ts'
import { Failure } from './failure.ts'
import { isJson, type Json } from './json.ts'

export interface Envelope {
  readonly operation: string
  readonly args: Json
  /** The arguments came as JSON text; only safe mode lets that pass. */
  readonly wasEncoded: boolean
  /** What the caller calls this call, so that the same one made again is known as such. */
  readonly toolCallId?: string
}

const aliases: Readonly<Record<string, string>> = { 'webhooks.listAttempts': 'webhooks.list_attempts' }
const ofTask = new Set(['type', 'args', 'idempotencyKey', 'compat'])

/** Arguments stand in `args`, beside `operation`, or both; beside it wins. */
export function openEnvelope(input: Json): Envelope {
  const { operation: named, args: nested = {}, tool_call_id: toolCallId, ...beside } = input
  if (typeof named !== 'string')
    throw new Failure('validation', 'The operation is missing.', {
      issues: [{ path: 'operation', message: 'a name is needed', got: named ?? null, expected: 'string' }],
    })
  if (toolCallId !== undefined && !isCallId(toolCallId))
    throw new Failure('validation', 'tool_call_id must be a text of 1 to 200 characters.', {
      issues: [{ path: 'tool_call_id', message: 'not a name', got: toolCallId, expected: 'string' }],
    })
  const operation = aliases[named] ?? named
  const wasEncoded = typeof nested === 'string'
  const opened = wasEncoded ? decoded(nested, 'object') : nested
  if (!isJson(opened))
    throw new Failure('validation', 'args must be an object.', {
      issues: [{ path: 'args', message: 'not an object', got: nested, expected: 'object' }],
    })
  const args = { ...opened, ...beside }
  return {
    operation,
    args: operation === 'tasks.create' ? gatherWorkflowArgs(args) : args,
    wasEncoded,
    ...(toolCallId !== undefined && { toolCallId }),
  }
}

const isCallId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 200 && !value.includes('\0')

/**
 * A workflow's arguments may stand beside its type as well. Those that came as JSON text stay text, for coercion to
 * repair and report: what stands beside them goes into it.
 */
function gatherWorkflowArgs(args: Json): Json {
  const own = Object.fromEntries(Object.entries(args).filter(([name]) => ofTask.has(name)))
  const flat = Object.fromEntries(Object.entries(args).filter(([name]) => !ofTask.has(name)))
  if (Object.keys(flat).length === 0) return args
  const { args: nested = {} } = own
  if (isJson(nested)) return { ...own, args: { ...nested, ...flat } }
  const opened = decoded(nested, 'object')
  return isJson(opened) ? { ...own, args: JSON.stringify({ ...opened, ...flat }) } : args
}
