import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import {
  Failure,
  type AgentCaller,
  type Asking,
  type Dispatcher,
  type Json,
  type TaskState,
} from '../../agent-side/index.ts'
import { toResult } from './tool-result.ts'

/**
 * The Tasks extension, for clients that declare it with a request: work that takes long is answered with a handle at
 * once. Tasks of workflows are those of the store. Waiting for something is a task too; it has no state of its own, so
 * its id says what is waited for and until when, and every look at it is a look at the thing itself.
 */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

interface Needs {
  readonly dispatcher: Dispatcher
  readonly caller: AgentCaller
  readonly now: () => Date
  readonly askingOf: (context: ServerContext) => Asking
}

const pollIntervalMs = 1000
const waitMark = 'wait_'

/** What each waiting operation calls its patience, and how long it lasts if nobody says. */
const patience: Readonly<Record<string, string>> = {
  'websets.waitUntilIdle': 'timeout',
  'imports.waitUntilCompleted': 'timeout',
  'research.pollUntilFinished': 'timeoutMs',
}
const usualPatienceMs = 300_000

/** Whether the client takes tasks for this request. */
export const takesTasks = ({ mcpReq }: ServerContext): boolean => {
  const { [CLIENT_CAPABILITIES_META_KEY]: capabilities } = (mcpReq.envelope ?? {}) as Declared
  return capabilities?.extensions?.[tasksExtension] !== undefined
}

/** The library checks the envelope and gives it a type without its fields. */
interface Declared {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: { readonly extensions?: Json }
}

/** A handle where the client takes one and the operation lasts; undefined where it is to be done at once. */
export async function taskHandle(
  needs: Needs,
  input: Json,
  context: ServerContext,
  readOnly: boolean,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  if (!takesTasks(context) || typeof input.operation !== 'string') return undefined
  const { operation } = input
  if (operation === 'tasks.create' && !readOnly) {
    // Whoever has to be asked is asked before there is a task.
    const answer = await needs.dispatcher.call({
      caller: needs.caller,
      input,
      signal: context.mcpReq.signal,
      asking: needs.askingOf(context),
    })
    const { taskId } = answer.body
    if (answer.isError || typeof taskId !== 'string') return toResult(answer)
    return taskAnswer(await needs.dispatcher.tasks.get(needs.caller, taskId))
  }
  const field = patience[operation]
  if (field === undefined) return undefined
  // One look finds mistakes in the arguments before anything is promised.
  const looked = await look(needs, { ...input, [field]: 0 }, context.mcpReq.signal)
  if (looked.isError || looked.body.timedOut !== true) return toResult(looked)
  const startedAt = needs.now().getTime()
  const asked = patienceOf(input, field)
  const waiting: Waiting = { input, field, startedAt, until: startedAt + asked }
  return handle({ ...describeWait(waiting, needs.now()), status: 'working' })
}

function patienceOf(input: Json, field: string): number {
  const args = typeof input.args === 'object' && input.args !== null ? (input.args as Json) : {}
  const said = Number(input[field] ?? args[field] ?? usualPatienceMs)
  return Number.isFinite(said) && said >= 0 ? Math.min(said, 3_600_000) : usualPatienceMs
}

/** What a client is answered for work that goes on by itself. */
export const taskAnswer = (task: TaskState): CallToolResult => handle(shown(task))

/** The protocol's words for a handle stand beside those of a result, which the tool's schema asks for. */
const handle = (task: Json): CallToolResult => ({
  content: [],
  structuredContent: {},
  resultType: 'task',
  ...task,
})

interface Waiting {
  readonly input: Json
  readonly field: string
  readonly startedAt: number
  readonly until: number
}

const look = ({ dispatcher, caller }: Needs, input: Json, signal: AbortSignal) =>
  dispatcher.call({ caller, input, signal })

const describeWait = (waiting: Waiting, now: Date): Json => ({
  taskId: waitMark + Buffer.from(JSON.stringify(waiting)).toString('base64url'),
  createdAt: new Date(waiting.startedAt).toISOString(),
  lastUpdatedAt: now.toISOString(),
  ttlMs: waiting.until - waiting.startedAt + 3_600_000,
  pollIntervalMs,
})

