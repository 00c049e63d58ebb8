import { randomUUID } from 'node:crypto'
import { callIdOf, type ApprovalDesk } from '../approvals/index.ts'
import type { Grant } from '../contract/access.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import { noAnnotations, type AnnotationStore } from './annotation-store.ts'
import type { AgentCaller, AgentOperation, Call, Outcome, Progress } from './call.ts'
import { closest } from './closest.ts'
import { coerce, type Coercion } from './coerce.ts'
import { takeCompat, type Mode } from './compat.ts'
import { createDefinitionCache } from './definition-cache.ts'
import { openEnvelope } from './envelope.ts'
import { describeFailure } from './describe-failure.ts'
import { Failure } from './failure.ts'
import { estimateCost, type Prices } from './estimate-cost.ts'
import { grantsFor, requireGrants } from './grants.ts'
import type { Json } from './json.ts'
import { passGate, type Asking, type Pending, type UnderApproval } from './pass-gate.ts'
import { questionOf } from './question-of.ts'
import { fit } from './size-guard.ts'
import type { TaskService } from './task-service.ts'
import { wait as realWait, type Upstream, type Wait } from './upstream.ts'
import { validate } from './validate.ts'

export interface DispatcherNeeds {
  readonly operations: readonly AgentOperation[]
  readonly upstream: Upstream
  /** Whom hints name as the one that refused. */
  readonly upstreamName: string
  readonly tasks: TaskService
  /** Absent where nothing keeps them. */
  readonly annotations?: AnnotationStore
  /** Where calls that spend or destroy are allowed. */
  readonly approvals: ApprovalDesk
  /** For what calls are likely to cost. */
  readonly prices: Prices
  readonly clock: Clock
  readonly log: Log
  readonly mode: Mode
  readonly maxBytes: number
  readonly wait?: Wait
  /** Counts a call against the caller's limits; rejects with `rate_limited`. */
  readonly admit?: (caller: AgentCaller) => Promise<void>
  readonly underApproval?: UnderApproval
}

export interface ToolCall {
  readonly caller: AgentCaller
  /** As it came: the operation and its arguments. */
  readonly input: Json
  readonly signal: AbortSignal
  /** Refuses whatever spends, changes or destroys. */
  readonly readOnly?: boolean
  /** Absent: nobody can be asked. */
  readonly asking?: Asking
  onProgress?(progress: Progress): void
}

export interface ToolAnswer {
  readonly body: Json
  readonly isError: boolean
  /** Resources that the answer speaks of. */
  readonly links: readonly string[]
  /** The call has not run: this has to be asked first, and the call made again with the answer. */
  readonly pending?: Pending
}

export type Dispatcher = ReturnType<typeof createDispatcher>

/**
 * The way of every call. Its order is a promise: envelope, compatibility, coercion, validation, preview, approval,
 * execution, projection. Failures are answers, so that a model can repair its call.
 */
