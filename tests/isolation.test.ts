import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { NewApiKey } from '../src/contract/access.ts'
import type { IngestJob, Upload } from '../src/contract/ingest.ts'
import type { WebsetItem } from '../src/contract/webset-items.ts'
import type { Task } from '../src/contract/tasks.ts'
import type { Webset } from '../src/contract/websets.ts'
import type { IndexStatus } from '../src/contract/index-status.ts'
import type { Judgement } from '../src/contract/readings.ts'
import { publicTeamId } from '../src/documents/index.ts'
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
  | { kind: 'listing'; make: (team: TestTeam) => Promise<{ query?: string; body?: object; secret: string }> }
  /** Makes something new for the caller's own team; the body tries to put it into the other one. */
  | { kind: 'creation'; body: (other: TestTeam) => object; refusal: number }
  /** Makes something that only its own team can use: answers a route that uses it, for anybody who knows its id. */
  | { kind: 'own'; make: (team: TestTeam) => Promise<{ path: string; body: object; secret: string }> }
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
// Limits on requests would tell the teams apart, too.
const api = await testApi(
  { 'limits.websetsPerSecond': 0, 'limits.otherPerSecond': 0 },
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
const websetPath = (id: string) => `/websets/v0/websets/${id}`
const theWebsetsTeam: Fixture = { kind: 'listing', make: async (team) => ({ secret: team.id }) }

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
  'get /winnow/v1/websets/{id}/feed': aWebset((id) => `/winnow/v1/websets/${id}/feed`),
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
  'post /winnow/v1/forget': {
    kind: 'listing',
    async make(team) {
      const { url } = await makePage(team)
      return { body: { url }, secret: '"documents":1' }
    },
  },
  'get /winnow/v1/index': { kind: 'operator' },
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
  'get /winnow/v1/me': { kind: 'listing', make: async (team) => ({ secret: team.id }) },
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
      api.request(method, path, { key: team.key, ...(method !== 'GET' && body && { body }) })

    if (fixture.kind === 'object') {
      const { path, body, secret } = await fixture.make(owner)
      const refused = await send(stranger, path, body)
      const missing = await send(stranger, path.replace(secret, 'never-existed'), body)
      expect(refused.status).toBe(404)
      // Told apart from an id that never existed by nothing but the id itself.
      expect(shape(await refused.text(), secret)).toBe(shape(await missing.text(), 'never-existed'))
      expect((await send(owner, path, body)).status).toBe(route.status)
    } else if (fixture.kind === 'listing') {
      const { query = '', body, secret } = await fixture.make(owner)
      // The stranger first: what it does must not take away what the owner then finds.
      const answer = await send(stranger, route.path + query, body)
      expect(answer.status).toBe(route.status)
      expect(await answer.text()).not.toContain(secret)
      expect(await (await send(owner, route.path + query, body)).text()).toContain(secret)
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
    } else if (fixture.kind === 'creation') {
      const response = await send(stranger, route.path, fixture.body(owner))
      expect(response.status).toBe(fixture.refusal)
      expect(await response.text()).not.toContain(owner.keyId)
    } else {
      const response = await send(stranger, fixture.path ?? route.path, fixture.body)
      expect(response.status).toBe(403)
    }
  })
})

/** An answer without what differs between any two answers. */
const shape = (text: string, id: string): string =>
  text.replaceAll(id, 'ID').replaceAll(/[0-9a-f]{32}|req_\w{20}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'X')
