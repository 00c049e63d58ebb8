import { expect, test } from 'vitest'
import { createRandom } from '../../tests/chaos/random.ts'
import { testRuns } from '../../tests/harness/runs.ts'
import type { RunContext, RunKind } from './index.ts'

/** A plan of work by chance: tasks side by side, each with searches, pages and readings of a model. */
interface Request {
  readonly seed: number
  readonly costNanos?: number
  readonly searches?: number
}
interface Output {
  readonly text: string
  readonly done: number
}
type Piece = { item: 'search' | 'page' | 'token'; count: number; isKnown: boolean }

const prices = { search: 5_000_000, page: 5_000_000, token: 5_000 }
const costOf = ({ item, count }: Piece): number => Math.round(count * prices[item])

function workOf(seed: number): Piece[][] {
  const random = createRandom(seed)
  return Array.from({ length: 1 + random.whole(3) }, () =>
    Array.from({ length: 1 + random.whole(4) }, () => {
      const item = random.one(['search', 'page', 'token'] as const) ?? 'search'
      const count = { search: 1, page: random.between(0.1, 12), token: random.whole(9000) }[item]
      return { item, count, isKnown: item !== 'token' }
    }),
  )
}

async function script(run: RunContext<Request>): Promise<Output> {
  let done = 0
  await run.all(
    workOf(run.request.seed).map((pieces, task) => async () => {
      await run.untilLimit(async () => {
        for (const [at, { item, count, isKnown }] of pieces.entries()) {
          await run.step({
            key: `${task}.${at}`,
            kind: item,
            ...(isKnown ? { uses: { [item]: count } } : { mayUse: { [item]: Infinity } }),
            async perform({ use }) {
              await new Promise((resolve) => setImmediate(resolve))
              use(item, count)
              return null
            },
          })
          done += 1
        }
      })
    }),
  )
  const text = await run.step({
    key: 'write',
    kind: 'write',
    isFree: true,
    perform: async () => `${done} pieces`,
  })
  return { text, done }
}

const kind: RunKind<Request, Output> = {
  name: 'budgeted',
  maxConcurrent: null,
  limits: ({ costNanos, searches }) => ({
    costNanos,
    ...(searches !== undefined && { units: { search: searches } }),
  }),
  prices: () => prices,
  ended: ({ status }) => [{ name: status, data: {} }],
  script,
}

test('200 budgets by chance: none is exceeded by more than the one call under way, and each run has a result', async () => {
  const { service, caller, work } = await testRuns(kind)
  const random = createRandom(20_261_115)
  const requests = Array.from({ length: 200 }, (_, seed): Request => {
    const whole = workOf(seed).flat().map(costOf)
    const total = whole.reduce((sum, cost) => sum + cost, 0)
    // From nothing at all to more than is needed.
    return random.whole(5) === 0
      ? { seed, searches: random.whole(4) }
      : { seed, costNanos: Math.round(total * random.between(0, 1.2)) }
  })
  const runs = await Promise.all(requests.map((request) => service.create(caller, request)))
  await work()
  let cutShort = 0
  for (const [index, { id }] of runs.entries()) {
    const { seed, costNanos = Infinity, searches = Infinity } = requests[index]!
    const pieces = workOf(seed).flat()
    const run = await service.get(caller.teamId, id)
    expect(run).toMatchObject({
      status: 'completed',
      output: { text: expect.stringMatching(/^\d+ pieces$/) },
    })
    // What is known beforehand never exceeds; what nobody knows does so by one call at most, begun within the budget.
    const unknown = Math.max(0, ...pieces.filter(({ isKnown }) => !isKnown).map(costOf))
    expect(run.costNanos).toBeLessThanOrEqual(costNanos + unknown)
    if (unknown === 0) expect(run.costNanos).toBeLessThanOrEqual(costNanos)
    expect(run.used['search'] ?? 0).toBeLessThanOrEqual(searches)
    const isWhole = run.output?.done === pieces.length
    expect(run.stopReason).toBe(isWhole ? 'finished' : 'budget_reached')
    if (!isWhole) cutShort += 1
  }
  // Else the test would show nothing.
  expect(cutShort).toBeGreaterThan(80)
  expect(cutShort).toBeLessThan(190)
}, 120_000)
