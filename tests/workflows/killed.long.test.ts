import { expect, test } from 'vitest'
import { openKilled, wholeCourses, type Course, type Moment, type When } from './killed.ts'

test.each<When>(['told', 'unanswered'])(
  'killed with kill -9 at every step of every workflow, as it is %s',
  async (when) => {
    const courses = await wholeCourses()
    const killAt = await openKilled()
    const longest = Math.max(...courses.map(({ moments }) => moments.length))
    let killed = 0
    // In each round every workflow is a step further than in the last one.
    for (let at = 0; at < longest; at++) {
      const doomed = courses.flatMap((course): [Course, Moment][] => {
        const moment = course.moments[at]
        return moment && (when === 'told' || moment.asks) ? [[course, moment]] : []
      })
      if (doomed.length > 0) await killAt(doomed, when)
      killed += doomed.length
    }
    expect(killed).toBeGreaterThan(when === 'told' ? 40 : 25)
  },
)
