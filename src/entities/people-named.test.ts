import { expect, test } from 'vitest'
import { aPage } from '../../tests/harness/page.ts'
import { peopleNamed } from './people-named.ts'

const named = (text: string, url = 'https://www.orrery.example/news/1') => peopleNamed(aPage({ url, text }))

test('teams are lists of names with what people do', () => {
  const text = [
    '# Our people',
    '## Ottilie Brandt, head of operations',
    'Ottilie keeps the lathes turning.',
    '### Kofi Mensah',
    'Chief engineer. Builds clocks at home as well.',
    '- **Dr. Lin Zhao** – co-founder and managing director',
    '## Our values',
  ].join('\n\n')
  const page = aPage({ url: 'https://www.orrery.example/team', text, details: { siteName: 'Orrery' } })
  expect(peopleNamed(page)).toEqual([
    { name: 'Ottilie Brandt', position: 'head of operations', affiliation: 'Orrery' },
    { name: 'Kofi Mensah', position: 'Chief engineer', affiliation: 'Orrery' },
    { name: 'Lin Zhao', position: 'co-founder and managing director', affiliation: 'Orrery' },
  ])
})

test('speakers belong to where they are said to work', () => {
  const text =
    '### Aiko Mori\n\nProfessor of acoustics at the Institute of Bells.\n\n### Jan Kees Smit\n\nFounder of Tolbrug in Delft.'
  expect(named(text, 'https://belldays.example/speakers')).toEqual([
    { name: 'Aiko Mori', position: 'Professor of acoustics', affiliation: 'Institute of Bells' },
    { name: 'Jan Kees Smit', position: 'Founder', affiliation: 'Tolbrug' },
  ])
})

test('in sentences a position stands next to the name', () => {
  const text =
    'The order went to Orrery. “We are late,” said Femke Aalders, chief executive of Orrery, on Monday. ' +
    'Its founder Paulo Reis left in May. The firm was founded in 2011 by Paulo Reis and Ines Duarte.'
  expect(named(text).map(({ name }) => name)).toEqual(['Femke Aalders', 'Paulo Reis', 'Ines Duarte'])
  expect(named(text)[0]).toEqual({
    name: 'Femke Aalders',
    position: 'chief executive',
    affiliation: 'Orrery',
  })
})

test('a name alone is nobody: streets, seas and firms look like one', () => {
  const text =
    'Boats from the North Sea moor at Albert Quay. Grand Hotel is full. Research Fellow in Maritime Studies wanted.'
  expect(named(text)).toEqual([])
})

test('labels and definition lists name people, too', () => {
  const structured = {
    definitions: [{ term: 'Dr. Ute Hollmann', description: 'Geschäftsführerin, zuständig für Technik' }],
  }
  const page = aPage({
    url: 'https://www.orrery.example/unternehmen',
    text: 'Founders: Ute Hollmann, Bo Lund.',
    structured,
  })
  expect(peopleNamed(page).map(({ name, position }) => [name, position])).toEqual([
    ['Ute Hollmann', 'Geschäftsführerin'],
    ['Bo Lund', null],
  ])
})

test('an office is a label, or a heading over a name', () => {
  const text = [
    '# About Orrery',
    '#### Chief executive',
    'Femke Aalders',
    '#### Office',
    'Albert Quay',
    'Vorstand: Dr. Ute Hollmann (Vorsitz), Bo Lund.',
    'Partner: Northgate Ventures',
  ].join('\n\n')
  const page = aPage({ url: 'https://www.orrery.example/about', text, details: { siteName: 'Orrery' } })
  expect(peopleNamed(page)).toEqual([
    { name: 'Femke Aalders', position: 'Chief executive', affiliation: 'Orrery' },
    { name: 'Ute Hollmann', position: 'Vorstand', affiliation: 'Orrery' },
    { name: 'Bo Lund', position: 'Vorstand', affiliation: 'Orrery' },
  ])
})

test('offices belong to the company that a page presents, and to nobody on other pages', () => {
  const text = '# Orrery\n\n- Femke Aalders, chief executive\n\nChief financial officer: Bo Lund.'
  const at = (url: string) =>
    Object.fromEntries(
      peopleNamed(aPage({ url, title: 'Orrery', text })).map(({ name, affiliation }) => [name, affiliation]),
    )
  expect(at('https://www.orrery.example/company')).toEqual({ 'Femke Aalders': 'Orrery', 'Bo Lund': 'Orrery' })
  expect(at('https://index.example/company/orrery')).toEqual({ 'Femke Aalders': null, 'Bo Lund': 'Orrery' })
  // Who is quoted on a front page may be a customer.
  expect(at('https://www.orrery.example/')).toEqual({ 'Femke Aalders': null, 'Bo Lund': 'Orrery' })
  expect(at('https://www.orrery.example/news/order')).toEqual({ 'Femke Aalders': null, 'Bo Lund': null })
})
