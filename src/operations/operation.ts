import type { z } from 'zod'
import type { Caller, Keys, RateLimits, Teams } from '../access/index.ts'
import type { AgentRuns } from '../agent/index.ts'
import type { AgentMonitorServices } from '../agent-monitors/index.ts'
import type { Annotations } from '../annotations/index.ts'
import type { Answers, Contexts, Synthesis } from '../answers/index.ts'
import type { Meter, UsageReports } from '../billing/index.ts'
import type { Contents } from '../contents/index.ts'
import type { LimitClass, Scope } from '../contract/access.ts'
import type { AppError } from '../contract/errors.ts'
import type { EgressLog, EgressPolicy } from '../egress/index.ts'
import type { Catalogue, Documents } from '../documents/index.ts'
import type { Examiner } from '../evidence/index.ts'
import type { Imports } from '../imports/index.ts'
import type { ExportServices } from '../exports/index.ts'
import type { IndexReports, Rebuilds } from '../indexing/index.ts'
import type { MonitorServices } from '../monitors/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Readings } from '../readings/index.ts'
import type { ResearchService } from '../research/index.ts'
import type { Runs } from '../runs/index.ts'
import type { Search } from '../search/index.ts'
import type { SearchMonitorServices } from '../search-monitors/index.ts'
import type { Ingestion } from '../sources/index.ts'
import type { WebhookServices } from '../webhooks/index.ts'
import type { WebsetServices } from '../websets/index.ts'
import type { ModelReport } from './models.ts'
import type { ApprovalAccess } from './approvals.ts'
import type { TaskAccess } from './tasks.ts'
import type { ToolAccess } from './agent-tools.ts'

/** What operations may use; each is one domain service. */
export interface Services {
  readonly clock: Clock
  readonly keys: Keys
  readonly teams: Teams
  readonly rateLimits: Pick<RateLimits, 'of'>
  readonly models: ModelReport
  readonly usage: UsageReports
  readonly search: Search
  readonly synthesis: Synthesis
  readonly answers: Answers
  readonly contexts: Contexts
  readonly examiner: Examiner
  readonly readings: Readings
  readonly contents: Contents
  readonly documents: Documents
  readonly catalogue: Catalogue
  readonly index: IndexReports
  readonly rebuilds: Rebuilds
  readonly sources: Ingestion
  readonly websets: WebsetServices
  readonly imports: Imports
  readonly webhooks: WebhookServices
  readonly monitors: MonitorServices
  readonly searchMonitors: SearchMonitorServices
  readonly exports: ExportServices
  readonly runs: Runs
  readonly research: ResearchService
  readonly agentRuns: AgentRuns
  readonly agentMonitors: AgentMonitorServices
  readonly tasks: TaskAccess
  readonly annotations: Annotations
  readonly egress: { readonly policy: EgressPolicy; readonly log: Pick<EgressLog, 'list'> }
  readonly approvals: ApprovalAccess
  readonly tools: ToolAccess
}

export interface OperationContext {
  readonly services: Services
  readonly caller: Caller
  readonly requestId: string
  /** Aborted when the caller goes away or the server's patience ends. */
  readonly signal: AbortSignal
  readonly meter: Meter
  /** Tokens of the `Exa-Beta` header; unknown ones are ignored. */
  readonly betas: ReadonlySet<string>
}

/** One thing the system can be asked to do. It knows its schemas and its handler, never its transport. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Event extends z.ZodType = z.ZodType,
> {
  readonly name: string
  readonly summary: string
  readonly scope: Scope
  readonly limitClass: LimitClass
  readonly input: Input
  readonly output: Output
  /** The output is a `Download`, to be given as the file that it is. */
  readonly answersFile?: true
  /** Only of operations that answer with events where the input asks for a stream. */
  readonly stream?: Streaming<Event>
  run(
    context: OperationContext,
    input: z.output<Input>,
  ): Promise<z.input<Output> | AsyncIterable<z.input<Event>>>
}

export interface Streaming<Event extends z.ZodType = z.ZodType> {
  readonly event: Event
  /** The last event of a stream that breaks off: by then it is too late for an answer that is an error. */
  failure(error: AppError, requestId: string): z.input<Event>
  /** Where clients tell events apart by name, and resume after the last id they saw. */
  frame?(event: z.input<Event>): {
    readonly name: string
    readonly id: string | null
    readonly data?: unknown
  }
}

/** Keeps the types of the schemas while checking the shape. */
export const operation = <
  Input extends z.ZodType,
  Output extends z.ZodType,
  Event extends z.ZodType = z.ZodNever,
>(
  definition: Operation<Input, Output, Event>,
): Operation<Input, Output, Event> => definition
