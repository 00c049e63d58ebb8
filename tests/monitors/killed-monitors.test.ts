import { setTimeout as delay } from 'node:timers/promises'
import { Exa } from 'exa-js'
import { beforeAll, expect, test } from 'vitest'
import type { IndexStatus } from '../../src/contract/index-status.ts'
import type { IngestJob, Upload } from '../../src/contract/ingest.ts'
import type { UsageReport } from '../../src/contract/usage.ts'
import { createRandom } from '../chaos/random.ts'
import { serverProcess } from '../harness/server-process.ts'

/** Monitors of searches and of tables, on a server that is killed while they work. */
const seed = Date.now() % 1_000_000
const random = createRandom(seed)
const ownerKey = 'the-owner-key-of-this-test'
const patienceMs = 120_000
const server = await serverProcess({
  environment: {
    WINNOW_API_KEY: ownerKey,
    WINNOW_SAMPLE: 'off',
    // Nobody is told anything: whoever listens there would have to be on this machine.
    WINNOW_EGRESS: 'deny',
    WINNOW_LIMITS_OTHER_PER_SECOND: '0',
  },
  flags: ['--log-level', 'warn'],
})
const exa = () => new Exa(ownerKey, server.url)

/** Asks until it is so; what fails meanwhile is a server that is not there. */
async function until<T>(read: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + patienceMs; ; await delay(100)) {
    const seen = await read().catch(() => undefined)
    if (seen !== undefined && isSo(seen)) return seen
    if (Date.now() > deadline) throw new Error(`never came to be so: ${JSON.stringify(seen)}`)
  }
}

const makers = [
  { name: 'Tarnworks', employees: 40 },
  { name: 'Lochworks', employees: 7 },
  { name: 'Fellworks', employees: 120 },
]
const pages = makers.map(({ name, employees }) => ({
  url: `https://${name.toLowerCase()}.example/`,
  title: `${name}, maker of tidal turbines`,
  text: `${name} makes tidal turbines. ${name} has ${employees} employees.`,
}))

beforeAll(async () => {
  await server.start()
  const upload = await fetch(new URL('/winnow/v1/ingest/uploads?name=pages.jsonl', server.url), {
    method: 'PUT',
    headers: { 'x-api-key': ownerKey },
    body: pages.map((page) => JSON.stringify(page)).join('\n'),
  })
  const { id } = (await upload.json()) as Upload
  const source = { kind: 'file', upload: id, format: 'jsonl', visibility: 'public' }
  await exa().request<IngestJob>('/winnow/v1/ingest', 'POST', { source })
  await until(
    () => exa().request<IndexStatus>('/winnow/v1/index', 'GET'),
    ({ documents, backlog }) => documents >= pages.length && backlog.documents + backlog.passages === 0,
  )
}, patienceMs)

const isOver = ({ status }: { status: string }): boolean => !['pending', 'running'].includes(status)

const monitors = () => exa().beta.agent.monitors

async function killSometimes(times: number): Promise<void> {
  for (let killings = 0; killings < times; killings++) {
    await delay(random.between(0, 900))
    await server.kill()
    await server.start()
  }
}

test(`no run of a search monitor is lost, none is done twice, and no page reported twice (seed ${seed})`, async () => {
  const { id } = await exa().monitors.create({
    search: { query: 'makers of tidal turbines' },
    webhook: { url: 'https://hooks.example/in' },
  })
  const runs = async () => (await exa().monitors.runs.list(id)).data
  await exa().monitors.trigger(id)
  await killSometimes(3)
  await until(runs, (all) => all.length === 1 && all.every(isOver))
  await exa().monitors.trigger(id)
  await killSometimes(1)
  const [second, first] = await until(runs, (all) => all.length === 2 && all.every(isOver))
  expect([first?.status, second?.status]).toEqual(['completed', 'completed'])
  const reported = [first, second].map((run) => run?.output?.results?.map(({ url }) => url).toSorted())
  expect(reported).toEqual([pages.map(({ url }) => url).toSorted(), []])
  const { data: usage } = await exa().request<UsageReport>('/winnow/v1/usage?groupBy=operation', 'GET')
  const paid = usage.find(({ operation }) => operation === 'search-monitors.run')
  expect(paid?.costDollars).toBeCloseTo(2 * 0.015, 9)
}, 300_000)

test(`an agent monitor that is killed tells each value once (seed ${seed})`, async () => {
  const betas = ['agent-monitors-2026-08-04']
  const { id } = await monitors().create({
    cadence: '12h',
    entities: makers.map(({ name }) => ({ name, domain: `${name.toLowerCase()}.example` })),
    fields: [{ name: 'employees', description: 'number of employees', type: 'number' }],
    betas,
  })
  await killSometimes(3)
  await until(
    () => monitors().get(id, { betas }),
    ({ status, refresh }) => status === 'active' && refresh.state === 'idle',
  )
  const changes = await monitors().changes.getAll(id, { betas })
  const told = changes.map((change) =>
    'content' in change ? [change.entity.name, change.content?.value] : [],
  )
  expect(told).toHaveLength(makers.length)
  expect(told).toEqual(expect.arrayContaining(makers.map(({ name, employees }) => [name, employees])))
  const { data } = await monitors().entities.list(id, { betas })
  expect(data.map(({ entity }) => entity.name).toSorted()).toEqual(makers.map(({ name }) => name).toSorted())
}, 300_000)
