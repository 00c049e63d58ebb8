export { nextTime, requireAtMostDaily, type CronTimes } from './cron-times.ts'
export { createTimetable, type Entries } from './timetable.ts'
