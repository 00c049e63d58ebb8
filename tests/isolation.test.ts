import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { NewApiKey } from '../src/contract/access.ts'
import type { Approval, AuditReport } from '../src/contract/approvals.ts'
import type { NewImport } from '../src/contract/imports.ts'
import type { IngestJob, Upload } from '../src/contract/ingest.ts'
import type { Monitor, MonitorRun } from '../src/contract/monitors.ts'
import type { SearchMonitor } from '../src/contract/search-monitors.ts'
import type { WebsetItem } from '../src/contract/webset-items.ts'
import type { Webhook } from '../src/contract/webhooks.ts'
import type { Annotation } from '../src/contract/annotations.ts'
import type { Task } from '../src/contract/tasks.ts'
import type { Webset } from '../src/contract/websets.ts'
import type { IndexStatus } from '../src/contract/index-status.ts'
import type { AgentRun } from '../src/contract/agent.ts'
import type { Research } from '../src/contract/research.ts'
import type { Judgement } from '../src/contract/readings.ts'
import { publicTeamId, type VersionReference } from '../src/documents/index.ts'
import type { WebsetEngine } from '../src/websets/index.ts'
import { routes, type Route } from '../src/surfaces/http/route.ts'
import { testApi, type TestTeam } from './harness/api.ts'
import { handJobs } from './harness/hand-jobs.ts'
import { manyThings, worldEngine } from './harness/webset-world.ts'

/**
 * Neither of two teams can see, list, change or infer what is the other's. The test walks the route table and
 * fails for a route without a fixture, so whoever adds a route says here how it is kept apart.
 */
type Fixture =
  /** Acts on one object: makes one and answers the path and body that address it. A stranger gets 404. */
  | { kind: 'object'; make: (team: TestTeam) => Promise<{ path: string; body?: object; secret: string }> }
  /** Shows things of the team: makes one and answers a text that only its own team may find in the answer. */
  | {
      kind: 'listing'
      make: (team: TestTeam) => Promise<{ path?: string; query?: string; body?: object; secret: string }>
    }
  /** Makes something new for the caller's own team; the body tries to put it into the other one. */
  | { kind: 'creation'; body: (other: TestTeam) => object; refusal: number }
  /** Makes something that only its own team can use: answers a route that uses it, for anybody who knows its id. */
  | { kind: 'own'; make: (team: TestTeam) => Promise<{ path: string; body: object; secret: string }> }
  /** The address is the key: it works for whoever has it, and for nothing else. */
  | { kind: 'signed'; make: (team: TestTeam) => Promise<{ path: string; id: string }> }
  /** Tells of things of the team for as long as one listens. */
  | { kind: 'feed'; make: (team: TestTeam) => Promise<{ secret: string }> }
  /** Says the same to everybody. */
  | { kind: 'common' }
  /** The operator's alone: no key of any other team may call it. */
  | { kind: 'operator'; path?: string; body?: object }

const hands = handJobs()
const { engine, world } = worldEngine(manyThings(3))
/** Pages of a team are found by that team alone; here they have its id in their name. */
const withOwnThings: WebsetEngine = {
  ...engine,
  async draw(search, from, run) {
    const { candidates, next } = await engine.draw(search, from, run)
    const isVisible = (name: string | null) => !name?.startsWith('Plan') || name === `Plan ${search.teamId}`
    return { candidates: candidates.filter(({ name }) => isVisible(name)), next }
  },
}
// Limits would tell the teams apart, too; and what some tests leave under way would count in others.
const api = await testApi(
  {
    'limits.websetsPerSecond': 0,
    'limits.otherPerSecond': 0,
    'limits.concurrentWebsets': 0,
    'limits.concurrentResearch': 0,
    'limits.concurrentAgentRuns': 0,
  },
  { engine: withOwnThings, openJobs: () => hands.jobs },
)
const [left, right] = [await api.addTeam('left'), await api.addTeam('right')]
world.things.push(...[left, right].map(({ id }) => ({ name: `Plan ${id}`, traits: ['shines'] })))

async function makeKey(team: TestTeam) {
  return api.call<NewApiKey>('POST', '/winnow/v1/keys', { key: team.key, body: { name: `of-${team.id}` } })
}
const aKey = {
  kind: 'object',
  async make(team: TestTeam) {
    const { id } = await makeKey(team)
    return { path: `/winnow/v1/keys/${id}`, body: { name: `changed-${team.id}` }, secret: id }
  },
} satisfies Fixture

/** A page of the team's own, once it can be found; the word in it stands nowhere else. */
async function makePage(team: TestTeam) {
  const secret = `word${team.id.slice(-8)}${pagesMade++}`
  const url = `https://intranet-${secret}.example/`
  await api.documents.save({
    ...publicPage,
    teamId: team.id,
    url,
    title: secret,
    text: `The plan is called ${secret}.`,
  })
  for (let attempt = 0; attempt < 200; attempt++) {
    const status = await api.call<IndexStatus>('GET', '/winnow/v1/index')
    if (status.backlog.documents === 0 && status.backlog.passages === 0) break
    await sleep(25)
  }
  return { secret, url }
}
let pagesMade = 0
const publicPage = {
  teamId: publicTeamId,
  url: 'https://public.example/plans',
  aliases: [],
  source: 'test',
  fetchedAt: new Date(),
  title: 'Plans',
  author: null,
  publishedAt: null,
  language: 'en',
  kind: 'article',
  category: null,
  text: 'What a plan is called.',
  html: null,
  details: { links: [], imageLinks: [], codeBlocks: [], structured: {} },
}

