import { expect, test } from 'vitest'
import { chooseFormat } from './choose-format.ts'

test.each([
  ['Contact e-mail of the press office', 'email'],
  ['Phone number of the sales team', 'phone'],
  ['LinkedIn profile', 'url'],
  ['When was the last funding round', 'date'],
  ['How many people work there', 'number'],
  ['Year of foundation', 'number'],
  ['What the company does, in one sentence', 'text'],
])('%s is %s', (description, format) => {
  expect(chooseFormat(description)).toBe(format)
})
