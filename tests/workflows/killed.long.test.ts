import { expect, test } from 'vitest'
import { openKilled, wholeCourses, type Course, type Moment, type When } from './killed.ts'

/** So few at once that those who wait for the database leave the others a connection. */
const mostAtOnce = 3

test.each<When>(['told', 'unanswered'])(
  'killed at every step of every workflow, when it is %s',
  async (when) => {
    const courses = await wholeCourses()
    const killAt = await openKilled()
    const longest = Math.max(...courses.map(({ moments }) => moments.length))
    let wanted = 0
    let killed = 0
    // In each round every workflow is a step further than in the last one.
    for (let at = 0; at < longest; at++) {
      const doomed = courses.flatMap((course): [Course, Moment][] => {
        const moment = course.moments[at]
        return moment && (when === 'told' || moment.asks) ? [[course, moment]] : []
      })
      wanted += doomed.length
      while (doomed.length > 0) killed += await killAt(doomed.splice(0, mostAtOnce), when)
    }
    expect(wanted).toBeGreaterThan(when === 'told' ? 40 : 20)
    expect(wanted - killed).toBeLessThanOrEqual(2)
  },
)
