// The tools, resources and prompts that the conformance suite asks every server for, beside Winnow's own. Printed is the
// address; it ends with its parent's standard input.
import {
  createMcpHandler,
  completable,
  createRequestStateCodec,
  fromJsonSchema,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { serve } from '@hono/node-server'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import {
  agentOperations,
  createDispatcher,
  createUpstream,
  Failure,
  noTasks,
} from '../dist/agent-side/index.js'
import { checkOrigin, originPolicy } from '../dist/surfaces/http/origin-guard.js'
import { registerPrompts } from '../dist/surfaces/mcp/prompts.js'
import { registerResources } from '../dist/surfaces/mcp/resources.js'
import { registerTaskExtension, takesTasks, taskAnswer } from '../dist/surfaces/mcp/task-extension.js'
import { registerTools } from '../dist/surfaces/mcp/tools.js'

/** Tasks of the suite's own tools, in memory. */
const tasks = new Map()
const now = () => new Date().toISOString()
function begin(type, seconds, result) {
  const task = {
    taskId: `task_${crypto.randomUUID()}`,
    type,
    status: 'working',
    progress: { step: 'working', completed: 0, total: 1 },
    error: null,
    hasPartialResult: false,
    createdAt: now(),
    updatedAt: now(),
    expiresAt: null,
    pollAfterMs: 200,
  }
  const end = (status, more = {}) => {
    if (task.status === 'working')
      Object.assign(task, { status, updatedAt: now(), expiresAt: now(), ...more })
  }
  const done = sleep(seconds * 1000, undefined, { ref: false }).then(() =>
    result.error
      ? end('failed', { error: { step: type, message: result.error, recoverable: false } })
      : end('completed'),
  )
  tasks.set(task.taskId, { task, result, end, done })
  return task
}
const find = (taskId) => {
  const kept = tasks.get(taskId)
  if (!kept) throw new Failure('not_found', 'There is no such task.')
  return kept
}
const taskService = {
  ...noTasks,
  get: async (_, taskId) => ({ ...find(taskId).task }),
  async result(_, taskId) {
    const { task, result } = find(taskId)
    return { task, result: task.status === 'completed' ? result : null, partialResult: null, list: null }
  },
  async cancel(_, taskId) {
    const { task, end } = find(taskId)
    const changed = task.status === 'working'
    end('cancelled')
    return { task, changed }
  },
}

const nothing = { debug() {}, info() {}, warn() {}, error() {}, child: () => nothing }
const dispatcher = createDispatcher({
  operations: agentOperations,
  upstream: createUpstream({
    baseUrl: 'http://localhost',
    fetch: async () => Response.json({ data: [], hasMore: false, nextCursor: null }),
  }),
  upstreamName: 'This server',
  tasks: taskService,
  clock: { now: () => new Date() },
  log: nothing,
  mode: 'safe',
  maxBytes: 60_000,
})
const caller = { teamId: 't', keyId: 'k', scopes: new Set(), presentedAs: 'a key', credential: () => 'key' }
const states = createRequestStateCodec({ key: crypto.getRandomValues(new Uint8Array(32)) })

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAESsAACJWAAACABAAZGF0YQAAAAA='
const text = (said) => ({ type: 'text', text: said })
const image = { type: 'image', data: pixel, mimeType: 'image/png' }
const resource = (uri, mimeType, said) => ({ type: 'resource', resource: { uri, mimeType, text: said } })
const user = (content) => ({ role: 'user', content })

const elicit = (message, field, type = 'string') => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type } }, required: [field] },
  },
})
const sample = (said) => ({
  method: 'sampling/createMessage',
  params: { messages: [user(text(said))], maxTokens: 100 },
})
const roots = { method: 'roots/list', params: {} }
const asking = (inputRequests, requestState) => ({
  resultType: 'input_required',
  inputRequests,
  ...(requestState && { requestState }),
})
/** Asks until everything that was asked for has been answered as it should be. */
const answers = (context, requests) => {
  const given = context.mcpReq.inputResponses ?? {}
  const isAnswered = ([key, { method }]) => {
    const one = given[key]
    if (typeof one !== 'object' || one === null) return false
    return method !== 'elicitation/create' || one.action !== 'accept' || typeof one.content === 'object'
  }
  return Object.entries(requests).every(isAnswered) ? given : null
}

