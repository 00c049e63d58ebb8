import { expect, test } from 'vitest'
import type { Condition, Criterion } from './condition.ts'
import { parseCriterion } from './parse.ts'

const now = new Date('2026-06-15')
const parse = (text: string): Criterion => parseCriterion(text, { now, name: 'Orrin Pumps' })
const condition = (text: string): Condition => {
  const parsed = parse(text)
  if (parsed.kind !== 'condition') throw new Error(`${text} has several parts`)
  return parsed
}
const words = (text: string): string[] => condition(text).slots.map((slot) => slot.text)

test('numbers become comparisons and leave their noun', () => {
  expect(condition('Has more than 250 employees').comparison).toMatchObject({
    low: 250,
    high: null,
    isOpen: true,
  })
  expect(condition('Employs at least 12 engineers').comparison).toMatchObject({ low: 12, isOpen: false })
  expect(condition('Hat weniger als 40 Mitarbeiter').comparison).toMatchObject({ low: null, high: 40 })
  expect(condition('Raised between $5 million and $8 million').comparison).toMatchObject({
    low: 5e6,
    high: 8e6,
    currency: 'USD',
  })
  expect(condition('More than half of its staff are women').comparison).toMatchObject({
    low: 50,
    dimension: 'percent',
  })
  expect(words('Has more than 250 employees')).toEqual(['employees'])
})

test('numbers that are part of a name are none', () => {
  expect(condition('Is certified to ISO 27001').comparison).toBeNull()
  expect(condition('Speaks at Pump Days 2026')).toMatchObject({ comparison: null, window: null })
})

const year = (time: number | null | undefined): number | null =>
  typeof time === 'number' ? new Date(time).getUTCFullYear() : null

test('times become windows, measured from now where they are relative', () => {
  const after = condition('Was founded after 2015').window
  expect([year(after?.from), after?.to]).toEqual([2016, null])
  const last = condition('Raised funding in the last 12 months').window
  expect(last?.from).toBe(Date.UTC(2025, 5, 15))
  const between = condition('Was founded between 2005 and 2010').window
  expect([year(between?.from), year(between?.to)]).toEqual([2005, 2011])
  const ago = condition('Was founded more than ten years ago').window
  expect([ago?.from, year(ago?.to)]).toEqual([null, 2016])
  const century = condition('Was founded in the nineteenth century').window
  expect([year(century?.from), year(century?.to)]).toEqual([1801, 1901])
  expect(condition('Was founded in the 19th century').window).toMatchObject({ from: century?.from })
  expect(condition('Restores 19th century organs').window).toBeNull()
  const decade = condition('Received his doctorate in the 1980s').window
  expect([year(decade?.from), year(decade?.to)]).toEqual([1980, 1990])
})

test('what is joined is split, and what is shared goes to both parts', () => {
  expect(parse('Is based in Leeds and was founded after 2015')).toMatchObject({
    kind: 'all',
    parts: [{}, {}],
  })
  const either = parse('Received a loan from a public or private bank')
  expect(either.kind).toBe('any')
  const texts =
    either.kind === 'any' ? either.parts.map((part) => (part.kind === 'condition' ? part.text : '')) : []
  expect(texts).toEqual(['Received a loan from a public bank', 'Received a loan from a private bank'])
  expect(parse('Collects or processes milk')).toMatchObject({
    kind: 'any',
    parts: [{ text: 'Collects milk' }, { text: 'processes milk' }],
  })
})

test('a denial stays with the part that it denies', () => {
  expect(parse('Is profitable and never raised money')).toMatchObject({
    kind: 'all',
    parts: [{ kind: 'condition' }, { kind: 'not', part: { text: 'raised money' } }],
  })
})

test('denials are taken out, whatever they look like', () => {
  for (const text of [
    'Has not been acquired',
    'Has never been acquired',
    'Is no longer independent',
    'Does not sell to consumers',
    'Contains no lead',
    'Hat keinen Onlineshop',
  ])
    expect(parse(text).kind).toBe('not')
  expect(parse('Is owned by a family without outside investors')).toMatchObject({
    kind: 'without',
    part: { kind: 'condition', text: 'Is owned by a family' },
    lacking: { text: 'has outside investors' },
  })
  expect(parse('Weighs less than 2 kg without batteries').kind).toBe('condition')
})

test.for([
  [
    'Is a certified B Corporation based in Colombia',
    ['Is a certified B Corporation', 'is based in Colombia'],
  ],
  ['Is a randomised trial with more than 50 schools', ['Is a randomised trial', 'has more than 50 schools']],
  ['Takes place in Norway in October 2026', ['Takes place in Norway', 'Takes place in October 2026']],
  ['Is open access and published in 2025', ['Is open access', 'published in 2025']],
  ['Is run by a charity and gives scholarships', ['Is run by a charity', 'gives scholarships']],
  ['Is based in Spain and exports', ['Is based in Spain', 'exports']],
  ['Is a scale and costs less than 400 euros', ['Is a scale', 'costs less than 400 euros']],
  ['Is certified organic and supplies restaurants', ['Is certified organic', 'supplies restaurants']],
  ['Runs on Android and stores its data in Norway', ['Runs on Android', 'stores its data in Norway']],
  ['Was born in Ghana and worked in Italy', ['Was born in Ghana', 'worked in Italy']],
  ['Is a cook and used to live in Peru', ['Is a cook', 'used to live in Peru']],
  ['Has a garden and more than 20 rooms', ['Has a garden', 'Has more than 20 rooms']],
  ['Has over 200 staff and offices in Oslo', ['Has over 200 staff', 'Has offices in Oslo']],
  ['Has a generator and a crew of three', ['Has a generator', 'Has a crew of three']],
  ['Is certified to both ISO 9001 and ISO 14001', ['Is certified to ISO 9001', 'Is certified to ISO 14001']],
  ['Is a family firm older than 50 years', ['Is a family firm', 'is older than 50 years']],
  ['Is a Lyon-based bakery', ['is based in Lyon', 'is a bakery']],
] as const)('“%s” asks for two things', ([text, parts]) => {
  expect(parse(text)).toMatchObject({ kind: 'all', parts: parts.map((part) => ({ text: part })) })
})

test.for([
  'Is a family business',
  'Is owned by a fund based in Norway',
  'Takes place in October 2026',
  'Sells pumps and valves in Europe',
  'Sells dried and smoked fish',
  'Builds cranes and trains for ports',
  'Sells skis and sports equipment',
  'Has between 50 and 200 employees',
  'Has a chair and a treasurer who are women',
  'Uses petroleum-based material',
  'Floats when dropped without a line',
  'Is a preprint that has not been peer reviewed',
])('“%s” asks for one', (text) => {
  expect(parse(text).kind).toBe('condition')
})

test('plans, states and deeds are told apart', () => {
  expect(condition('Plans to enter Spain').mode).toBe('plan')
  expect(condition('Was acquired').mode).toBe('past')
  expect(condition('Has customers in Japan').mode).toBe('state')
})

test('the subject is no part of what is asked of it', () => {
  expect(words('Orrin Pumps sells valves')).toEqual(['sells', 'valves'])
})

test.for(['Reports the risks and costs of mining', 'Was designed and built by its founder'])(
  '“%s” asks for one thing',
  (text) => expect(parse(text).kind).toBe('condition'),
)