const aDocument = (suffix = ''): Fixture => ({
  kind: 'object',
  async make(team: TestTeam) {
    const { url } = await makePage(team)
    const { id = '' } = (await api.documents.find(team.id, url)) ?? {}
    return { path: `/winnow/v1/documents/${id}${suffix}`, secret: id }
  },
})

const aSearch = {
  kind: 'listing',
  async make(team: TestTeam) {
    const { secret } = await makePage(team)
    return { body: { query: `the plan ${secret}`, contents: { text: true } }, secret: `called ${secret}` }
  },
} satisfies Fixture

async function makeIngest(team: TestTeam) {
  const source = { kind: 'crawl', urls: [`https://${team.id.replaceAll('_', '-')}.example/`] }
  return api.call<IngestJob>('POST', '/winnow/v1/ingest', { key: team.key, body: { source } })
}
const anIngest = (suffix = ''): Fixture => ({
  kind: 'object',
  async make(team: TestTeam) {
    const { id } = await makeIngest(team)
    return { path: `/winnow/v1/ingest/${id}${suffix}`, secret: id }
  },
})

async function makeResearch(team: TestTeam) {
  const body = { instructions: 'What is a plan called?' }
  const { researchId } = await api.call<Research>('POST', '/research/v1', { key: team.key, body })
  await hands.work(api.records)
  return researchId
}
const aResearch = (pathOf: (id: string) => string, body: object = {}): Fixture => ({
  kind: 'object',
  async make(team: TestTeam) {
    const id = await makeResearch(team)
    return { path: pathOf(id), body, secret: id }
  },
})

async function makeAgentRun(team: TestTeam) {
  const body = { query: 'What is a plan called?' }
  const { id } = await api.call<AgentRun>('POST', '/agent/runs', { key: team.key, body })
  await hands.work(api.records)
  return id
}
const anAgentRun = (rest = '', under = '', body: object = {}): Fixture => ({
  kind: 'object',
  async make(team: TestTeam) {
    const id = await makeAgentRun(team)
    return { path: `${under}/agent/runs/${id}${rest}`, body, secret: id }
  },
})

/** Asks what only the team's own page says. */
const aQuestion = (bodyFor: (question: string) => object): Fixture => ({
  kind: 'listing',
  async make(team: TestTeam) {
    const { secret } = await makePage(team)
    return { body: bodyFor(`What is the plan ${secret} called?`), secret: `called ${secret}` }
  },
})
const aReading: Fixture = {
  kind: 'listing',
  async make(team: TestTeam) {
    const { secret, url } = await makePage(team)
    const asked = `The plan is called ${secret}`
    // What was asked is not repeated in the answer; what was read is.
    return { body: { criterion: asked, description: asked, urls: [url] }, secret: `called ${secret}` }
  },
}
const aStoredReading = (suffix = ''): Fixture => ({
  kind: 'object',
  async make(team: TestTeam) {
    const { secret, url } = await makePage(team)
    const { id } = await api.call<Judgement>('POST', '/winnow/v1/judge', {
      key: team.key,
      body: { criterion: `The plan is called ${secret}`, urls: [url] },
    })
    return { path: `/winnow/v1/readings/${id}${suffix}`, secret: id }
  },
})

/** A webset that has found something; of its parts, each has the path that `of` makes of it. */
async function makeWebset(team: TestTeam): Promise<Webset> {
  const webset = await api.call<Webset>('POST', '/websets/v0/websets', {
    key: team.key,
    body: {
      title: `of ${team.id}`,
      search: { query: 'things that shine', count: 1, criteria: [{ description: 'shines' }] },
      enrichments: [{ description: 'colour' }],
    },
  })
  await hands.work(api.records)
  return webset
}
const aWebset = (path: (id: string) => string, body: object = {}): Fixture => ({
  kind: 'object',
  async make(team) {
    const { id } = await makeWebset(team)
    return { path: path(id), body, secret: id }
  },
})
/** A part of a webset, which a stranger does not find in a webset of its own either. */
const aPart = (kind: 'searches' | 'items' | 'enrichments', suffix = '', body: object = {}): Fixture => ({
  kind: 'object',
  async make(team) {
    const webset = await makeWebset(team)
    const { data } = await api.call<{ data: WebsetItem[] }>('GET', `/websets/v0/websets/${webset.id}/items`, {
      key: team.key,
    })
    const { id } = (kind === 'items' ? data : webset[kind])[0]!
    const own = await makeWebset(team === left ? right : left)
    for (const part of [id, 'never-existed']) {
      const found = await api.request('GET', `/websets/v0/websets/${own.id}/${kind}/${part}`, {
        key: (team === left ? right : left).key,
      })
      expect(found.status).toBe(404)
    }
    return { path: `/websets/v0/websets/${webset.id}/${kind}/${id}${suffix}`, body, secret: webset.id }
  },
})
/** What an item rests on: a public page, which does not make the item public. */
const theEvidence = (suffix: (page: VersionReference) => string): Fixture => ({
  kind: 'object',
  async make(team) {
    const page = await api.documents.save(publicPage)
    world.things[0] = { ...world.things[0]!, page }
    const { id: secret } = await makeWebset(team)
    const { data } = await api.call<{ data: WebsetItem[] }>('GET', `${websetPath(secret)}/items`, team)
    return { path: `/winnow/v1/websets/${secret}/items/${data[0]?.id}/evidence${suffix(page)}`, secret }
  },
})
async function makeWebhook(team: TestTeam): Promise<Webhook> {
  const body = { url: `https://${team.id.replaceAll('_', '-')}.example/`, events: ['webset.created'] }
  return api.call<Webhook>('POST', '/websets/v0/webhooks', { key: team.key, body })
}
const aWebhook = (path: (id: string) => string, body: object = {}): Fixture => ({
  kind: 'object',
  async make(team) {
    const { id } = await makeWebhook(team)
    return { path: path(id), body, secret: id }
  },
})
const webhookPath = (id: string) => `/websets/v0/webhooks/${id}`
/** What is made of a webset; a stranger does not find it beside a webset of its own either. */
const aProduct = (begin: string, kind: 'exports' | 'rejudgements', suffix = ''): Fixture => ({
  kind: 'object',
  async make(team) {
    const webset = await makeWebset(team)
    const path = `/winnow/v1/websets/${webset.id}`
    const { id } = await api.call<{ id: string }>('POST', `${path}/${begin}`, { key: team.key, body: {} })
    await hands.work(api.records)
    const other = team === left ? right : left
    const own = await makeWebset(other)
    const found = await api.request('GET', `/winnow/v1/websets/${own.id}/${kind}/${id}${suffix}`, {
      key: other.key,
    })
    expect(found.status).toBe(404)
    return { path: `${path}/${kind}/${id}${suffix}`, secret: webset.id }
  },
})
const websetPath = (id: string) => `/websets/v0/websets/${id}`
const theWebsetsTeam: Fixture = { kind: 'listing', make: async (team) => ({ secret: team.id }) }