const WaitingId = z.object({
  input: z.record(z.string(), z.unknown()),
  field: z.string(),
  startedAt: z.number(),
  until: z.number(),
})

function readWait(taskId: string): Waiting | undefined {
  try {
    const waiting = WaitingId.parse(
      JSON.parse(Buffer.from(taskId.slice(waitMark.length), 'base64url').toString()),
    )
    // Only what waits is looked at again: an id is not a way to call other operations.
    return patience[String(waiting.input.operation)] === waiting.field ? waiting : undefined
  } catch {
    return undefined
  }
}

/** A workflow that failed is a tool that failed, which the protocol calls completed. */
const shown = (task: TaskState): Json => ({
  taskId: task.taskId,
  status: task.status === 'pending' ? 'working' : task.status === 'failed' ? 'completed' : task.status,
  ...(task.progress && { statusMessage: task.progress.message ?? task.progress.step }),
  createdAt: task.createdAt,
  lastUpdatedAt: task.updatedAt,
  ttlMs: task.expiresAt === null ? null : Date.parse(task.expiresAt) - Date.parse(task.createdAt),
  pollIntervalMs: Math.round(task.pollAfterMs),
})

const OneTask = z.object({ taskId: z.string() })

export function registerTaskExtension(server: McpServer, needs: Needs): void {
  const { dispatcher, caller } = needs
  server.server.registerCapabilities({ extensions: { [tasksExtension]: {} } })

  register('tasks/get', OneTask, async ({ taskId }, context) => {
    const { signal } = context.mcpReq
    if (taskId.startsWith(waitMark)) return getWait(needs, taskId, signal)
    const task = await dispatcher.tasks.get(caller, taskId)
    const view = shown(task)
    if (task.status !== 'completed' && task.status !== 'failed') return view
    const input = { operation: 'tasks.result', args: { taskId } }
    return { ...view, result: toResult(await dispatcher.call({ caller, input, signal })) }
  })
  register('tasks/update', OneTask, async ({ taskId }, { mcpReq }) => {
    // The library takes them out of the parameters of every request.
    if (!mcpReq.inputResponses)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'inputResponses: needed')
    // No task asks for anything while it runs; an answer to nothing is taken and forgotten.
    if (!readWait(taskId)) await dispatcher.tasks.get(caller, taskId)
    return {}
  })
  register('tasks/cancel', OneTask, async ({ taskId }) => {
    // Who no longer waits stops asking; what was waited for goes on.
    if (!readWait(taskId)) await dispatcher.tasks.cancel(caller, taskId)
    return {}
  })

  /** Whether the client takes tasks comes first, before anything else can be wrong. */
  function register<Params extends z.ZodType>(
    method: string,
    params: Params,
    run: (params: z.output<Params>, context: ServerContext) => Promise<Json>,
  ): void {
    server.server.setRequestHandler(method, { params: z.unknown() }, async (given, context) => {
      if (!takesTasks(context))
        throw new MissingRequiredClientCapabilityError({
          requiredCapabilities: { extensions: { [tasksExtension]: {} } },
        })
      const parsed = params.safeParse(given)
      if (!parsed.success)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, z.prettifyError(parsed.error))
      try {
        return { ...(await run(parsed.data, context)) }
      } catch (error) {
        if (error instanceof Failure && ['not_found', 'unsupported'].includes(error.category))
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
        throw error
      }
    })
  }
}

async function getWait(needs: Needs, taskId: string, signal: AbortSignal): Promise<Json> {
  const waiting = readWait(taskId)
  if (!waiting) throw new Failure('not_found', 'There is no such task.')
  const looked = await look(needs, { ...waiting.input, [waiting.field]: 0 }, signal)
  const now = needs.now()
  const view = { ...describeWait(waiting, now), taskId }
  const goesOn = !looked.isError && looked.body.timedOut === true && now.getTime() < waiting.until
  return goesOn ? { ...view, status: 'working' } : { ...view, status: 'completed', result: toResult(looked) }
}