export function createDispatcher(needs: DispatcherNeeds) {
  const { operations, upstream, upstreamName, tasks, approvals, prices, clock, log, maxBytes } = needs
  const underApproval: UnderApproval = needs.underApproval ?? ((_, work) => work())
  const byName = new Map(operations.map((one) => [one.name, one]))
  const cache = createDefinitionCache()

  return {
    operations,
    tasks,
    /** What an access token must have been granted for a call; nothing for one that would fail or send nothing. */
    grantsFor(request: Pick<ToolCall, 'input' | 'readOnly'>): readonly Grant[] {
      try {
        const { operation, definition, args, preview } = prepare(request)
        return preview ? [] : grantsFor(operation, definition.safety(args))
      } catch {
        return []
      }
    },
    async call(request: ToolCall): Promise<ToolAnswer> {
      const coercions: Coercion[] = []
      const warnings = new Set<string>()
      const warn = (warning: string) => void warnings.add(warning)
      let name = typeof request.input.operation === 'string' ? request.input.operation : 'unknown'
      try {
        const prepared = prepare(request, {
          warn,
          coerced: (coercion) => void coercions.push(coercion),
          named: (operation) => (name = operation),
        })
        const { operation, definition, args, mode, preview, toolCallId } = prepared
        if (preview)
          return done({
            preview: true,
            operation,
            execution: 'skipped',
            effectiveCompatMode: mode,
            normalizedArgs: args,
          })
        requireGrants(request.caller, grantsFor(operation, definition.safety(args)))
        await needs.admit?.(request.caller)
        // Whoever may have to be asked is asked here: the arguments are final, and nothing has been sent.
        const passed = await ask(request, definition, args as Json, toolCallId)
        if (passed?.state === 'pending') return { body: {}, isError: false, links: [], pending: passed }
        const outcome = await underApproval(passed?.approvalId ?? null, () =>
          definition.run(openCall(request, coercions, warn), args),
        )
        return done(fit(outcome, maxBytes, warn), outcome)
      } catch (error) {
        request.signal.throwIfAborted()
        return {
          body: {
            error: describeFailure(error, { operation: name, caller: request.caller, upstreamName, log }),
            ...attached(),
          },
          isError: true,
          links: [],
        }
      }

      function done(body: Json, { isError = false, links = [] }: Partial<Outcome> = {}): ToolAnswer {
        return { body: { ...body, ...attached() }, isError, links }
      }
      function attached(): Json {
        return {
          ...(coercions.length > 0 && { _coercions: coercions }),
          ...(warnings.size > 0 && { _warnings: [...warnings] }),
        }
      }
    },
  }

  /** Everything before a call is made: what is asked for, and whether its arguments are right. */
  function prepare({ input, readOnly = false }: Pick<ToolCall, 'input' | 'readOnly'>, notes: Notes = silent) {
    const { operation, args: given, wasEncoded, toolCallId } = openEnvelope(input)
    notes.named(operation)
    const definition = find(operation, readOnly)
    const { mode, preview, warnings: doubts, args: plain } = takeCompat(given, needs.mode)
    for (const doubt of doubts) notes.warn(doubt)
    if (wasEncoded) notes.coerced(allowEncoded(mode, given))
    const coerced = mode === 'safe' ? coerce(operation, plain) : { args: plain, coercions: [] }
    for (const coercion of coerced.coercions) notes.coerced(coercion)
    const schema = definition.argsFor?.(tasks, coerced.args) ?? definition.args
    const args = validate(schema, coerced.args, mode, notes.warn)
    if (readOnly && definition.safety(args) !== 'read') throw notReadOnly(operation)
    return { operation, definition, args, mode, preview, toolCallId }
  }

  function ask(
    { caller, signal, asking = {} }: ToolCall,
    definition: AgentOperation,
    args: Json,
    named: string | undefined,
  ): ReturnType<typeof passGate> | null {
    const { answered } = asking
    const toolCallId = named ?? (answered && callIdOf(answered.requestState)) ?? `call_${randomUUID()}`
    const { name: operation } = definition
    const question = questionOf({
      operation,
      safety: definition.safety(args),
      args,
      toolCallId,
      conversation: asking.conversation ?? null,
      estimatedUsd: estimateCost(prices, operation, args),
    })
    return question ? passGate({ desk: approvals, caller, question, asking, signal }) : null
  }

  function find(operation: string, readOnly = false): AgentOperation {
    const definition = byName.get(operation)
    if (definition) {
      if (readOnly && !definition.reads) throw notReadOnly(operation)
      return definition
    }
    const names = operations.filter((one) => !readOnly || one.reads).map((one) => one.name)
    throw new Failure('validation', `There is no operation "${operation}".`, {
      hints: [`Did you mean ${closest(operation, names, 3).join(', ')}?`],
      issues: [{ path: 'operation', message: 'unknown', got: operation, expected: 'one of the operations' }],
    })
  }

  function openCall(request: ToolCall, coercions: Coercion[], warn: (warning: string) => void): Call {
    const { caller, signal } = request
    let reported = 0
    return {
      exa: upstream.open({ credential: caller.credential, signal }),
      upstream,
      caller,
      tasks,
      annotations: needs.annotations ?? noAnnotations,
      signal,
      clock,
      wait: needs.wait ?? realWait,
      cache,
      maxBytes,
      warn,
      coerced: (coercion) => void coercions.push(coercion),
      report: (progress) => request.onProgress?.({ ...progress, progress: ++reported }),
    }
  }
}

/** What is noticed on the way, for whoever answers. */
interface Notes {
  readonly warn: (warning: string) => void
  readonly coerced: (coercion: Coercion) => void
  readonly named: (operation: string) => void
}
const silent: Notes = { warn: () => {}, coerced: () => {}, named: () => {} }

function allowEncoded(mode: Mode, args: Json): Coercion {
  if (mode === 'strict')
    throw new Failure('validation', 'args must be an object, not JSON text.', {
      issues: [{ path: 'args', message: 'encoded twice', got: 'JSON text', expected: 'object' }],
    })
  return { path: 'args', from: 'JSON text', to: args }
}

const notReadOnly = (operation: string): Failure =>
  new Failure('unsupported', `${operation} does more than read.`, {
    hints: ['query_websets only reads; manage_websets does the rest.'],
  })
