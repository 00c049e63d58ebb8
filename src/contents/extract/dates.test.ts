import { expect, test } from 'vitest'
import { dateInAddress, parseDate } from './dates.ts'

test.each([
  ['2024-05-06', '2024-05-06T00:00:00.000Z'],
  ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
  ['2024-05-06T01:08:09+02:00', '2024-05-05T23:08:09.000Z'],
  ['2024-05-06 07:08', '2024-05-06T07:08:00.000Z'],
  ['20240506', '2024-05-06T00:00:00.000Z'],
  ['Published on May 6th, 2024 by Ada', '2024-05-06T00:00:00.000Z'],
  ['Mon, 6 May 2024', '2024-05-06T00:00:00.000Z'],
  ['6. März 2024', '2024-03-06T00:00:00.000Z'],
  ['6 août 2024', '2024-08-06T00:00:00.000Z'],
  ['6 de mayo de 2024', '2024-05-06T00:00:00.000Z'],
  ['06.05.2024', '2024-05-06T00:00:00.000Z'],
  ['5/6/2024', '2024-05-06T00:00:00.000Z'],
  ['25/6/2024', '2024-06-25T00:00:00.000Z'],
  ['2024年5月6日', '2024-05-06T00:00:00.000Z'],
])('%s', (text, expected) => {
  expect(parseDate(text)).toBe(expected)
})

test.each([
  '',
  null,
  'yesterday',
  '2024-02-31',
  '2024-13-01',
  'Room 12 2024',
  '1234567890',
  'build 1.2024.1.1',
])('%j is no date', (text) => {
  expect(parseDate(text)).toBeNull()
})

test('an address may carry the date', () => {
  expect(dateInAddress('https://a.example/2024/05/06/title')).toBe('2024-05-06T00:00:00.000Z')
  expect(dateInAddress('https://a.example/2024/title')).toBeNull()
})
