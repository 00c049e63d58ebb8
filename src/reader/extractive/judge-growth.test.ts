import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import { entailmentOf } from '../../../tests/harness/entailment.ts'
import type { Subject } from '../reader.ts'
import { createJudge } from './judge.ts'

const now = new Date('2026-06-15')
const mill: Subject = { name: 'Oat Mill', type: 'company', url: 'https://oatmill.test/' }

async function judged(criterion: string, text: string, subject: Subject = mill) {
  const source = aDocument({ url: 'https://oatmill.test/', title: 'Oat Mill', language: 'en', text })
  // A model that finds nothing doubts whatever it is asked about.
  const judge = createJudge({ entailment: entailmentOf(() => [0.01, 0.01]) })
  const reading = { now, signal: new AbortController().signal }
  return (await judge({ criterion, subject, sources: [source] }, reading)).satisfied
}

const sales = '# Oat Mill\n\nSales at Oat Mill rose to €46.3m in 2025 from €39.8m in 2024.'
const table = `# Oat Mill in 2025

| in francs | 2025 | 2024 |
| --- | --- | --- |
| Income | 9,840,000 | 11,200,000 |
| Staff | 131 | 146 |`

test.for([
  ['Sales grew by more than 10 percent in 2025', sales, 'yes'],
  ['Sales grew by more than 20 percent in 2025', sales, 'no'],
  ['Sales grew by more than 10 percent in its last financial year', sales, 'yes'],
  ['Sales fell in 2025', sales, 'no'],
  ['Income went up in 2025', table, 'no'],
  ['Income declined in 2025', table, 'yes'],
  // Nor do two numbers of different things.
  [
    'Revenue grew in 2025',
    '# Oat Mill\n\nRevenue was €40m in 2025, with 120 staff (100 in 2024).',
    'unclear',
  ],
  // One year alone tells of no change.
  ['Sales grew in 2024', sales, 'unclear'],
  [
    'Attracted more visitors in 2025 than in 2024',
    '# Oat Mill\n\nThe mill had 48,300 visitors in 2025 (41,750 in 2024).',
    'yes',
  ],
] as const)('%s', async ([criterion, text, wanted]) => {
  expect(await judged(criterion, text)).toBe(wanted)
})

const plans = (price: string) => `# Prices

|  | Community | Starter |
| --- | --- | --- |
| Price per month | ${price} | €49 |`

test.for([
  ['€0', 'yes'],
  ['free', 'yes'],
  ['€9', 'unclear'],
] as const)('a plan for %s is a free one: %s', async ([price, wanted]) => {
  expect(await judged('Has a free plan', plans(price))).toBe(wanted)
})

const paper: Subject = { name: 'Sleep near depots', type: 'research_paper', url: 'https://oatmill.test/' }
test.for([
  ['Original article · Open access · Peer-reviewed', 'yes'],
  ['Received 14 February 2025; revised 30 June 2025; accepted 22 August 2025', 'yes'],
  ['This is a preprint that has not been peer-reviewed.', 'no'],
  ['Received 14 February 2025; accepted 22 August 2025. A preprint is kept elsewhere.', 'yes'],
  ['Working paper 14/2025', 'no'],
  ['We cite peer-reviewed journals.', 'unclear'],
] as const)('“%s”: peer-reviewed, %s', async ([line, wanted]) => {
  const text = `# Sleep near depots\n\n${line}\n\nLorries pass at night.`
  expect(await judged('Published in a peer-reviewed journal', text, paper)).toBe(wanted)
})

test.for([
  ['Older than six years', 'no'],
  ['Older than four years', 'yes'],
] as const)('an age in words: %s', async ([criterion, wanted]) => {
  expect(await judged(criterion, '# Oat Mill\n\nOat Mill was founded in May 2021.')).toBe(wanted)
})
