import { setTimeout as sleep } from 'node:timers/promises'
import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { Exa, type AgentEvent, type AgentRun } from 'exa-js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Verification } from '../../src/contract/readings.ts'
import { createRandom } from '../chaos/random.ts'
import { serverProcess } from '../harness/server-process.ts'

/** Agent runs of the program itself on the sample web, with the reader that is always there. */
const ownerKey = 'the-owner-key-of-this-test'
const server = await serverProcess({
  hasSample: true,
  // The sample's pages are nowhere but in it.
  environment: { WINNOW_API_KEY: ownerKey, WINNOW_WEBSETS_LIVE_FETCH: 'off' },
})
const minutes = 60_000
const runs = () => new Exa(ownerKey, server.url).agent.runs
const seed = Date.now() % 1_000_000

beforeAll(() => server.start())

/** Until it has ended. A server that is killed, or very busy, may break off a connection. */
async function ended(id: string): Promise<AgentRun> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const run = await runs()
      .get(id)
      .catch(() => undefined)
    if (run?.completedAt) return run
    await sleep(200)
  }
  throw new Error(`the run ${id} never came to an end`)
}
const finish = async (parameters: Parameters<ReturnType<typeof runs>['create']>[0]): Promise<AgentRun> =>
  ended((await runs().create(parameters)).id)

/** Each quote is looked up again in the stored version of its page. */
async function expectGrounded({ id, output }: AgentRun): Promise<void> {
  const verified = await new Exa(ownerKey, server.url).request<Verification>(
    `/winnow/v1/readings/${id}/verify`,
    'POST',
    {},
  )
  expect(verified.claims.filter(({ stands }) => !stands)).toEqual([])
  const claimed = new Set(verified.claims.map(({ text }) => `structured.${text}`))
  const fields = (output?.grounding ?? []).filter(({ field }) => field !== 'text')
  expect(fields.filter(({ field, citations }) => !claimed.has(field) || citations.length === 0)).toEqual([])
  const filled = leavesOf(output?.structured, 'structured')
  expect(filled.filter((path) => !fields.some(({ field }) => path.startsWith(field)))).toEqual([])
}

/** The ways to all values that say something. */
function leavesOf(value: unknown, path: string): string[] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value.flatMap((one, at) => leavesOf(one, `${path}[${at}]`))
  if (typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, `${path}.${key}`))
}

type Company = Record<string, unknown> & { name: string }
const companiesIn = ({ output }: AgentRun) =>
  (output?.structured as { companies: Company[] } | undefined)?.companies.toSorted((one, other) =>
    one.name.localeCompare(other.name),
  ) ?? []

const drafts = {
  'http://json-schema.org/draft-07/schema#': new Ajv({ strict: false }),
  'https://json-schema.org/draft/2019-09/schema': new Ajv2019({ strict: false }),
  'https://json-schema.org/draft/2020-12/schema': new Ajv2020({ strict: false }),
}

function expectShaped(schema: Record<string, unknown>, value: unknown): void {
  const ajv =
    drafts[
      (schema['$schema'] as keyof typeof drafts | undefined) ?? 'http://json-schema.org/draft-07/schema#'
    ]
  addFormats.default(ajv).addFormat('phone', true)
  expect(ajv.validate(schema, value), ajv.errorsText()).toBe(true)
}

const nullable = (type: string, more: object = {}) => ({ type: [type, 'null'], ...more })
const listOf = (name: string, properties: object, more: object = {}) => ({
  type: 'object',
  required: [name],
  properties: {
    [name]: { type: 'array', items: { type: 'object', required: ['name'], properties }, ...more },
  },
})

const makers = {
  query: 'Find young European companies that make batteries or solar products',
  effort: 'high' as const,
  outputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...listOf('companies', {
      name: { type: 'string' },
      website: nullable('string', { format: 'uri' }),
      employees: nullable('integer'),
      chiefExecutive: nullable('string', { description: 'Name of the chief executive' }),
      email: nullable('string', { format: 'email' }),
      phone: nullable('string', { format: 'phone' }),
    }),
  },
}

let calm: Promise<AgentRun> | undefined
const undisturbed = (): Promise<AgentRun> => (calm ??= finish(makers))

