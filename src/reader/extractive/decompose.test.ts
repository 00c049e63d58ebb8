import { expect, test } from 'vitest'
import { decompose } from './decompose.ts'

const now = new Date('2026-06-15')
const criteriaOf = (wish: string) => decompose(wish, now).criteria

test('a wish comes apart into things, conditions and columns', () => {
  expect(
    decompose('Young European makers of batteries with more than 50 employees and their CEO', now),
  ).toEqual({
    entityType: 'company',
    entityDescription: 'young European makers of batteries',
    criteria: [
      'Makes batteries',
      'Headquartered in Europe',
      'Was founded in 2016 or later',
      'Has more than 50 employees',
    ],
    enrichments: [{ description: 'Chief executive officer', format: 'text' }],
  })
})

test.each([
  ['Breweries in Belgium that export to Japan', 'company'],
  ['Professors of law at the University of Ghent', 'person'],
  ['battery company founders in Norway', 'person'],
  ['News about port strikes', 'article'],
  ['Studies on sleep in nurses', 'research_paper'],
  ['podcasts about chess', 'custom'],
  ['something blue', 'custom'],
])('%s: each is a %s', (wish, type) => {
  expect(decompose(wish, now).entityType).toBe(type)
})

test('conditions become statements that can be checked', () => {
  expect(criteriaOf('Profitable wineries in Portugal founded before 1950 that sell online')).toEqual([
    'Is a winery',
    'Is profitable',
    'Headquartered in Portugal',
    'Was founded before 1950',
    'Sells online',
  ])
  expect(criteriaOf('Engineers with a doctorate who have worked at a space agency')).toEqual([
    'Is an engineer',
    'Holds a doctorate',
    'Has worked at a space agency',
  ])
  expect(criteriaOf('Randomised trials about sleep since 2021 with an author at Leiden University')).toEqual([
    'Reports a randomised trial',
    'Is about sleep',
    'Published in 2021 or later',
    'Has an author at Leiden University',
  ])
  expect(criteriaOf('Articles about companies that won orders')).toEqual(['Won orders'])
  expect(criteriaOf('companies without outside investors, using hydrogen')).toEqual([
    'Has no outside investors',
    'Uses hydrogen',
  ])
})

test('columns are told from conditions', () => {
  const { criteria, enrichments } = decompose(
    'Find 20 firms based in Ghent that raised a Series A, including funding and number of employees',
    now,
  )
  expect(criteria).toEqual(['Headquartered in Ghent', 'Raised a Series A'])
  expect(enrichments).toEqual([
    { description: 'Total funding raised', format: 'number' },
    { description: 'Number of employees', format: 'number' },
  ])
  expect(
    decompose('Hotels in Bath. For each, tell me the phone number and number of rooms', now).enrichments,
  ).toEqual([
    { description: 'Telephone number', format: 'phone' },
    { description: 'Number of rooms', format: 'number' },
  ])
  expect(decompose('Papers that publish their code', now).enrichments).toEqual([])
})

test('wishes in German and French keep their language', () => {
  expect(
    decompose(
      'Hersteller von Wärmepumpen in Bayern mit mehr als 100 Mitarbeitern und deren Geschäftsführer',
      now,
    ),
  ).toMatchObject({
    entityType: 'company',
    criteria: ['Stellt her: Wärmepumpen', 'Hat den Hauptsitz in Bayern', 'Hat mehr als 100 Mitarbeiter'],
    enrichments: [{ description: 'Chief executive officer', format: 'text' }],
  })
  expect(criteriaOf('Entreprises françaises fondées après 2015 avec plus de 50 salariés')).toEqual([
    'A son siège en France',
    'A été fondée après 2015',
    'A plus de 50 salariés',
  ])
})

test('there is always something to check', () => {
  expect(criteriaOf('something blue')).toEqual(['Something blue'])
})
