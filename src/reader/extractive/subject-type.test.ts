import { expect, test } from 'vitest'
import { ofKnownType } from './subject-type.ts'

const reading = { now: new Date('2026-06-15'), signal: new AbortController().signal }
const typeRead = ofKnownType(async ({ subject }) => subject.type)

test.each([
  ['Research paper', 'research_paper'],
  ['preprint', 'research_paper'],
  ['News article', 'article'],
  ['start-up', 'company'],
  ['research_paper', 'research_paper'],
  ['lighthouse', 'lighthouse'],
])('a “%s” is read as a %s', async (type, known) => {
  expect(await typeRead({ subject: { type, name: 'Any' } }, reading)).toBe(known)
})

test('who says no type is asked for none', async () => {
  expect(await typeRead({ subject: { name: 'Any' } }, reading)).toBeUndefined()
})
