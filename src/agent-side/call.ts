import type { Exa } from 'exa-js'
import { z } from 'zod'
import type { Grant } from '../contract/access.ts'
import type { Clock } from '../ports/clock.ts'
import type { AnnotationStore } from './annotation-store.ts'
import type { Coercion } from './coerce.ts'
import type { Json } from './json.ts'
import type { Rows } from './rows.ts'
import type { TaskService } from './task-service.ts'
import type { Upstream, Wait } from './upstream.ts'

/** On whose behalf a tool is called. */
export interface AgentCaller {
  readonly teamId: string
  readonly keyId: string
  /** As people call it; absent where it is not known. */
  readonly keyName?: string
  readonly scopes: ReadonlySet<string>
  /** Of an access token: what it was granted. Absent of a key, which may call whatever its scopes allow. */
  readonly grants?: ReadonlySet<Grant>
  /** How the caller's key came here, for hints: never the key. */
  readonly presentedAs: string
  /** What the upstream is asked with. */
  readonly credential: () => string | Promise<string>
}

export type Safety = 'read' | 'spend' | 'change' | 'destroy'

export interface Progress {
  /** Strictly rising within one call. */
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** What an operation may use while it runs. */
export interface Call {
  readonly exa: Exa
  readonly upstream: Upstream
  readonly caller: AgentCaller
  readonly tasks: TaskService
  readonly annotations: AnnotationStore
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly wait: Wait
  readonly cache: DefinitionCache
  /** No answer is larger. */
  readonly maxBytes: number
  readonly report: (progress: Omit<Progress, 'progress'>) => void
  readonly warn: (warning: string) => void
  /** Something was filled in that the caller left out. */
  readonly coerced: (coercion: Coercion) => void
}

/** Enrichment definitions by webset: items carry only the ids of theirs. */
export interface DefinitionCache {
  definitions(call: Call, websetId: string, needed: ReadonlySet<string>): Promise<readonly Json[]>
  forget(call: Call, websetId: string): void
}

/** An object, the rows of a list that may have to be cut to size, or a failure that is an answer all the same. */
export interface Outcome {
  readonly body: Json
  readonly rows?: Rows
  readonly isError?: boolean
  /** Resources that the answer speaks of, to be linked. */
  readonly links?: readonly string[]
}

export interface AgentOperation<Args extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly summary: string
  readonly args: Args
  readonly example: Json
  /** Whether it can be called without spending, changing or destroying anything. */
  readonly reads: boolean
  safety(args: z.output<Args>): Safety
  /** The schema where it depends on what is asked for. */
  argsFor?(tasks: TaskService, args: Json): z.ZodType<z.output<Args>>
  run(call: Call, args: z.output<Args>): Promise<Outcome>
}

/** Keeps the types of the arguments while checking the shape. */
export const agentOperation = <Args extends z.ZodType>(
  definition: Omit<AgentOperation<Args>, 'safety' | 'reads'> & {
    safety: Safety | AgentOperation<Args>['safety']
    reads?: true
  },
): AgentOperation<Args> => {
  const { safety, reads = safety === 'read' } = definition
  return { ...definition, reads, safety: typeof safety === 'function' ? safety : () => safety }
}

/** For those who want to know before they call. */
export const argsSchema = (operation: AgentOperation): Json =>
  z.toJSONSchema(operation.args, { io: 'input', unrepresentable: 'any' })
