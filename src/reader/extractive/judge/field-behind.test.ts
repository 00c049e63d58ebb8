import { expect, test } from 'vitest'
import type { Condition } from './condition.ts'
import { fieldBehind } from './field-behind.ts'
import { parseCriterion } from './parse.ts'

const now = new Date('2026-06-15')

function asked(criterion: string, type = 'company') {
  const condition = parseCriterion(criterion, { now, name: undefined })
  expect(condition.kind).toBe('condition')
  const found = fieldBehind(condition as Condition, { name: 'Ada Brandt', type })
  return found && [found.description, found.comparison.low, found.comparison.high]
}

test.for([
  ['Is majority-owned by its staff', 'Share owned by its staff', 50],
  ['Is more than 25% owned by a pension fund', 'Share owned by a pension fund', 25],
  ['Is wholly owned by a foreign group', 'Share owned by a foreign group', 100],
  ['Its founders hold the majority of the shares', 'Share of the shares that its founders own', 50],
  ['Owns a majority of her company', 'Share of her company that Ada Brandt owns', 50],
  ['Employs mostly women', 'Share of women among employees', 50],
  ['Has a majority of female employees', 'Share of female employees', 50],
  ['More than a third of its staff are women', 'Share of staff that are women', 100 / 3],
  ['Exports at least three quarters of what it makes', 'Share exported', 75],
  ['Earns most of its revenue from repairs', 'Share of revenue from repairs', 50],
  ['Sells mainly to the public sector', 'Share of sales to the public sector', 50],
  ['Participants were mostly men', 'Share of Participants that were men', 50],
  ['Recycles most of its water', 'Share of its water that it recycles', 50],
] as const)('“%s” asks for a share', ([criterion, description, low]) => {
  const [said, least] = asked(criterion) ?? []
  expect(said).toBe(description)
  expect(least).toBeCloseTo(low)
})

test.for([
  ['Is under 40', 'person', ['Age', null, 40]],
  ['Costs less than 400 euros', 'product', ['Price', null, 400]],
  ['Weighs more than 2 kg', 'product', ['Weight', 2, null]],
  ['Holds at least 10 kWh', 'product', ['Capacity', 10, null]],
  ['Is free for children under ten', 'place', ['Age up to which children enter free of charge', 10, null]],
  ['Is free for 12-year-olds', 'place', ['Age up to which children enter free of charge', 13, null]],
  [
    'Charges admission for ten-year-olds',
    'place',
    ['Age up to which children enter free of charge', null, 9],
  ],
] as const)('“%s” asks for a number that it does not name', ([criterion, type, expected]) => {
  expect(asked(criterion, type)).toEqual(expected)
})

test.for([
  ['Is under 40', 'company'],
  ['Most recent funding round was in 2024', 'company'],
  ['Is one of the most cited papers', 'paper'],
  ['Has more than 50 employees', 'company'],
  ['Makes mostly furniture', 'company'],
  ['Is free to read', 'paper'],
  ['Is majority foreign-owned', 'company'],
] as const)('“%s” asks for none', ([criterion, type]) => {
  expect(asked(criterion, type)).toBeNull()
})
