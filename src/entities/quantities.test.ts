import { expect, test } from 'vitest'
import { countOf, moneyIn } from './quantities.ts'

const amounts = (text: string, language = 'en') =>
  moneyIn(text, language).map(({ amount, currency }) => [amount, currency])

test.each([
  ['$12M', 'en', 12e6, 'USD'],
  ['US$ 12 million', 'en', 12e6, 'USD'],
  ['£2.5m in seed funding', 'en', 2.5e6, 'GBP'],
  ['$1.2 billion', 'en', 1.2e9, 'USD'],
  ['$1,234,567', 'en', 1_234_567, 'USD'],
  ['$1.250 million', 'en', 1.25e6, 'USD'],
  ['120 million US dollars', 'en', 120e6, 'USD'],
  ['EUR 850k', 'en', 850e3, 'EUR'],
  ['€3,4 Mio.', 'de', 3.4e6, 'EUR'],
  ['3,4 Millionen Euro', 'de', 3.4e6, 'EUR'],
  ['1.250 Millionen Euro', 'de', 1.25e9, 'EUR'],
  ['1,2 Mrd. Euro', 'de', 1.2e9, 'EUR'],
  ['250.000 €', 'de', 250e3, 'EUR'],
  ['CHF 1’200’000', 'de', 1.2e6, 'CHF'],
  ['34 M€', 'fr', 34e6, 'EUR'],
  ["12,5 millions d'euros", 'fr', 12.5e6, 'EUR'],
  ['1 250 000 euros', 'fr', 1.25e6, 'EUR'],
  ["2 milliards d'euros", 'fr', 2e9, 'EUR'],
])('%s (%s)', (text, language, amount, currency) => {
  expect(amounts(text, language)).toEqual([[amount, currency]])
})

test.each([
  '$10–12 million',
  '€10 to €12 million',
  '12 million people',
  '12 mm steel',
  'Version 1.2.3.4 €',
  'no figure at all',
])('no amount: %s', (text) => {
  expect(amounts(text)).toEqual([])
})

test.each([
  ['140', 'en', 140],
  ['1,200', 'en', 1200],
  ['1.200', 'de', 1200],
  ['1 200', 'fr', 1200],
  ['12k', 'en', 12_000],
  ['zwölf', 'de', 12],
  ['1.5', 'en', null],
  ['12,34,56', 'en', null],
  ['sixty-four', 'en', 64],
  ['vierundsechzig', 'de', 64],
  ['soixante-dix-huit', 'fr', 78],
  ['several', 'en', null],
])('counts %s (%s)', (text, language, count) => {
  expect(countOf(text, language)).toBe(count)
})
