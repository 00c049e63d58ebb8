import { expect, test } from 'vitest'
import { nameOf, passes, tier1, tier2, tier3, workflowItem } from './project-item.ts'
import { projectEventWhole } from './project-resource.ts'

const long = 'x'.repeat(600)
const item = {
  id: 'witem_1',
  object: 'webset_item',
  websetId: 'webset_1',
  properties: {
    type: 'company',
    url: 'https://acme.example/',
    description: long,
    content: 'c'.repeat(900),
    company: { name: 'Acme' },
  },
  evaluations: [
    { criterion: long, satisfied: 'yes', reasoning: 'r', references: [] },
    { criterion: 'b', satisfied: 'no' },
    { criterion: 'c', satisfied: 'maybe' },
  ],
  enrichments: [
    { enrichmentId: 'e1', format: 'text', status: 'completed', result: [long, 'short'], reasoning: 'r' },
    { enrichmentId: 'e2', format: 'text', status: 'pending', result: null },
  ],
}
const definitions = [
  { id: 'e1', description: 'CEO', format: 'text' },
  { id: 'e2', description: 'CEO', format: 'text' },
]

function warnings() {
  const said = new Set<string>()
  return { said, warn: (warning: string) => void said.add(warning) }
}

test('tier 1 has six fields, a description of 200 characters and verdicts of three values', () => {
  const { warn, said } = warnings()
  const view = tier1(item, { warn })
  expect(Object.keys(view)).toEqual(['id', 'url', 'name', 'entityType', 'description', 'evaluations'])
  expect(view.description).toBe(`${'x'.repeat(199)}…`)
  expect(view.evaluations).toEqual([
    { criterion: `${'x'.repeat(499)}…`, satisfied: 'yes' },
    { criterion: 'b', satisfied: 'no' },
    { criterion: 'c', satisfied: 'unclear' },
  ])
  expect([...said]).toEqual([expect.stringContaining('500 characters')])
})

test('tier 2 adds enrichments, joined with their definitions; long texts are cut, and that is said once', () => {
  const { warn, said } = warnings()
  const view = tier2(item, { definitions, warn })
  expect(view.enrichments).toEqual([
    {
      enrichmentId: 'e1',
      description: 'CEO',
      format: 'text',
      status: 'completed',
      result: [`${'x'.repeat(499)}…`, 'short'],
    },
    { enrichmentId: 'e2', description: 'CEO', format: 'text', status: 'pending', result: null },
  ])
  expect(said.size).toBe(1)
})

test('in results of workflows, definitions in the same words are told apart', () => {
  const view = workflowItem(item, { definitions, warn() {} })
  expect(Object.keys(view)).toEqual(['id', 'url', 'name', 'description', 'satisfied', 'enrichmentResults'])
  expect(view.satisfied).toHaveLength(1)
  expect(Object.keys(view.enrichmentResults as object)).toEqual(['CEO', 'CEO (2)'])
})

test('tier 3 is whole but for the length of the content', () => {
  expect(tier3(item, 100)).toEqual({
    ...item,
    properties: { ...item.properties, content: `${'c'.repeat(99)}…` },
  })
})

test('an item in an event is one of tier 1', () => {
  const event = { id: 'event_1', type: 'webset.item.created', createdAt: 'now', data: item }
  expect(projectEventWhole(event, { warn() {} })).toEqual({
    id: 'event_1',
    type: 'webset.item.created',
    createdAt: 'now',
    subject: { kind: 'webset_item', id: 'witem_1', websetId: 'webset_1' },
    data: tier1(item, { warn() {} }),
  })
})

test.each([
  [{ company: { name: 'A' }, description: 'd', url: 'https://h.example/' }, 'A'],
  [{ person: { name: 'B' } }, 'B'],
  [{ article: { title: 'C' } }, 'C'],
  [{ researchPaper: { title: 'D' } }, 'D'],
  [{ custom: { title: 'E' } }, 'E'],
  [{ company: { name: null }, description: 'd', url: 'https://h.example/' }, 'd'],
  [{ url: 'https://h.example/x' }, 'h.example'],
  [{ url: 'nonsense' }, 'unknown'],
  [{}, 'unknown'],
])('%j is called %s', (properties, name) => {
  expect(nameOf(properties)).toBe(name)
})

test.each([
  [[], { any: true, all: true, none: true }],
  [['no', 'unclear'], { any: false, all: false, none: true }],
  [['yes', 'unclear'], { any: true, all: false, none: true }],
  [['yes', 'yes'], { any: true, all: true, none: true }],
])('an item judged %j passes %j', (verdicts, expected) => {
  const judged = { evaluations: verdicts.map((satisfied) => ({ satisfied })) }
  const filters = ['any', 'all', 'none'] as const
  expect(Object.fromEntries(filters.map((filter) => [filter, passes(judged, filter)]))).toEqual(expected)
})
