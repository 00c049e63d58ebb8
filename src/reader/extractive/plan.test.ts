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

test('what is asked of several is asked of each', () => {
  expect(questionsOf('Who runs Alpenmolk, Buttervolk and Rahmhaus?')).toEqual([
    'Who runs Alpenmolk?',
    'Who runs Buttervolk?',
    'Who runs Rahmhaus?',
  ])
  expect(
    questionsOf('Alpenmolk and Buttervolk: where is each based, and how many people does each employ?'),
  ).toEqual([
    'Where is Alpenmolk based?',
    'How many people does Alpenmolk employ?',
    'Where is Buttervolk based?',
    'How many people does Buttervolk employ?',
  ])
  // What is between two is asked of both together.
  expect(questionsOf('What was agreed between Alpenmolk and Buttervolk?')).toHaveLength(1)
})

test('one thing at two times is asked for at each', () => {
  expect(questionsOf('Compare the revenue of Alpenmolk in 2023 with that in 2024')).toEqual([
    'What was the revenue of Alpenmolk in 2023?',
    'What was the revenue of Alpenmolk in 2024?',
  ])
})

test('sides of a question are asked for in its words', () => {
  expect(questionsOf('Which was founded first, Alpenmolk or Buttervolk?')).toEqual([
    'When was Alpenmolk founded?',
    'When was Buttervolk founded?',
  ])
})

test('a later part keeps what it is about', () => {
  expect(questionsOf('Who built the new dairy of Alpenmolk, and what is it worth?')).toEqual([
    'Who built the new dairy of Alpenmolk?',
    'What is the new dairy of Alpenmolk worth?',
  ])
})

test('the things of somebody are asked for as they are', () => {
  expect(questionsOf('List the cheeses of Alpenmolk with their prices.')).toEqual([
    'What are the cheeses of Alpenmolk with their prices?',
  ])
})
