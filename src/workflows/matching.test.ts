/* oxlint-disable no-explicit-any, no-underscore-dangle, consistent-function-scoping -- results are looked into as tests please, and scripts stand where they are used */
import { describe, expect, test } from 'vitest'
import {
  canonicalAddress,
  clusterFound,
  normalisedName,
  overlapOf,
  similarity,
  type Found,
} from './matching.ts'

const company = (id: string, name: string | null, url: string, yes = 0, description = `About ${id}.`) => ({
  id,
  properties: { type: 'company', url, description, ...(name !== null && { company: { name } }) },
  evaluations: Array.from({ length: yes }, (_, at) => ({ criterion: `c${at}`, satisfied: 'yes' })),
})
const article = (id: string, title: string, url: string) => ({
  id,
  properties: { type: 'article', url, description: '', article: { title } },
  evaluations: [],
})
const ids = (found: Found[]) => clusterFound(found).map(({ item, queries }) => [item.id, queries])

describe('check 9: addresses', () => {
  test.each([
    ['https://WWW.Acme.example/', 'acme.example'],
    ['http://acme.example:80/about#team', 'acme.example'],
    ['https://acme.example:8443', 'acme.example:8443'],
    ['https://shop.acme.example/x', 'shop.acme.example'],
  ])('of a company, %s is %s', (url, host) => {
    expect(canonicalAddress(url, 'company')).toBe(host)
  })

  test.each([
    ['https://www.news.example/a/?utm_source=x&utm_medium=y#top', 'news.example/a'],
    ['http://news.example:80/a/', 'news.example/a'],
    ['https://news.example/a?b=2&a=1&gclid=7', 'news.example/a?a=1&b=2'],
    ['https://news.example', 'news.example'],
  ])('of an article, %s is %s', (url, address) => {
    expect(canonicalAddress(url, 'article')).toBe(address)
  })

  test('two articles of a site are two; what is no address matches none', () => {
    expect(canonicalAddress('https://n.example/a', 'article')).not.toBe(
      canonicalAddress('https://n.example/b', 'article'),
    )
    expect(canonicalAddress('not an address', 'article')).toBeNull()
    expect(canonicalAddress('mailto:a@b.example', 'company')).toBeNull()
  })
})

describe('check 9: names', () => {
  test('are compared without case, accents, signs and legal forms', () => {
    expect(normalisedName('Énergie-Robotics GmbH', 'company')).toBe('energie robotics')
    expect(normalisedName('Company', 'company')).toBe('company')
    expect(normalisedName('A talk with AG', 'article')).toBe('a talk with ag')
  })

  test('likeness counts pairs of letters, by hand', () => {
    expect(similarity('same text', 'same text')).toBe(1)
    expect(similarity('abcdefghij', 'abcdefghijk')).toBeCloseTo(18 / 19)
    expect(similarity('aaaa', 'bbbb')).toBe(0)
    expect(similarity('', '')).toBe(0)
  })

  test('near names are one thing, unless they are short or of another type', () => {
    const at = (url: string) => `https://${url}.example`
    expect(
      ids([
        { query: 0, item: company('b', 'Helio Robotics Inc.', at('helio')) },
        { query: 1, item: company('a', 'Helio Robotic', at('helio-robotics')) },
      ]),
    ).toEqual([['a', [0, 1]]])
    expect(
      ids([
        { query: 0, item: company('a', 'Abc', at('one')) },
        { query: 1, item: company('b', 'Abc', at('two')) },
      ]),
    ).toHaveLength(2)
    expect(
      ids([
        { query: 0, item: company('a', 'Helio Robotics', at('one')) },
        { query: 1, item: article('b', 'Helio Robotics', at('two')) },
      ]),
    ).toHaveLength(2)
  })

  test('descriptions count only where there is no name', () => {
    const said = 'A maker of robots that inspect bridges in the north.'
    const nameless = (id: string) => company(id, null, `https://${id}.example`, 0, said)
    expect(
      clusterFound([nameless('a'), nameless('b')].map((item, query) => ({ query, item }))),
    ).toMatchObject([{ queries: [0, 1], matchedBy: 'description' }])
    const named = company('c', 'Quite Another', 'https://c.example', 0, said)
    expect(ids([nameless('a'), named].map((item, query) => ({ query, item })))).toHaveLength(2)
  })
})

describe('check 9: clusters', () => {
  const found: Found[] = [
    { query: 0, item: company('i1', 'Northwind Robotics', 'https://northwind.example', 1) },
    { query: 1, item: company('i2', 'Northwind Robotics', 'https://nw-robotics.example/home', 3) },
    { query: 2, item: company('i3', 'Nordwind', 'http://www.nw-robotics.example:80', 3) },
    { query: 0, item: company('i4', 'Lone Star Drones', 'https://lone.example', 2) },
    { query: 0, item: company('i5', 'Lone Star Drones', 'https://lone.example/en', 0) },
  ]

  test('companies that one query found under one host are as many as their names', () => {
    const page = (id: string, name: string, path: string) =>
      company(id, name, `https://directory.example/${path}`)
    const found: Found[] = [
      { query: 0, item: page('a', 'Fathomline', 'fathomline') },
      { query: 0, item: page('b', 'Ocelmont', 'ocelmont') },
      { query: 1, item: page('c', 'Fathomline Holding', 'fathomline/') },
      { query: 1, item: page('d', 'Gleisfrei Mobility', 'gleisfrei') },
    ]
    const expected = [
      ['a', [0, 1]],
      ['b', [0]],
      ['d', [1]],
    ]
    expect(ids(found)).toEqual(expected)
    expect(ids(found.toReversed())).toEqual(expected)
  })

  test('are carried on from one to the next', () => {
    // i1 is i2 by name, i2 is i3 by address: i1 and i3 share neither.
    expect(clusterFound(found)).toMatchObject([
      { item: { id: 'i2' }, queries: [0, 1, 2], matchedBy: 'name' },
      { item: { id: 'i4' }, queries: [0], matchedBy: 'url' },
    ])
    expect(overlapOf(clusterFound(found), 3)).toEqual([
      [2, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ])
  })

  test('do not depend on the order of what came', () => {
    const expected = clusterFound(found)
    for (let round = 0; round < 50; round++) {
      const shuffled = found
        .map((one) => ({ one, at: Math.random() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one)
      expect(clusterFound(shuffled)).toEqual(expected)
    }
  })
})
