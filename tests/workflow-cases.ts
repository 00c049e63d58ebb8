import type { Json } from '../src/agent-side/index.ts'
import type { Recorded, StandInOptions } from './exa-stand-in.ts'
import { maker } from './workflow-scene.ts'

const entity = { type: 'company' }
const criteria = [{ description: 'ships robots' }, { description: 'is young' }]
const named = criteria.map(({ description }) => description)
const enrichments = [{ description: 'CEO' }, { description: 'Employees', format: 'number' }]

/** Every workflow with all of its steps. */
export const workflowCases: readonly (readonly [type: string, args: Json])[] = [
  ['lifecycle.harvest', { query: 'robots', entity, criteria, enrichments, cleanup: true }],
  ['convergent.search', { queries: ['one', 'two', 'three'], entity }],
  [
    'adversarial.verify',
    { thesis: 'It pays.', thesisQuery: 'one', antithesisQuery: 'two', enrichments, synthesize: true },
  ],
  ['research.deep', { instructions: 'Why?' }],
  [
    'research.verifiedCollection',
    { query: 'robots', entity, enrichments, researchPrompt: 'On {{name}}.', researchLimit: 2 },
  ],
  ['qd.winnow', { query: 'robots', entity, criteria, enrichments, maxRounds: 2 }],
]

/** What a server finds for them: the same whenever it is asked. */
export const caseWorld: StandInOptions = {
  items: (_, { exclude = [] }) =>
    (exclude as unknown[]).length > 0
      ? [maker('Delta Works', 'ny', named)]
      : [maker('Northwind Robotics', 'yy', named), maker('Helio Drones', 'yn', named)],
  research: ({ outputSchema }) =>
    outputSchema
      ? {
          output: {
            parsed: { verdict: 'v', confidence: 0.5, keySupporting: [], keyCountering: [], blindSpots: [] },
          },
        }
      : {},
}

const ids = /\b(webset|witem|wenrich|search|research)_\d+|\btask_[0-9a-f-]{36}/g

/** Without what depends on when it was done and on what was made before; a database may change the order of names. */
export const timeless = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, inner: unknown) => {
      if (name === 'duration' || name === 'totalDuration') return undefined
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
      return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    }).replaceAll(ids, (_, kind: string | undefined) => kind ?? 'task'),
  )

/** What these requests were to create, in an order that does not depend on who came first. */
export const creationsOf = (requests: readonly Recorded[]): string[] =>
  requests
    .filter(({ method, path }) => method === 'POST' && !path.endsWith('/cancel'))
    .map(({ path, body }) => JSON.stringify(timeless([path, body])))
    .toSorted()
