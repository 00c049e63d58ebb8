import { expect, test } from 'vitest'
import { emailsIn, phonesIn, toE164, urlsIn } from './contacts.ts'

const values = (found: readonly { value: string }[]) => found.map(({ value }) => value)

test('e-mail addresses, also hidden ones', () => {
  expect(
    values(emailsIn('a.b@corp.test, post (at) corp.test; jo [at] corp [dot] test, mia at corp dot test')),
  ).toEqual(['a.b@corp.test', 'post@corp.test', 'jo@corp.test', 'mia@corp.test'])
})

test.each([
  ['+47 (0)70 11 22 33', null, '+4770112233'],
  ['0951 / 44 55 60', 'DE', '+49951445560'],
  ['02 51 55 12 34', 'FR', '+33251551234'],
  ['(415) 555-0134', null, '+14155550134'],
  ['(303) 555-0162', 'SG', '+13035550162'],
  ['1-506-555-0148', null, '+15065550148'],
  ['0049 30 555 12 20', null, '+49305551220'],
  ['(22) 555-380', 'HU', '+3622555380'],
  ['06 22 555 380', 'HU', '+3622555380'],
  ['4555 2170', 'UY', '+59845552170'],
  ['555 12 34', 'DE', null],
  ['01434 555 0118', 'GB', '+4414345550118'],
  ['0113 496 0235', 'US', null],
  ['0161 555 0148', null, null],
  ['0161 555 0148', 'NO', null],
  ['011 555 0171', 'BW', null],
  ['06 555 01 71', 'IT', '+39065550171'],
])('%s in %s', (written, country, expected) => {
  expect(toE164(written, country)).toBe(expected)
})

test('dates, hours and amounts are no telephone numbers', () => {
  expect(phonesIn('2024-05-01, 12.03.2024, 1 250 000, 2016–2021', 'DE')).toEqual([])
  expect(phonesIn('Mon–Fri 7.30–16.00; as at 01.01.2026 – 112 persons', 'DE')).toEqual([])
})

test('what is called a telephone may look like an amount', () => {
  expect(values(phonesIn('Tel. 64 555 127', 'LV'))).toEqual(['+37164555127'])
  expect(values(phonesIn('64 555 127', 'LV', 'Phone'))).toEqual(['+37164555127'])
  expect(phonesIn('Sold 64 555 127 tickets', 'LV')).toEqual([])
})

test('what follows in brackets is no part of a number', () => {
  expect(values(phonesIn('Ring 0131 496 0155 (10 to 4)', 'GB'))).toEqual(['+441314960155'])
})

test('groups of three digits may be a telephone number', () => {
  const found = phonesIn('Front desk 091 555 012, 1 250 000 visitors', 'IE')
  expect(found.map(({ value }) => value)).toEqual(['+35391555012'])
  expect(phonesIn('Call 253 555 210', 'PT').map(({ value }) => value)).toEqual(['+351253555210'])
})

test('addresses with and without their scheme', () => {
  expect(values(urlsIn('see corp.com/jobs, https://docs.test/a?b=1. Not node.js or report.pdf'))).toEqual([
    'https://corp.com/jobs',
    'https://docs.test/a?b=1',
  ])
})