const makeImport = (team: TestTeam) =>
  api.call<NewImport>('POST', '/websets/v0/imports', {
    key: team.key,
    body: { format: 'csv', entity: { type: 'company' }, size: 100, count: 1 },
  })
const anImport = (path: (id: string) => string, body: object = {}): Fixture => ({
  kind: 'object',
  async make(team) {
    const { id } = await makeImport(team)
    return { path: path(id), body, secret: id }
  },
})
const importPath = (id: string) => `/websets/v0/imports/${id}`

async function makeMonitor(team: TestTeam): Promise<Monitor> {
  const { id: websetId } = await makeWebset(team)
  const behavior = { type: 'search', config: { count: 1 } }
  return api.call<Monitor>('POST', '/websets/v0/monitors', {
    key: team.key,
    body: { websetId, cadence: { cron: '0 9 * * *' }, behavior },
  })
}
async function makeMonitorRun(team: TestTeam): Promise<MonitorRun> {
  const { id } = await makeMonitor(team)
  return api.call<MonitorRun>('POST', `/winnow/v1/monitors/${id}/trigger`, { key: team.key })
}
const aMonitor = (path: (id: string) => string, body: object = {}): Fixture => ({
  kind: 'object',
  async make(team) {
    const { id } = await makeMonitor(team)
    return { path: path(id), body, secret: id }
  },
})
const monitorPath = (id: string) => `/websets/v0/monitors/${id}`

const aWatch = (team: TestTeam) => ({
  name: `watch-${team.id}`,
  search: { query: 'plans' },
  webhook: { url: 'https://hooks.example/' },
})
async function makeSearchMonitor(team: TestTeam): Promise<string> {
  const { id } = await api.call<SearchMonitor>('POST', '/monitors', { key: team.key, body: aWatch(team) })
  return id
}
async function makeSearchMonitorRun(team: TestTeam): Promise<{ monitor: string; id: string }> {
  const monitor = await makeSearchMonitor(team)
  await api.call('POST', `/monitors/${monitor}/trigger`, { key: team.key })
  const { data } = await api.call<{ data: { id: string }[] }>('GET', `/monitors/${monitor}/runs`, {
    key: team.key,
  })
  return { monitor, id: data[0]?.id ?? '' }
}
const aSearchMonitor = (suffix = '', body: object = {}): Fixture => ({
  kind: 'object',
  async make(team) {
    const id = await makeSearchMonitor(team)
    return { path: `/monitors/${id}${suffix}`, body, secret: id }
  },
})

const aResponse: Fixture = {
  kind: 'creation',
  // It is the caller's own, whatever the body says.
  body: (other) => ({ input: 'What is a plan called?', background: true, teamId: other.id }),
  refusal: 200,
}
const aResponseOf = (path: string, suffix = ''): Fixture => ({
  kind: 'object',
  async make(team) {
    const id = `resp_${await makeAgentRun(team)}`
    return { path: `${path}/${id}${suffix}`, secret: id.replace('resp_', '') }
  },
})

const headers = { 'exa-beta': 'agent-monitors-2026-08-04' }
const aTable = (team: TestTeam) => ({
  cadence: '12h',
  entities: [{ name: `Plan of ${team.id}`, domain: 'plan.example' }],
  fields: [{ name: 'plan', description: 'what the plan is called' }],
})
async function makeAgentMonitor(team: TestTeam): Promise<string> {
  const request = { key: team.key, body: aTable(team), headers }
  return (await api.call<{ id: string }>('POST', '/agent/monitors', request)).id
}
const anAgentMonitor = (suffix = '', body: object = {}): Fixture => ({
  kind: 'object',
  async make(team) {
    const id = await makeAgentMonitor(team)
    return { path: `/agent/monitors/${id}${suffix}`, body, secret: id }
  },
})
const aWindow = { startTime: '2026-01-01', endTime: '2026-02-01' }

