import { expect, test } from 'vitest'
import { isWithin, placeNamed, placesIn } from './places.ts'

const named = (name: string) => {
  const place = placeNamed(name)
  if (!place) throw new Error(`no place ${name}`)
  return place
}

test.each([
  ['Lyon', 'France', true],
  ['Lyon', 'the EU', true],
  ['Glasgow', 'Scotland', true],
  ['Glasgow', 'the EU', false],
  ['Glasgow', 'Europe', true],
  ['Austin', 'Texas', true],
  ['Österreich', 'DACH', true],
  ['Accra', 'Sub-Saharan Africa', true],
  ['Hanoi', 'Southeast Asia', true],
  ['Lima', 'Latin America', true],
  ['Oslo', 'Nordics', true],
  ['Oslo', 'Scandinavia', true],
  ['Helsinki', 'Scandinavia', false],
  ['Duluth', 'American Midwest', true],
  ['Portland', 'New England', false],
  ['Rostock', 'Ostdeutschland', true],
  ['Lille', 'Hauts-de-France', true],
  ['Strasbourg', 'Grand Est', true],
])('%s lies in %s: %s', (place, area, expected) => {
  expect(isWithin(named(place), named(area))).toBe(expected)
})

test('names in several languages are one place', () => {
  expect(placeNamed('München')).toBe(placeNamed('Munich'))
  expect(placeNamed('Allemagne')).toBe(placeNamed('Deutschland'))
})

test('what follows tells places of one name apart, and adjectives name no city', () => {
  const found = placesIn('A Ghanaian firm with offices in Portland, Maine, and Newcastle upon Tyne.')
  expect(found.map(({ place, isAdjective }) => [place.name, place.division, isAdjective])).toEqual([
    ['Ghana', null, true],
    ['Portland', 'Maine', false],
    ['Maine', 'Maine', false],
    ['Newcastle upon Tyne', 'England', false],
  ])
})

test('a place lies where the text says, though another of its name is better known', () => {
  const [city] = placesIn('The council of Harlow, British Columbia, met on Monday.')
  expect(city?.place).toMatchObject({ name: 'Harlow', country: 'CA', division: 'British Columbia' })
})
