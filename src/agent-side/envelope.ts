import { decoded } from './coerce.ts'
import { Failure } from './failure.ts'
import { isJson, type Json } from './json.ts'

export interface Envelope {
  readonly operation: string
  readonly args: Json
  /** The arguments came as JSON text; only safe mode lets that pass. */
  readonly wasEncoded: boolean
}

const aliases: Readonly<Record<string, string>> = { 'webhooks.listAttempts': 'webhooks.list_attempts' }
const ofTask = new Set(['type', 'args', 'idempotencyKey', 'compat'])

/** Arguments stand in `args`, beside `operation`, or both; beside it wins. */
export function openEnvelope(input: Json): Envelope {
  const { operation: named, args: nested = {}, ...beside } = input
  if (typeof named !== 'string')
    throw new Failure('validation', 'The operation is missing.', {
      issues: [{ path: 'operation', message: 'a name is needed', got: named ?? null, expected: 'string' }],
    })
  const operation = aliases[named] ?? named
  const wasEncoded = typeof nested === 'string'
  const opened = wasEncoded ? decoded(nested, 'object') : nested
  if (!isJson(opened))
    throw new Failure('validation', 'args must be an object.', {
      issues: [{ path: 'args', message: 'not an object', got: nested, expected: 'object' }],
    })
  const args = { ...opened, ...beside }
  return { operation, args: operation === 'tasks.create' ? gatherWorkflowArgs(args) : args, wasEncoded }
}

/** A workflow's arguments may stand beside its type as well. */
function gatherWorkflowArgs(args: Json): Json {
  const own = Object.entries(args).filter(([name]) => ofTask.has(name))
  const flat = Object.entries(args).filter(([name]) => !ofTask.has(name))
  if (flat.length === 0) return args
  const nested = isJson(args.args) ? args.args : (decoded(args.args, 'object') ?? {})
  return { ...Object.fromEntries(own), args: { ...(isJson(nested) && nested), ...Object.fromEntries(flat) } }
}
