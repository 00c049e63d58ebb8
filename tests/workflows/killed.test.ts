import { expect, test } from 'vitest'
import { openKilled, wholeCourses, type Course, type Moment } from './killed.ts'

/** One step of each workflow, where something has been created and nobody knows; the long form has every step. */
const chosen: Readonly<Record<string, string>> = {
  'lifecycle.harvest': 'enriching 3',
  'convergent.search': 'creating 2',
  'adversarial.verify': 'synthesizing 6',
  'research.deep': 'creating 1',
  'research.verifiedCollection': 'researching 4',
  'qd.winnow': 'creating 9',
}

test('killed with kill -9 in a step of every workflow, all come to the same result and create nothing twice', async () => {
  const courses = await wholeCourses()
  const killAt = await openKilled()
  const doomed = courses.flatMap((course): [Course, Moment][] => {
    const moment = course.moments.find(
      ({ step, completed }) => `${step} ${completed}` === chosen[course.type],
    )
    return moment?.creates ? [[course, moment]] : []
  })
  expect(doomed).toHaveLength(6)
  expect(await killAt(doomed, 'unanswered')).toBe(6)
}, 180_000)