const handleOf = (task) => ({ ...taskAnswer(task), structuredContent: undefined })

/** What the suite wants to find again as it is, word for word. */
const newerSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

function addTools(server) {
  const tool = (name, run, config = {}) => server.registerTool(name, { description: name, ...config }, run)
  const plain = (name, ...content) => tool(name, async () => ({ content }))
  plain('test_simple_text', text('This is a simple text response for testing.'))
  plain('test_image_content', image)
  plain('test_audio_content', { type: 'audio', data: silence, mimeType: 'audio/wav' })
  plain(
    'test_embedded_resource',
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  )
  plain(
    'test_multiple_content_types',
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  )
  plain('test_logging_tool', text('Nothing is logged: it was not asked for.'))
  plain('test_trigger_tool_change', text('Tools never change while a server runs.'))
  plain('test_trigger_prompt_change', text('Prompts never change while a server runs.'))
  tool('test_error_handling', async () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  tool('test_tool_with_progress', async ({ mcpReq }) => {
    const { _meta: { progressToken } = {} } = mcpReq
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        })
      await sleep(50)
    }
    return { content: [text('done')] }
  })
  tool('greet', async ({ name }) => ({ content: [text(`Hello, ${name}!`)] }), {
    inputSchema: z.object({ name: z.string() }),
  })
  const job = (name, run, shape = {}) =>
    tool(
      name,
      async (args, context) => {
        const task = run(args)
        if (takesTasks(context)) return handleOf(task)
        await find(task.taskId).done
        const { error } = find(task.taskId).result
        return { content: [text(error ?? 'done')], ...(error && { isError: true }) }
      },
      { inputSchema: z.object(shape) },
    )
  const timed = { seconds: z.number().default(0), label: z.string().optional() }
  job('slow_compute', ({ seconds, label }) => begin('slow_compute', seconds, { label }), timed)
  job('failing_job', () => begin('failing_job', 1, { error: 'It was meant to fail.' }))
  const name = { user_name: elicit('What is your name?', 'name') }
  tool('test_tool_with_task', async (context) => {
    const given = answers(context, name)
    if (!given) return asking(name)
    return handleOf(begin('test_tool_with_task', 0, { label: `Hello, ${given.user_name.content.name}!` }))
  })
  tool('json_schema_2020_12_tool', async () => ({ content: [text('done')] }), {
    inputSchema: fromJsonSchema(newerSchema),
  })
  const rounds = (name, requests, { state } = {}) =>
    tool(name, async (context) => {
      const given = answers(context, requests)
      if (!given) return asking(requests, state && (await states.mint(state)))
      if (state && context.mcpReq.requestState()?.step !== state.step)
        return asking(requests, await states.mint(state))
      return { content: [text(`${state ? 'state-ok ' : ''}Thank you: ${JSON.stringify(given)}`)] }
    })
  rounds('test_missing_capability', { answer: sample('Say something') })
  rounds('test_streaming_elicitation', { user_name: elicit('What is your name?', 'name') })
  rounds('test_input_required_result_elicitation', { user_name: elicit('What is your name?', 'name') })
  rounds('test_input_required_result_sampling', {
    capital_question: sample('What is the capital of France?'),
  })
  rounds('test_input_required_result_list_roots', { client_roots: roots })
  const confirm = { confirm: elicit('Please confirm', 'ok', 'boolean') }
  rounds('test_input_required_result_request_state', confirm, { state: { step: 1 } })
  rounds('test_input_required_result_tampered_state', confirm, { state: { step: 1 } })
  rounds(
    'test_input_required_result_multiple_inputs',
    {
      user_name: elicit('What is your name?', 'name'),
      greeting: sample('Generate a greeting'),
      client_roots: roots,
    },
    { state: { step: 1 } },
  )
  tool('test_input_required_result_multi_round', async (context) => {
    const { step = 0 } = context.mcpReq.requestState() ?? {}
    const first = { step1: elicit('Step 1: What is your name?', 'name') }
    const second = { step2: elicit('Step 2: What is your favorite color?', 'color') }
    if (step === 1 && answers(context, first)) return asking(second, await states.mint({ step: 2 }))
    if (step === 2 && answers(context, second)) return { content: [text('done')] }
    return asking(first, await states.mint({ step: 1 }))
  })
  tool('test_input_required_result_capabilities', async ({ mcpReq }) => {
    const declared = mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {}
    return asking({
      ...(declared.sampling && { sampled: sample('Say something') }),
      ...(declared.elicitation && { asked: elicit('Say something', 'said') }),
    })
  })
}

