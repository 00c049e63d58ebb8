export { nextTime, requireAtMostDaily } from './cron-times.ts'
export { createTimetable, type Entries } from './timetable.ts'
