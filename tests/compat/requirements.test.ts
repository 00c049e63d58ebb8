import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requirements } from './requirements.ts'

const cited = new Set(
  readdirSync('tests/compat')
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(`tests/compat/${file}`, 'utf8').matchAll(/\b[A-Z]{2}-\d+\b/g)])
    .map(([id]) => id),
)

test('every requirement has an id of its own and a test that cites it', () => {
  const ids = requirements.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !cited.has(id))).toEqual([])
})

test('no test cites a requirement that does not exist', () => {
  const ids = new Set(requirements.map(({ id }) => id))
  expect([...cited].filter((id) => !ids.has(id))).toEqual([])
})
