import { expect, test } from 'vitest'
import { aPage } from '../../tests/harness/page.ts'
import { countryOf } from './page-country.ts'

const address = (addressCountry: unknown) => ({
  jsonLd: [{ '@type': 'Organization', name: 'X', address: { '@type': 'PostalAddress', addressCountry } }],
})

test.each([
  ['an address with a code', { structured: address('DE') }, 'DE'],
  ['an address with a name', { structured: address('Frankreich') }, 'FR'],
  ['an address with a country', { structured: address({ '@type': 'Country', name: 'England' }) }, 'GB'],
  ['the region of a position', { structured: { meta: { 'geo.region': 'AT-9' } } }, 'AT'],
  ['an address before the domain', { url: 'https://a.fr/', structured: address('Belgique') }, 'BE'],
  ['the domain', { url: 'https://www.a.de/x' }, 'DE'],
  ['the domain of the United Kingdom', { url: 'https://www.a.co.uk/x' }, 'GB'],
  ['the domain before the language', { url: 'https://a.ch/', language: 'de-DE' }, 'CH'],
  ['the language with a region', { url: 'https://a.com/', language: 'pt-BR' }, 'BR'],
  ['no domain that is sold to all', { url: 'https://a.io/', language: 'en' }, null],
  ['no language that programs write', { url: 'https://a.com/', language: 'en-US' }, null],
  ['no country that is none', { url: 'https://a.example/', structured: address('Atlantis') }, null],
  ['nothing', {}, null],
  [
    'something broken',
    { url: 'nowhere', language: '-', structured: { jsonLd: [{ address: 7 }, 'x'] } },
    null,
  ],
])('a page is from where it says: %s', (_, page, expected) => {
  expect(countryOf(aPage(page))).toBe(expected)
})
