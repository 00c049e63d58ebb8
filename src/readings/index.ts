export { createReadings, type Readings } from './readings.ts'
export { quotesOf, referencesOf, type Claim, type Quote } from './claims.ts'
export { readingOf, type Run } from './reading-of.ts'