const one = (uri, mimeType, content) => ({ contents: [{ uri, mimeType, ...content }] })

function addResources(server) {
  server.registerResource('static-text', 'test://static-text', { mimeType: 'text/plain' }, ({ href }) =>
    one(href, 'text/plain', { text: 'This is the content of the static text resource.' }),
  )
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, ({ href }) =>
    one(href, 'image/png', { blob: pixel }),
  )
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    ({ href }, { id }) =>
      one(href, 'application/json', {
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      }),
  )
}

function addPrompts(server) {
  const prompt = (name, shape, say) =>
    server.registerPrompt(name, { description: name, ...(shape && { argsSchema: z.object(shape) }) }, say)
  prompt('test_simple_prompt', null, () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }))
  const arg1 = completable(z.string(), (typed) =>
    ['paris', 'park', 'party'].filter((one) => one.startsWith(typed)),
  )
  prompt('test_prompt_with_arguments', { arg1, arg2: z.string() }, ({ arg1, arg2 }) => ({
    messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  }))
  prompt('test_prompt_with_embedded_resource', { resourceUri: z.string() }, ({ resourceUri }) => ({
    messages: [
      user(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
      user(text('Please process the embedded resource above.')),
    ],
  }))
  prompt('test_prompt_with_image', null, () => ({
    messages: [user(image), user(text('Please analyze the image above.'))],
  }))
  const requests = { user_context: elicit('What context should the prompt use?', 'context') }
  prompt('test_input_required_result_prompt', null, (context) =>
    answers(context, requests) ? { messages: [user(text('With that context.'))] } : asking(requests),
  )
}

const handler = createMcpHandler(({ era }) => {
  const server = new McpServer(
    { name: 'winnow', version: '0' },
    {
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { subscribe: era === 'modern' },
        completions: {},
      },
      requestState: { verify: (...state) => states.verify(...state) },
    },
  )
  const needs = { dispatcher, caller, now: () => new Date(), offered: { manage: true, query: true } }
  registerTools(server, needs)
  registerResources(server, needs)
  registerPrompts(server, needs)
  if (era === 'modern') registerTaskExtension(server, needs)
  addTools(server)
  addResources(server)
  addPrompts(server)
  return server
})
const policy = originPolicy({ host: '127.0.0.1', allowedHosts: [], corsOrigins: [] })
const listening = serve(
  {
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      try {
        checkOrigin(
          policy,
          request.headers.get('host') ?? undefined,
          request.headers.get('origin') ?? undefined,
        )
      } catch (error) {
        return Response.json({ error: error.message }, { status: 403 })
      }
      return handler.fetch(request)
    },
  },
  ({ port }) => console.log(`http://127.0.0.1:${port}/mcp`),
)
process.stdin.resume().on('end', () => {
  void handler.close()
  listening.close()
  listening.closeAllConnections()
})
