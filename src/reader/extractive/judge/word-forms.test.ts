import { expect, test } from 'vitest'
import { shareForm } from './word-forms.ts'

test.each([
  ['acquires', 'acquired'],
  ['planning', 'plan'],
  ['used', 'using'],
  ['companies', 'company'],
  ['organized', 'organises'],
  ['sold', 'sells'],
  ['boxes', 'box'],
])('%s and %s are forms of one word', (one, other) => expect(shareForm(one, other)).toBe(true))

test.each([
  ['care', 'car'],
  ['eleven', 'eleve'],
  ['states', 'stat'],
  ['business', 'busines'],
])('%s and %s are not', (one, other) => expect(shareForm(one, other)).toBe(false))
