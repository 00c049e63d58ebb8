import { expect, test } from 'vitest'
import { placeAt, placeOf } from './places.ts'

test.each([
  ['Bristol, United Kingdom', null, 'Bristol', null, 'United Kingdom'],
  ['Lyon (France)', null, 'Lyon', null, 'France'],
  ['Singapore', null, 'Singapore', null, null],
  ['Germany', null, null, null, 'Germany'],
  ['Austin, Texas, USA', null, 'Austin', null, 'USA'],
  ['Menlo Park, California', null, 'Menlo Park', null, null],
  ['Frankfurt am Main, Deutschland', null, 'Frankfurt am Main', null, 'Deutschland'],
  ['Hafenstraße 12, 28217 Bremen', 'Hafenstraße 12', 'Bremen', '28217', null],
  ['12 rue de la Soie, 69002 Lyon, France', '12 rue de la Soie', 'Lyon', '69002', 'France'],
  ['Unit 7, Redcliffe Sheds, Bristol BS1 6TS, UK', 'Unit 7, Redcliffe Sheds', 'Bristol', 'BS1 6TS', 'UK'],
  [
    '1475 Lower Water Street, Halifax, Nova Scotia, Canada',
    '1475 Lower Water Street',
    'Halifax',
    null,
    'Canada',
  ],
  [
    '1201 2nd Ave #D4, Seattle, WA, 98101, United States',
    '1201 2nd Ave #D4',
    'Seattle',
    '98101',
    'United States',
  ],
  ['500 Oak St, Austin, TX 78701', '500 Oak St', 'Austin', '78701', null],
  ['Kilimani Business Park, Nairobi, Kenya', 'Kilimani Business Park', 'Nairobi', null, 'Kenya'],
  [
    'Keizersgracht 1, 1015 AB Amsterdam, The Netherlands',
    'Keizersgracht 1',
    'Amsterdam',
    '1015 AB',
    'The Netherlands',
  ],
])('%s', (text, address, city, postalCode, country) => {
  expect(placeOf(text)).toEqual({ address, city, postalCode, country })
})

test.each(['', 'remote', 'we work everywhere', '12345', 'undisclosed location somewhere'])(
  'no place: %s',
  (text) => {
    expect(placeOf(text)).toBeNull()
  },
)

test.each([
  ['Bristol, Kestrel Robotics builds robots.', 'Bristol', null],
  ['Eindhoven, the Netherlands, in 2021', 'Eindhoven', 'Netherlands'],
  ['Austin, Texas, USA.', 'Austin', 'USA'],
  ['the Netherlands.', null, 'Netherlands'],
])('a sentence goes on: %s', (text, city, country) => {
  expect(placeAt(text)).toMatchObject({ city, country })
})
