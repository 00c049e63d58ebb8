import { expect, test } from 'vitest'
import { isSpokenOf, otherNames } from './spoken-of.ts'

test.each([
  ['company', 'Sibande Roos Signalling', 'Sibande Roos wins a contract', '', true],
  ['company', 'Tuulemaa Köietehas', 'TUULEMAA KÖIETEHAS OÜ – extract', '', true],
  [
    'company',
    'Zvonarna Petelin',
    'Bell foundry passes to its staff',
    'The owner of Zvonarna Petelin has sold.',
    true,
  ],
  ['company', 'Zvonarna Petelin', 'Bell foundry passes to its staff', 'Petelin means cock.', false],
  ['event', 'XI Dry Stone Congress 2026', 'Wallers lose their hall', 'The Dry Stone Congress goes on.', true],
  ['event', 'NordFerm 2026', 'Grants', 'The agency supports NordFerm again.', true],
  ['product', 'NordFerm 2026', 'Grants', 'The agency supports NordFerm again.', false],
  ['person', 'Ilze Kalve', 'A bog is a library', 'Dr. Ilze Kalve has walked on bogs since 1998.', true],
  ['organisation', 'Cooperativa Luz do Sado', 'Sun for sale', 'The co-op Luz do Sado counts 1,120.', true],
  ['organisation', 'Cooperativa Luz do Sado', 'Sun for sale', 'The Cooperativa Verde counts 40.', false],
  ['paper', 'Home checks after birth (MAMA-BP)', 'TZTR-2022-0461', 'Public title: MAMA-BP', true],
  ['course', 'MSc Soil Science, University of Brannoch', 'MSc Soil Science', 'Apply by May.', true],
  ['course', 'MSc Soil Science, University of Brannoch', 'MSc Rock Science', 'Apply by May.', false],
  ['company', 'Auralon (Germany)', 'Fair', 'Visitors came from Germany.', false],
  ['company', 'Auralon (USA)', 'Fair', 'Visitors came from the USA.', false],
  ['person', 'John Price', 'Metals', 'The price of copper rose.', false],
  ['company', 'South African Airways', 'South African Breweries grows', '', false],
  ['company', 'Notion', 'Pumps', 'The notion that pumps fail is old.', false],
  ['person', 'Ilze Kalve', 'A bog is a library', 'Ilze Ozola has walked on bogs.', false],
  [
    'paper',
    'Text reminders sent by midwives for iron supplementation in pregnancy',
    'Text reminders by midwives for iron supplementation: a trial',
    '',
    true,
  ],
  [
    'paper',
    'Text reminders sent by midwives for iron supplementation in pregnancy',
    'Iron in Nepal',
    '',
    false,
  ],
] as const)('%s %s: %s', (type, name, title, text, wanted) => {
  expect(isSpokenOf(title, { text, host: 'news.example' }, { type, name })).toBe(wanted)
})

test('who is named far down is not whom the page is about', () => {
  const far = `${'Others were there. '.repeat(60)}Ilze Kalve, too.`
  expect(
    isSpokenOf('Guests', { text: far, host: 'news.example' }, { type: 'person', name: 'Ilze Kalve' }),
  ).toBe(false)
})

test.each([
  ['help.auralon.example', 'The H4 will not charge', true],
  ['help.auralon.example', 'The H5 will not charge', false],
  ['news.example', 'The H4 will not charge', false],
])('on %s, “%s” is said of the Auralon H4: %s', (host, text, wanted) => {
  const subject = { type: 'product', name: 'Auralon H4 headphones', url: 'https://www.auralon.example/h4' }
  expect(isSpokenOf('Help', { text, host }, subject)).toBe(wanted)
  // The site of its maker is known without an address, too.
  expect(isSpokenOf('Help', { text, host }, { ...subject, url: undefined })).toBe(wanted)
})

test.each([
  ['help.velmora.example', 'The Strand 3 will not charge', true],
  ['help.velmora.example', 'The Strand 2 will not charge', false],
  ['news.example', 'The Strand 3 will not charge', false],
])('on %s, “%s” is said of the Velmora Strand 3: %s', (host, text, wanted) => {
  const subject = { type: 'product', name: 'Velmora Strand 3', url: 'https://www.velmora.example/strand-3' }
  expect(isSpokenOf('Help', { text, host }, subject)).toBe(wanted)
})

test('who is called nothing else has no other names', () => {
  expect(otherNames('Tidewise', 'company')).toEqual([])
})