describe('on the sample web', () => {
  test(
    'a list of companies has those that meet the wish, with their contacts, and every value stands',
    async () => {
      const run = await undisturbed()
      expect(run).toMatchObject({ status: 'completed', stopReason: 'schema_satisfied' })
      expectShaped(makers.outputSchema, run.output?.structured)
      const companies = companiesIn(run)
      const names = companies.map(({ name }) => name.replace(/ AB$/, ''))
      expect(names).toEqual(['Lumenfold', 'Sunharbour Batteries', 'Voltaine'])
      expect(companies.find(({ name }) => name === 'Lumenfold')).toEqual({
        name: 'Lumenfold',
        website: 'https://lumenfold.example/',
        employees: 64,
        chiefExecutive: 'Anouk Verhoeven',
        email: 'info@lumenfold.example',
        phone: '+31405550138',
      })
      expect(run.usage).toMatchObject({ emails: 2, phoneNumbers: 3 })
      expect(run.costDollars).toMatchObject({ total: 0.5 })
      await expectGrounded(run)
    },
    3 * minutes,
  )

  test(
    'rows are enriched in the older drafts, too, and a follow-up looks among what was found',
    async () => {
      const properties = {
        name: { type: 'string' },
        employees: nullable('integer'),
        founded: nullable('integer'),
      }
      const outputSchema = {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        ...listOf('companies', properties),
      }
      const data = [{ name: 'Kestrel Robotics' }, { name: 'Lumenfold', website: 'lumenfold.example' }]
      const run = await finish({
        query: 'Find the headcount of each company',
        effort: 'low',
        input: { data },
        outputSchema,
      })
      expectShaped(outputSchema, run.output?.structured)
      expect(run.output?.structured).toMatchObject({
        companies: [
          { name: 'Kestrel Robotics', employees: 180 },
          { name: 'Lumenfold', employees: 64, founded: 2018 },
        ],
      })
      await expectGrounded(run)
      const flat = { type: 'object', properties: { employees: nullable('integer') }, required: ['employees'] }
      const one = await finish({
        query: 'How many people work there?',
        effort: 'low',
        input: { data: [{ company: 'Kestrel Robotics' }] },
        outputSchema: flat,
      })
      expect(one.output?.structured).toEqual({ employees: 180 })
      const among = await finish({
        query: 'Which of these companies have fewer than 100 employees?',
        effort: 'low',
        previousRunId: run.id,
        outputSchema,
      })
      expect(among.output?.structured).toMatchObject({ companies: [{ name: 'Lumenfold' }] })
      expect(among.usage?.searches).toBe(0)
    },
    3 * minutes,
  )

  test(
    'questions are answered with their sources, and what no page says stays open',
    async () => {
      const outputSchema = {
        type: 'object',
        properties: { employees: nullable('integer'), salary: nullable('number') },
        required: ['employees', 'salary'],
        additionalProperties: false,
      }
      const run = await finish({
        query: 'How many people work at Tidewright, and what is the annual salary of Callum MacIsaac?',
        effort: 'medium',
        outputSchema,
      })
      expectShaped(outputSchema, run.output?.structured)
      expect(run.output?.structured).toEqual({ employees: 95, salary: null })
      await expectGrounded(run)
      const nothing = await finish({
        query: 'On which date will Sunharbour open its factory in Portugal?',
        effort: 'low',
      })
      expect(nothing.output?.text).toContain('The indexed pages do not answer this question.')
      expect(nothing.output?.grounding).toEqual([])
    },
    3 * minutes,
  )
})

test(
  `a run ends the same when the server is killed in the middle of it (seed ${seed})`,
  async () => {
    const random = createRandom(seed)
    const expected = await undisturbed()
    const { id } = await runs().create(makers)
    const { id: question } = (await runs().create({
      query: 'Who leads Tidewright?',
      effort: 'medium',
    })) as AgentRun
    for (let killings = 0; killings < 2; killings++) {
      await sleep(random.between(50, 1500))
      await server.kill()
      await server.start()
    }
    const run = await ended(id)
    // Which of them comes first depends on whether the model of meanings is loaded yet.
    expect(companiesIn(run)).toEqual(companiesIn(expected))
    expect(run.costDollars).toEqual(expected.costDollars)
    for (const one of [run, await ended(question)]) {
      expect(one.status).toBe('completed')
      const events: AgentEvent[] = []
      for (let cursor: string | null = '0'; cursor !== null;) {
        const page = await runs().events.list(one.id, { limit: 100, cursor })
        events.push(...page.data)
        cursor = page.nextCursor
      }
      expect(events.map((event) => event.id)).toEqual(events.map((_, at) => String(at + 1)))
      expect(events.at(-1)).toMatchObject({ event: 'agent_run.completed', data: { id: one.id } })
      const told = events.map(({ event, data }) => `${event} ${JSON.stringify(data)}`)
      expect(new Set(told).size).toBe(told.length)
    }
  },
  5 * minutes,
)
