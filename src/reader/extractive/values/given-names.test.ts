import { expect, test } from 'vitest'
import { sexOf } from './given-names.ts'

test.each([
  ['Friederike Albers', 'woman'],
  ['Jean-Luc Morel', 'man'],
  ['Robin Clarke', null],
  ['Wei Ling', null],
])('%s: %s', (name, expected) => {
  expect(sexOf(name)).toBe(expected)
})
