import { expect, test } from 'vitest'
import { weekdaysIn } from './decide-opening.ts'

test.for([
  ['Tuesday – Sunday 10 am to 5 pm', [0, 2, 3, 4, 5, 6]],
  ['Mo–Fr 9–17 Uhr', [1, 2, 3, 4, 5]],
  ['Lundi, mardi, jeudi : 8 h 30 – 19 h', [1, 2, 4]],
  ['du mardi au samedi', [2, 3, 4, 5, 6]],
  ['Closed on Mondays', [1]],
  ['every day', []],
] as const)('the weekdays of “%s”', ([text, days]) => {
  expect([...weekdaysIn(text)].toSorted((one, other) => one - other)).toEqual(days)
})
