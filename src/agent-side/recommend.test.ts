import { expect, test } from 'vitest'
import { seedWorkflows } from '../workflows/seed-workflows.ts'
import { recommend } from './recommend.ts'

const noRuns = {
  count: 0,
  completed: 0,
  durationMs: null,
  itemCount: null,
  costDollars: null,
  coverage: null,
}
const archive = seedWorkflows.map((one) => ({ ...one, runs: noRuns }))

test.each([
  ['List the companies that make inspection robots, with their headcount', 'lifecycle.harvest'],
  ['Cross-check which vendors several queries agree on', 'convergent.search'],
  ['Due diligence: is the thesis that robots pay off true?', 'adversarial.verify'],
  ['Explain how pipes are inspected, as a report', 'research.deep'],
  ['Talent mapping: the background of each candidate', 'research.verifiedCollection'],
  ['The best of every niche, a diverse portfolio', 'qd.winnow'],
  ['robots', 'lifecycle.harvest'],
])('%s: %s', (goal, type) => {
  expect(recommend(goal, archive)[0]?.type).toBe(type)
})

test('what has failed before stands lower than what has not', () => {
  const failing = archive.map((one) =>
    one.type === 'lifecycle.harvest' ? { ...one, runs: { ...noRuns, count: 20 } } : one,
  )
  const score = (rows: typeof archive) =>
    recommend('list companies', rows).find(({ type }) => type === 'lifecycle.harvest')?.score ?? 0
  expect(score(failing)).toBeLessThan(score(archive))
})
