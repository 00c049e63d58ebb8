import { expect, test } from 'vitest'
import { plan } from './plan.ts'

const questionsOf = (goal: string) => plan(goal, new Date('2026-06-15')).tasks.map(({ question }) => question)

test('a comparison asks every aspect of every side', () => {
  expect(questionsOf('Compare Alpenmolk and Buttervolk by revenue and headcount')).toEqual([
    'What is the revenue of Alpenmolk?',
    'What is the headcount of Alpenmolk?',
    'What is the revenue of Buttervolk?',
    'What is the headcount of Buttervolk?',
  ])
})

test('a question with two parts becomes two, each with its subject', () => {
  expect(questionsOf('When was Alpenmolk founded, and who runs it?')).toEqual([
    'When was Alpenmolk founded?',
    'Who runs it (Alpenmolk)?',
  ])
})

test('a list is found first, then what is asked of each', () => {
  const { tasks } = plan('List dairies in Slovenia and their CEO', new Date('2026-06-15'))
  expect(tasks).toHaveLength(2)
  expect(tasks[1]?.question).toContain('chief executive officer')
})

test('later sentences search on the topic of the first', () => {
  const { tasks } = plan('What are sodium-ion cells? What do they cost?', new Date('2026-06-15'))
  expect(tasks[1]?.searches.every((search) => search.includes('sodium'))).toBe(true)
})

test('what happened is searched with its time', () => {
  expect(plan('What happened to Alpenmolk in 2025?', new Date('2026-06-15')).tasks[0]?.searches[0]).toBe(
    'Alpenmolk 2025',
  )
})

test('every task has something to search for, and there are not too many', () => {
  const goal = Array.from({ length: 30 }, (_, at) => `What is item ${at} of the list?`).join(' ')
  const { tasks } = plan(goal, new Date('2026-06-15'))
  expect(tasks.length).toBeLessThanOrEqual(8)
  expect(tasks.every(({ searches }) => searches.length > 0)).toBe(true)
})