async function makeTask(team: TestTeam): Promise<Task> {
  const body = { type: 'research.deep', args: { instructions: `Why ${team.id}?` } }
  return api.call<Task>('POST', '/winnow/v1/tasks', { key: team.key, body })
}
const aTask = (suffix = ''): Fixture => ({
  kind: 'object',
  async make(team) {
    const { taskId } = await makeTask(team)
    return { path: `/winnow/v1/tasks/${taskId}${suffix}`, body: {}, secret: taskId }
  },
})
async function makeAnnotation(team: TestTeam): Promise<Annotation> {
  const body = {
    text: `What ${team.id} noted`,
    subject: { type: 'document', url: 'https://shared.example/' },
  }
  return api.call<Annotation>('POST', '/winnow/v1/annotations', { key: team.key, body })
}
const anAnnotation = (body: object = {}): Fixture => ({
  kind: 'object',
  async make(team) {
    const { id } = await makeAnnotation(team)
    return { path: `/winnow/v1/annotations/${id}`, body, secret: id }
  },
})
async function makeApproval(team: TestTeam): Promise<Approval> {
  const { key } = await makeKey(team)
  const question = {
    tool: 'exa_fetch',
    operation: 'exa_fetch',
    class: 'fetch',
    args: { ids: [`https://${team.id}.example/`] },
    toolCallId: `call-${callsMade++}`,
    domains: [`${callsMade}.example`],
  }
  const verdict = await api.call<{ approval: Approval }>('POST', '/winnow/v1/approvals', {
    key,
    body: { question },
  })
  return verdict.approval
}
let callsMade = 0
const anApproval = (suffix = '', body = {}): Fixture => ({
  kind: 'object',
  async make(team) {
    const { id } = await makeApproval(team)
    return { path: `/winnow/v1/approvals/${id}${suffix}`, body, secret: id }
  },
})
async function makeGrant(team: TestTeam): Promise<string> {
  const { id } = await makeApproval(team)
  await api.call('POST', `/winnow/v1/approvals/${id}/decision`, {
    key: team.key,
    body: { decision: 'approve', remember: 'domain' },
  })
  const { data } = await api.call<{ data: { id: string }[] }>('GET', '/winnow/v1/approvals/grants', {
    key: team.key,
  })
  return data[0]!.id
}
const itsApproval: Fixture = {
  kind: 'listing',
  make: async (team) => ({ secret: (await makeApproval(team)).id }),
}

/** What the runs of a team came to, told by a figure that no other has. */
async function noteRun(team: TestTeam): Promise<string> {
  const coverage = Math.random()
  await api.records.db
    .insertInto('workflow_runs')
    .values({
      task_id: `task_${team.id}`,
      team_id: team.id,
      type: 'qd.winnow',
      outcome: 'completed',
      duration_ms: 1,
      item_count: 1,
      cost_dollars: null,
      coverage,
      ended_at: new Date(),
    })
    .execute()
  return `"coverage":${coverage}`
}

