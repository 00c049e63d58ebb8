import { expect, test } from 'vitest'
import { aPage } from '../../tests/harness/page.ts'
import { Entity } from '../contract/contents.ts'
import {
  classify,
  companyEntity,
  companyProfile,
  peopleNamed,
  personEntity,
  personProfile,
  type Page,
} from './index.ts'

/** Whatever a page holds, every reading of it ends in the shape of the contract; one that never would runs out of time. */
function readEverything(page: Page): Entity[] {
  const { category, confidence } = classify(page)
  const entities = [companyEntity({ ...page, version: 1 }), personEntity({ ...page, version: 1 })]
  expect(peopleNamed(page).length).toBeLessThanOrEqual(60)
  for (const profile of [companyProfile(page), personProfile(page)]) expect(profile).toHaveProperty('name')
  expect(category === null ? 0 : confidence).toBeGreaterThanOrEqual(0)
  return entities.map((entity) => Entity.parse(entity))
}

const structures: Record<string, unknown> = {
  'nothing where something should be': {
    jsonLd: null,
    openGraph: null,
    meta: null,
    tables: null,
    definitions: null,
  },
  'texts where lists should be': { jsonLd: 'x', openGraph: 'x', meta: 'x', tables: 'x', definitions: 'x' },
  'numbers everywhere': {
    jsonLd: [1, 2],
    openGraph: { 'og:type': 3 },
    meta: { generator: 4 },
    tables: [5],
    definitions: [6],
  },
  'lists in lists': {
    jsonLd: [[[{ '@type': 'Person' }]]],
    tables: [{ headers: [[1]], rows: [[[1], { a: 1 }], 7] }],
  },
  'things of wrong types': {
    jsonLd: [
      {
        '@type': [null, 5, { '@type': 'Person' }, 'Organization'],
        name: { '@value': ['x'] },
        foundingDate: { year: 1999 },
        numberOfEmployees: [[[]]],
        address: [[{ streetAddress: 7 }]],
        funding: { amount: { value: 'much' } },
        url: 'no address',
      },
      {
        '@type': 'Person',
        name: 42,
        worksFor: [null, 3, 'x', { '@type': 'Role', worksFor: 'y' }],
        alumniOf: { alumniOf: [[]] },
      },
    ],
    definitions: [
      { term: null, description: 'x' },
      { term: 'Founded', description: { year: 2000 } },
    ],
  },
  'ten thousand things': {
    jsonLd: Array.from({ length: 10_000 }, (_, at) => ({
      '@id': `#${at}`,
      '@type': 'Organization',
      name: `Company ${at}`,
      parentOrganization: { '@id': `#${at + 1}` },
    })),
  },
  'references in a circle': {
    jsonLd: [
      { '@id': '#a', '@type': 'WebPage', mainEntity: { '@id': '#b' }, about: { '@id': '#a' } },
      { '@id': '#b', '@type': 'Organization', name: 'Round', address: { '@id': '#c' }, url: { '@id': '#a' } },
      { '@id': '#c', '@type': 'Place', address: { '@id': '#c' } },
    ],
  },
  // As JSON.parse makes it: a property of that name, not a prototype.
  'keys that mean something to the language': JSON.parse(`{
    "jsonLd": [{"@type": "constructor", "__proto__": {"polluted": true}, "name": "x", "toString": 1, "hasOwnProperty": 2}],
    "openGraph": {"__proto__": {"type": "article"}, "constructor": "x"},
    "meta": {"__proto__": "x", "toString": "y"},
    "definitions": [{"term": "constructor", "description": "1"}, {"term": "__proto__", "description": "2"}],
    "__proto__": {"tables": [{"headers": [], "rows": [["Founded", "1999"]]}]}
  }`),
  'very long texts': {
    jsonLd: [{ '@type': 'Organization', name: 'x'.repeat(1_000_000), description: '<'.repeat(200_000) }],
    meta: { description: ' '.repeat(1_000_000) },
    tables: [{ headers: ['Founded'.repeat(10_000)], rows: [['1'.repeat(100_000)]] }],
  },
  'a table without end': {
    tables: [
      {
        headers: ['a', 'b'],
        rows: Array.from({ length: 20_000 }, () => Array.from({ length: 50 }, () => 'Founded')),
      },
    ],
  },
}

test.each(Object.keys(structures))('%s', (name) => {
  const entities = readEverything(
    aPage({
      url: 'https://round.example/',
      title: 'Round',
      structured: structures[name],
      text: 'Round was founded in 2009.',
    }),
  )
  expect(entities).toHaveLength(2)
  expect(Object.prototype).not.toHaveProperty('polluted')
})

test.each([
  ['brackets', '['.repeat(60_000)],
  ['stars', '*_'.repeat(40_000)],
  ['digits', '1'.repeat(100_000)],
  ['separated digits', '1.'.repeat(50_000)],
  ['capitals', 'A '.repeat(50_000)],
  ['names without end', 'Anna Bert '.repeat(10_000)],
  ['a sentence without end', `Round was founded ${'in Bremen and '.repeat(8000)} in 2009`],
  ['employees', 'employees 12 people '.repeat(5000)],
  ['labels', 'Founded\n\n2009\n\n'.repeat(5000)],
  ['money', 'raised $12M Series A, '.repeat(4000)],
  ['spaces', ' \n\t'.repeat(40_000)],
  ['bars', '| a '.repeat(30_000)],
  ['dates', '2009-01-01 – '.repeat(8000)],
])('a text of %s', (_, text) => {
  const entities = readEverything(
    aPage({ url: 'https://round.example/', title: text.slice(0, 100_000), text }),
  )
  expect(entities).toHaveLength(2)
})
