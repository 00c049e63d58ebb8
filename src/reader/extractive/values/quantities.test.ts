import { expect, test } from 'vitest'
import { quantitiesIn } from './quantities.ts'

const read = (text: string, language = 'en') =>
  quantitiesIn(text, language).map(({ value, currency, unit, bound }) =>
    [value, currency ?? unit?.name, bound === 'exact' ? undefined : bound].filter(
      (part) => part !== undefined,
    ),
  )

test.each([
  ['some 1,240 vessels', 'en', [[1240, 'about']]],
  ['a $9.5M seed round', 'en', [[9_500_000, 'USD']]],
  ['ein Umsatz von 14,8 Mio. €', 'de', [[14_800_000, 'EUR']]],
  ['un prix de 12 400 € HT', 'fr', [[12_400, 'EUR']]],
  ['SEK 2,900 for academics', 'en', [[2900, 'SEK']]],
  [
    'more than 40 and fewer than 60',
    'en',
    [
      [40, 'atLeast'],
      [60, 'atMost'],
    ],
  ],
  ['knapp 300 Beschäftigte', 'de', [[300, 'about']]],
  [
    'a seed of $4½M, 2¼ years ago',
    'en',
    [
      [4_500_000, 'USD'],
      [2.25, 'year'],
    ],
  ],
  [
    'a 90 kW motor of 512 kg',
    'en',
    [
      [90, 'kilowatt'],
      [512, 'kilogram'],
    ],
  ],
  ['two hundred and fifty thousand copies', 'en', [[250_000]]],
  ['zweihundertzwölf Gäste', 'de', [[212]]],
  ['soixante-quinze salariés', 'fr', [[75]]],
  ['takes four and a half hours', 'en', [[4.5, 'hour']]],
  ['grew by eleven to 73', 'en', [[11], [73]]],
  [
    'R750,000 or 60 kroner, BGN 41m',
    'en',
    [
      [750_000, 'ZAR'],
      [60, 'crowns'],
      [41_000_000, 'BGN'],
    ],
  ],
  ['15 m high, 3.5m customers', 'en', [[15, 'metre'], [3_500_000]]],
])('%s', (text, language, expected) => {
  expect(read(text, language)).toEqual(expected)
})

test('ranges have two ends', () => {
  const [range] = quantitiesIn('between 40 and 60 people', 'en')
  expect(range).toMatchObject({ low: 40, high: 60 })
  expect(quantitiesIn('10–12 million euros', 'en')[0]).toMatchObject({
    low: 10e6,
    high: 12e6,
    currency: 'EUR',
  })
})

test('a tolerance belongs to its value', () => {
  const all = quantitiesIn('286 ± 17 MPa against 311 +/- 14 MPa', 'en')
  expect(all.map(({ value, unit }) => `${value} ${unit?.name}`)).toEqual(['286 megapascal', '311 megapascal'])
})

test('of a change, what holds now is told from what held before', () => {
  const [before, now] = quantitiesIn('The crew grew from 31 to 64.', 'en')
  expect(before).toMatchObject({ value: 31, isFormer: true })
  expect(now).toMatchObject({ value: 64, before: 31, isFormer: false })
  const [sold, earlier] = quantitiesIn('It sold 900 lamps, up from 400 the year before.', 'en')
  expect([sold?.isFormer, earlier?.isFormer]).toEqual([false, true])
})

test('codes, versions, times and fractions are no numbers', () => {
  expect(read('ISO 9001, v3.1.2, KX-0042, 10:30, the 3rd, two thirds, a few hundred, 12.03.2024')).toEqual([])
})

const values = (text: string) => quantitiesIn(text, 'en').map(({ value }) => value)

test('the number of a point counts nothing', () => {
  expect(values('7. Personnel. 112 persons')).toEqual([112])
  expect(values('**7. Personnel.** 112 persons')).toEqual([112])
  expect(values('7 people. Personnel is scarce.')).toEqual([7])
  expect(values('12. Offices: Leeds')).toEqual([12])
})