const fixtures: Record<string, Fixture> = {
  'post /agent/monitors': {
    kind: 'creation',
    body: (other) => ({ ...aTable(other), teamId: other.id }),
    refusal: 200,
  },
  'get /agent/monitors': {
    kind: 'listing',
    make: async (team) => ({ secret: await makeAgentMonitor(team) }),
  },
  'post /agent/monitors/backtest': {
    kind: 'creation',
    body: (other) => {
      const { entities, fields } = aTable(other)
      return { entities, fields, ...aWindow, teamId: other.id }
    },
    refusal: 200,
  },
  'get /agent/monitors/backtest/{id}': {
    kind: 'object',
    async make(team) {
      const { entities, fields } = aTable(team)
      const request = { key: team.key, body: { entities, fields, ...aWindow }, headers }
      const { id } = await api.call<{ id: string }>('POST', '/agent/monitors/backtest', request)
      return { path: `/agent/monitors/backtest/${id}`, secret: id }
    },
  },
  'get /agent/monitors/{id}': anAgentMonitor(),
  'delete /agent/monitors/{id}': anAgentMonitor(),
  'post /agent/monitors/{id}/entities': anAgentMonitor('/entities', {
    entities: [{ name: 'Another', domain: 'another.example' }],
  }),
  'get /agent/monitors/{id}/entities': anAgentMonitor('/entities'),
  'get /agent/monitors/{id}/changes': anAgentMonitor('/changes'),
  'post /monitors': {
    kind: 'creation',
    body: (other) => ({ ...aWatch(other), teamId: other.id }),
    refusal: 201,
  },
  'get /monitors': {
    kind: 'listing',
    make: async (team) => ({ secret: await makeSearchMonitor(team) }),
  },
  'post /monitors/batch': {
    kind: 'listing',
    make: async (team) => ({
      secret: await makeSearchMonitor(team),
      body: { action: 'delete', filter: { name: 'watch' }, limit: 500 },
    }),
  },
  'get /monitors/{id}': aSearchMonitor(),
  'patch /monitors/{id}': aSearchMonitor('', { status: 'paused' }),
  'delete /monitors/{id}': aSearchMonitor(),
  'post /monitors/{id}/trigger': aSearchMonitor('/trigger'),
  'get /monitors/{monitor}/runs': {
    kind: 'object',
    async make(team) {
      const { monitor, id } = await makeSearchMonitorRun(team)
      return { path: `/monitors/${monitor}/runs`, secret: id }
    },
  },
  'get /monitors/{monitor}/runs/{id}': {
    kind: 'object',
    async make(team) {
      const { monitor, id } = await makeSearchMonitorRun(team)
      return { path: `/monitors/${monitor}/runs/${id}`, secret: id }
    },
  },
  'post /websets/v0/imports': {
    kind: 'own',
    make: async (team) => {
      const { id } = await makeImport(team)
      const body = { exclude: [{ source: 'import', id }] }
      return { path: '/websets/v0/websets', body, secret: id }
    },
  },
  'get /websets/v0/imports': {
    kind: 'listing',
    make: async (team) => ({ secret: (await makeImport(team)).id }),
  },
  'get /websets/v0/imports/{id}': anImport(importPath),
  'patch /websets/v0/imports/{id}': anImport(importPath, { title: 'mine' }),
  'delete /websets/v0/imports/{id}': anImport(importPath),
  'get /winnow/v1/imports/{id}': anImport((id) => `/winnow/v1/imports/${id}`),
  'put /winnow/v1/imports/{id}/file': {
    kind: 'signed',
    async make(team) {
      const { id, uploadUrl } = await makeImport(team)
      return { path: uploadUrl.replace('http://localhost', ''), id }
    },
  },
  'post /websets/v0/monitors': {
    kind: 'own',
    async make(team) {
      const { id } = await makeWebset(team)
      const behavior = { type: 'search', config: { count: 1 } }
      const body = { websetId: id, cadence: { cron: '0 9 * * *' }, behavior }
      return { path: '/websets/v0/monitors', body, secret: id }
    },
  },
  'get /websets/v0/monitors': {
    kind: 'listing',
    async make(team) {
      const { id, websetId } = await makeMonitor(team)
      return { query: `?websetId=${websetId}`, secret: id }
    },
  },
  'get /websets/v0/monitors/{id}': aMonitor(monitorPath),
  'patch /websets/v0/monitors/{id}': aMonitor(monitorPath, { status: 'disabled' }),
  'delete /websets/v0/monitors/{id}': aMonitor(monitorPath),
  'get /websets/v0/monitors/{monitor}/runs': {
    kind: 'listing',
    async make(team) {
      const { id, monitorId } = await makeMonitorRun(team)
      return { path: `${monitorPath(monitorId)}/runs`, secret: id }
    },
  },
  'get /websets/v0/monitors/{monitor}/runs/{id}': {
    kind: 'object',
    async make(team) {
      const { id, monitorId } = await makeMonitorRun(team)
      return { path: `${monitorPath(monitorId)}/runs/${id}`, secret: id }
    },
  },
  'post /winnow/v1/monitors/{id}/trigger': aMonitor((id) => `/winnow/v1/monitors/${id}/trigger`),
  'post /winnow/v1/tasks': {
    kind: 'creation',
    body: (other) => ({ type: 'research.deep', args: { instructions: 'Why?' }, teamId: other.id }),
    refusal: 400,
  },
  'get /winnow/v1/tasks': {
    kind: 'listing',
    make: async (team) => ({ secret: (await makeTask(team)).taskId }),
  },
  'get /winnow/v1/tasks/{id}': aTask(),
  'get /winnow/v1/tasks/{id}/result': aTask('/result'),
  'get /winnow/v1/tasks/{id}/events': aTask('/events'),
  'post /winnow/v1/tasks/{id}/cancel': aTask('/cancel'),
  'post /winnow/v1/annotations': {
    kind: 'creation',
    body: (other) => ({ text: 'mine', teamId: other.id }),
    refusal: 400,
  },
  'get /winnow/v1/annotations': {
    kind: 'listing',
    make: async (team) => ({ secret: (await makeAnnotation(team)).id }),
  },
  'get /winnow/v1/annotations/{id}': anAnnotation(),
  'patch /winnow/v1/annotations/{id}': anAnnotation({ text: 'changed' }),
  'delete /winnow/v1/annotations/{id}': anAnnotation(),
  'post /winnow/v1/tools/exa_search': {
    kind: 'creation',
    body: (other) => ({ toolCallId: 'call', args: { query: 'robots' }, teamId: other.id }),
    refusal: 400,
  },
  'post /winnow/v1/tools/exa_fetch': {
    kind: 'creation',
    body: (other) => ({ toolCallId: 'call', args: { ids: ['https://a.example/'] }, teamId: other.id }),
    refusal: 400,
  },
  'post /winnow/v1/approvals': {
    kind: 'creation',
    body: (other) => ({ question: {}, teamId: other.id }),
    refusal: 400,
  },
  'get /winnow/v1/approvals': itsApproval,
  'get /winnow/v1/approvals/feed': {
    kind: 'feed',
    make: async (team) => ({ secret: (await makeApproval(team)).id }),
  },
  'get /winnow/v1/approvals/policy': {
    kind: 'listing',
    async make(team) {
      const secret = `tool-of-${team.id}`
      const body = { tools: { [secret]: 'deny' } }
      await api.call('PUT', '/winnow/v1/approvals/policy', { key: team.key, body })
      return { secret }
    },
  },
  'put /winnow/v1/approvals/policy': {
    kind: 'creation',
    body: (other) => ({ teamId: other.id }),
    refusal: 400,
  },
  'get /winnow/v1/approvals/grants': {
    kind: 'listing',
    make: async (team) => ({ secret: await makeGrant(team) }),
  },
  'delete /winnow/v1/approvals/grants/{id}': {
    kind: 'object',
    async make(team) {
      const id = await makeGrant(team)
      return { path: `/winnow/v1/approvals/grants/${id}`, secret: id }
    },
  },
  'get /winnow/v1/approvals/audit': itsApproval,
  'get /winnow/v1/approvals/audit/export': itsApproval,
  'get /winnow/v1/approvals/audit/verify': {
    kind: 'listing',
    async make(team) {
      await makeApproval(team)
      const { head } = await api.call<AuditReport>('GET', '/winnow/v1/approvals/audit/verify', {
        key: team.key,
      })
      return { secret: head }
    },
  },
  'get /winnow/v1/approvals/{id}': anApproval(),
  'post /winnow/v1/approvals/{id}/decision': anApproval('/decision', { decision: 'reject' }),
  'get /winnow/v1/workflows': { kind: 'listing', make: async (team) => ({ secret: await noteRun(team) }) },
  'post /websets/v0/websets': {
    kind: 'own',
    make: async (team) => {
      const { id } = await makeWebset(team)
      const body = { exclude: [{ source: 'webset', id }] }
      return { path: '/websets/v0/websets', body, secret: id }
    },
  },
  'get /websets/v0/websets': {
    kind: 'listing',
    make: async (team) => ({ secret: (await makeWebset(team)).id }),
  },
  'post /websets/v0/websets/preview': {
    kind: 'listing',
    make: async (team) => ({
      query: '?search=true',
      body: { search: { query: 'plans' } },
      secret: `Plan ${team.id}`,
    }),
  },
  'get /websets/v0/websets/{id}': aWebset(websetPath),
  'post /websets/v0/websets/{id}': aWebset(websetPath, { title: 'mine' }),
  'delete /websets/v0/websets/{id}': aWebset(websetPath),
  'post /websets/v0/websets/{id}/cancel': aWebset((id) => `${websetPath(id)}/cancel`),
  'post /websets/v0/websets/{webset}/searches': aWebset((id) => `${websetPath(id)}/searches`, {
    query: 'x',
    count: 1,
  }),
  'get /websets/v0/websets/{webset}/searches/{id}': aPart('searches'),
  'post /websets/v0/websets/{webset}/searches/{id}/cancel': aPart('searches', '/cancel'),
  'get /websets/v0/websets/{webset}/items': aWebset((id) => `${websetPath(id)}/items`),
  'get /websets/v0/websets/{webset}/items/{id}': aPart('items'),
  'delete /websets/v0/websets/{webset}/items/{id}': aPart('items'),
  'post /websets/v0/websets/{webset}/enrichments': aWebset((id) => `${websetPath(id)}/enrichments`, {
    description: 'size',
  }),
  'get /websets/v0/websets/{webset}/enrichments/{id}': aPart('enrichments'),
  'patch /websets/v0/websets/{webset}/enrichments/{id}': aPart('enrichments', '', { description: 'size' }),
  'delete /websets/v0/websets/{webset}/enrichments/{id}': aPart('enrichments'),
  'post /websets/v0/websets/{webset}/enrichments/{id}/cancel': aPart('enrichments', '/cancel'),
  'get /websets/v0/events': {
    kind: 'listing',
    make: async (team) => ({ secret: (await makeWebset(team)).id }),
  },
  'get /websets/v0/events/{id}': {
    kind: 'object',
    async make(team) {
      await makeWebset(team)
      const { data } = await api.call<{ data: { id: string }[] }>('GET', '/websets/v0/events', {
        key: team.key,
      })
      const { id } = data[0]!
      return { path: `/websets/v0/events/${id}`, secret: id }
    },
  },
  'get /websets/v0/teams/me': theWebsetsTeam,
  'get /v0/teams/me': theWebsetsTeam,
  'get /winnow/v1/websets/{id}/rows': aWebset((id) => `/winnow/v1/websets/${id}/rows`),
  'post /winnow/v1/websets/{webset}/items/delete': aWebset((id) => `/winnow/v1/websets/${id}/items/delete`, {
    ids: ['witem_x'],
  }),
  'get /winnow/v1/websets/{webset}/items/{id}/evidence': theEvidence(() => ''),
  'get /winnow/v1/websets/{webset}/items/{id}/evidence/page': theEvidence(
    ({ documentId, version }) => `/page?documentId=${documentId}&version=${version}`,
  ),
  'get /winnow/v1/websets/{id}/feed': aWebset((id) => `/winnow/v1/websets/${id}/feed`),
  'post /winnow/v1/websets/{webset}/exports': aWebset((id) => `/winnow/v1/websets/${id}/exports`),
  'get /winnow/v1/websets/{webset}/exports': aWebset((id) => `/winnow/v1/websets/${id}/exports`),
  'get /winnow/v1/websets/{webset}/exports/{id}': aProduct('exports', 'exports'),
  'get /winnow/v1/websets/{webset}/exports/{id}/download': aProduct('exports', 'exports', '/download'),
  'get /winnow/v1/websets/{id}/difference': aWebset(
    (id) => `/winnow/v1/websets/${id}/difference?from=2026-01-01`,
  ),
  'post /winnow/v1/websets/{webset}/rejudge': aWebset((id) => `/winnow/v1/websets/${id}/rejudge`),
  'get /winnow/v1/websets/{webset}/rejudgements/{id}': aProduct('rejudge', 'rejudgements'),
  'get /winnow/v1/websets/{webset}/rejudgements/{id}/disagreements': aProduct(
    'rejudge',
    'rejudgements',
    '/disagreements',
  ),
  'get /winnow/v1/bundles/key': { kind: 'common' },
  // What is sent is the caller's; nothing that is kept can be named.
  'post /winnow/v1/bundles/verify': {
    kind: 'creation',
    body: (other) => ({ teamId: other.id }),
    refusal: 422,
  },
  'post /winnow/v1/bundles/import': {
    kind: 'creation',
    body: (other) => ({ teamId: other.id }),
    refusal: 422,
  },
  'post /research/v1': {
    kind: 'creation',
    // It is the caller's own, whatever the body says.
    body: (other) => ({ instructions: 'What is a plan called?', teamId: other.id }),
    refusal: 201,
  },
  'get /research/v1': { kind: 'listing', make: async (team) => ({ secret: await makeResearch(team) }) },
  'get /research/v1/{researchId}': aResearch((id) => `/research/v1/${id}`),
  'post /winnow/v1/research/{researchId}/cancel': aResearch((id) => `/winnow/v1/research/${id}/cancel`),
  'get /winnow/v1/research/{researchId}/steps': aResearch((id) => `/winnow/v1/research/${id}/steps`),
  'get /winnow/v1/research/{researchId}/replay': aResearch((id) => `/winnow/v1/research/${id}/replay`),
  'post /winnow/v1/research/{researchId}/fork': aResearch((id) => `/winnow/v1/research/${id}/fork`, {
    fromStep: 'plan.1',
  }),
  'post /agent/runs': {
    kind: 'creation',
    // It is the caller's own, whatever the body says.
    body: (other) => ({ query: 'What is a plan called?', teamId: other.id }),
    refusal: 200,
  },
  'get /agent/runs': { kind: 'listing', make: async (team) => ({ secret: await makeAgentRun(team) }) },
  'post /responses': aResponse,
  'get /responses/{id}': aResponseOf('/responses'),
  'post /responses/{id}/cancel': aResponseOf('/responses', '/cancel'),
  'post /v1/responses': aResponse,
  'get /v1/responses/{id}': aResponseOf('/v1/responses'),
  'post /v1/responses/{id}/cancel': aResponseOf('/v1/responses', '/cancel'),
  'get /agent/runs/{id}': anAgentRun(),
  'delete /agent/runs/{id}': anAgentRun(),
  'post /agent/runs/{id}/cancel': anAgentRun('/cancel'),
  'post /agent/runs/{id}/stop': anAgentRun('/stop'),
  'get /agent/runs/{id}/events': anAgentRun('/events'),
  'get /winnow/v1/agent/runs/{id}/feed': anAgentRun('/feed', '/winnow/v1'),
  'get /winnow/v1/agent/runs/{id}/steps': anAgentRun('/steps', '/winnow/v1'),
  'get /winnow/v1/agent/runs/{id}/replay': anAgentRun('/replay', '/winnow/v1'),
  'post /winnow/v1/agent/runs/{id}/fork': anAgentRun('/fork', '/winnow/v1', { fromStep: 'begin' }),
  'post /answer': aQuestion((query) => ({ query })),
  'post /context': aQuestion((query) => ({ query })),
  'post /chat/completions': aQuestion((content) => ({ messages: [{ role: 'user', content }] })),
  'post /v1/chat/completions': aQuestion((content) => ({ messages: [{ role: 'user', content }] })),
  'post /winnow/v1/judge': aReading,
  'post /winnow/v1/extract': aReading,
  'get /winnow/v1/readings/{id}': aStoredReading(),
  'post /winnow/v1/readings/{id}/verify': aStoredReading('/verify'),
  'post /search': aSearch,
  'post /winnow/v1/search/explain': aSearch,
  'post /findSimilar': {
    kind: 'listing',
    async make(team) {
      const { secret, url } = await makePage(team)
      await api.documents.save(publicPage)
      return {
        body: { url: publicPage.url, contents: { text: true }, includeDomains: [new URL(url).host] },
        secret: `called ${secret}`,
      }
    },
  },
  'post /contents': {
    kind: 'listing',
    async make(team) {
      const { secret, url } = await makePage(team)
      return { body: { urls: [url], text: true }, secret: `called ${secret}` }
    },
  },
  'get /winnow/v1/documents': {
    kind: 'listing',
    make: async (team) => ({ secret: (await makePage(team)).secret }),
  },
  'get /winnow/v1/documents/{id}': aDocument(),
  'get /winnow/v1/documents/{id}/versions/{version}': aDocument('/versions/1'),
  'post /winnow/v1/forget': {
    kind: 'listing',
    async make(team) {
      const { url } = await makePage(team)
      return { body: { url }, secret: '"documents":1' }
    },
  },
  'get /winnow/v1/index': { kind: 'operator' },
  'get /winnow/v1/egress': { kind: 'operator' },
  'post /winnow/v1/index/rebuilds': { kind: 'operator', body: {} },
  'get /winnow/v1/index/rebuilds/{id}': { kind: 'operator', path: '/winnow/v1/index/rebuilds/x' },
  'put /winnow/v1/ingest/uploads': {
    kind: 'own',
    async make(team) {
      const { id } = await api.call<Upload>('PUT', '/winnow/v1/ingest/uploads', { key: team.key, body: {} })
      return { path: '/winnow/v1/ingest', body: { source: { kind: 'file', upload: id } }, secret: id }
    },
  },
  'post /winnow/v1/ingest': {
    kind: 'creation',
    body: () => ({ source: { kind: 'file', path: '/etc/hostname' } }),
    refusal: 403,
  },
  'get /winnow/v1/ingest': {
    kind: 'listing',
    make: async (team) => ({ secret: (await makeIngest(team)).id }),
  },
  'get /winnow/v1/ingest/{id}': anIngest(),
  'get /winnow/v1/ingest/{id}/feed': anIngest('/feed'),
  'post /winnow/v1/ingest/{id}/cancel': anIngest('/cancel'),
  'delete /winnow/v1/ingest/{id}': anIngest(),
  // Whose it is is not asked, and what the other team does is not told to it: see the tests of webhooks.
  'post /websets/v0/webhooks': {
    kind: 'creation',
    body: (other) => ({ url: 'https://a.example/', events: ['webset.created'], teamId: other.id }),
    refusal: 200,
  },
  'get /websets/v0/webhooks': {
    kind: 'listing',
    make: async (team) => ({ secret: (await makeWebhook(team)).id }),
  },
  'get /websets/v0/webhooks/{id}': aWebhook(webhookPath),
  'patch /websets/v0/webhooks/{id}': aWebhook(webhookPath, { metadata: { a: 'b' } }),
  'delete /websets/v0/webhooks/{id}': aWebhook(webhookPath),
  'get /websets/v0/webhooks/{id}/attempts': aWebhook((id) => `${webhookPath(id)}/attempts`),
  'post /winnow/v1/webhooks/{id}/redeliver': aWebhook((id) => `/winnow/v1/webhooks/${id}/redeliver`),
  'get /winnow/v1/me': { kind: 'listing', make: async (team) => ({ secret: team.id }) },
  'get /winnow/v1/models': { kind: 'common' },
  'get /winnow/v1/usage': {
    kind: 'listing',
    make: async (team) => ({ query: '?groupBy=key', secret: (await usedKey(team)).id }),
  },
  'post /winnow/v1/keys': {
    kind: 'creation',
    body: (other) => ({ name: 'mine?', teamId: other.id }),
    refusal: 403,
  },
  'get /winnow/v1/keys': { kind: 'listing', make: async (team) => ({ secret: (await makeKey(team)).id }) },
  'get /winnow/v1/keys/{id}': aKey,
  'patch /winnow/v1/keys/{id}': aKey,
  'delete /winnow/v1/keys/{id}': aKey,
  'post /winnow/v1/teams': { kind: 'operator', body: { name: 'mine' } },
  'get /winnow/v1/teams': { kind: 'operator' },
  'patch /winnow/v1/teams/{id}': {
    kind: 'operator',
    path: `/winnow/v1/teams/${left.id}`,
    body: { name: 'mine' },
  },
}

