import { expect, test } from 'vitest'
import type { Document } from '../../../documents/index.ts'
import { namesOfCompany, namesOfPerson, narrowTo } from './narrow.ts'

const text = [
  '# Speakers',
  '### Aiko Mori',
  'Professor of acoustics. Holds a doctorate.',
  '### Jan Smit',
  'Founder of Tolbrug.',
  '## Thanks',
  'To everybody, and to Mori for the bells.',
].join('\n')
const page = { text, details: { structured: { tables: [] } } } as unknown as Document

test('what is about others is blanked, and the rest stands where it stood', () => {
  const narrowed = narrowTo(page, namesOfPerson('Aiko Mori')).text
  expect(narrowed).toHaveLength(text.length)
  expect(narrowed.split('\n').map((line) => line.trim())).toEqual([
    '',
    '### Aiko Mori',
    'Professor of acoustics. Holds a doctorate.',
    '',
    '',
    '',
    'To everybody, and to Mori for the bells.',
  ])
  const at = text.indexOf('Holds')
  expect(narrowed.slice(at, at + 5)).toBe('Holds')
})

test('is done once for a page and a name', () => {
  expect(narrowTo(page, ['Jan Smit'])).toBe(narrowTo(page, ['Jan Smit']))
})

test('companies go by a first word only when it tells them apart', () => {
  expect(namesOfCompany('Orrery Clocks GmbH')).toEqual(['Orrery Clocks', 'Orrery'])
  expect(namesOfCompany('Green Bells Ltd')).toEqual(['Green Bells'])
})

test('a heading over a name alone is about whom it names', () => {
  const about = ['# About', '#### Chief executive', '', 'Aiko Mori', '', '#### Chair', '', 'Jan Smit'].join(
    '\n',
  )
  const narrowed = narrowTo({ ...page, text: about }, namesOfPerson('Aiko Mori')).text
  expect(narrowed.split('\n').filter((line) => line.trim() !== '')).toEqual([
    '#### Chief executive',
    'Aiko Mori',
  ])
})