async function usedKey(team: TestTeam): Promise<NewApiKey> {
  const key = await makeKey(team)
  const account = { teamId: team.id, keyId: key.id }
  const usage = {
    operation: 'search',
    requestId: 'r',
    searches: 1,
    pages: 0,
    tokens: 0,
    seconds: 0,
    costNanos: 7,
  }
  await api.ledger.settle(account, usage)
  return key
}

const nameOf = (route: Route) => `${route.method} ${route.path}`

test('every route has a fixture, and no fixture has lost its route', () => {
  expect(Object.keys(fixtures).toSorted()).toEqual(routes.map(nameOf).toSorted())
})

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
  test('without a key is refused', async () => {
    const response = await api.request(route.method.toUpperCase(), route.path.replaceAll(/\{\w+\}/g, 'x'))
    expect(response.status).toBe(401)
  })

  test.each([
    ['left', left, right],
    ['right', right, left],
  ])("does not let out what is %s's", async (_, owner, stranger) => {
    const fixture = fixtures[name]
    if (!fixture) throw new Error(`${name} has no fixture`)
    const method = route.method.toUpperCase()
    const send = (team: TestTeam, path: string, body?: object) =>
      api.request(method, path, { key: team.key, headers, ...(method !== 'GET' && body && { body }) })

    if (fixture.kind === 'object') {
      const { path, body, secret } = await fixture.make(owner)
      const refused = await send(stranger, path, body)
      const missing = await send(stranger, path.replace(secret, 'never-existed'), body)
      expect(refused.status).toBe(404)
      // Told apart from an id that never existed by nothing but the id itself.
      expect(shape(await refused.text(), secret)).toBe(shape(await missing.text(), 'never-existed'))
      expect((await send(owner, path, body)).status).toBe(route.status)
    } else if (fixture.kind === 'listing') {
      const { path = route.path, query = '', body, secret } = await fixture.make(owner)
      // The stranger first: what it does must not take away what the owner then finds.
      const answer = await send(stranger, path + query, body)
      expect(answer.status).toBe(route.status)
      expect(await answer.text()).not.toContain(secret)
      expect(await (await send(owner, path + query, body)).text()).toContain(secret)
    } else if (fixture.kind === 'own') {
      const { path, body, secret } = await fixture.make(owner)
      const use = (team: TestTeam, id: string) =>
        api.request('POST', path, {
          key: team.key,
          body: JSON.parse(JSON.stringify(body).replace(secret, id)) as object,
        })
      const refused = await use(stranger, secret)
      expect(refused.status).toBe(404)
      const missing = await use(stranger, 'never_existed')
      expect(shape(await refused.text(), secret)).toBe(shape(await missing.text(), 'never_existed'))
      expect((await use(owner, secret)).status).toBe(201)
    } else if (fixture.kind === 'signed') {
      const { path, id } = await fixture.make(owner)
      const other = await fixture.make(stranger)
      const put = (address: string, key?: string) =>
        api.request(method, address, { body: {}, ...(key !== undefined && { key }) })
      // Neither a key nor the signature of something of one's own opens what is another's.
      for (const address of [path.replace(/signature=.*/, 'signature=x'), other.path.replace(other.id, id)])
        expect((await put(address, stranger.key)).status).toBe(401)
      const missing = await put(other.path.replace(other.id, 'never-existed'))
      const refused = await put(other.path.replace(other.id, id))
      expect(shape(await refused.text(), id)).toBe(shape(await missing.text(), 'never-existed'))
      expect((await put(path)).status).toBe(route.status)
    } else if (fixture.kind === 'creation') {
      const response = await send(stranger, route.path, fixture.body(owner))
      expect(response.status).toBe(fixture.refusal)
      expect(await response.text()).not.toContain(owner.keyId)
    } else if (fixture.kind === 'feed') {
      const { secret } = await fixture.make(owner)
      expect(await beginningOf(await send(stranger, route.path))).not.toContain(secret)
      expect(await beginningOf(await send(owner, route.path))).toContain(secret)
    } else if (fixture.kind === 'common') {
      const [one, other] = [await send(stranger, route.path), await send(owner, route.path)]
      expect(one.status).toBe(route.status)
      expect(await one.text()).toBe(await other.text())
    } else {
      const response = await send(stranger, fixture.path ?? route.path, fixture.body)
      expect(response.status).toBe(403)
    }
  })
})

/** An answer without what differs between any two answers. */
const shape = (text: string, id: string): string =>
  text.replaceAll(id, 'ID').replaceAll(/[0-9a-f]{32}|req_\w{20}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'X')

/** What a stream tells before it is silent for a while. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const next = await Promise.race([reader.read(), sleep(500).then(() => null)])
    if (!next || next.done) break
    text += next.value
  }
  await reader.cancel()
  return text
}
