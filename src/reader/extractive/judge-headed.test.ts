import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import { stands } from '../spans.ts'
import { createJudge } from './judge.ts'

const subject = { name: 'Hush', type: 'research_paper', url: 'https://hush.example/' }

async function judged(criterion: string, text: string) {
  const source = aDocument({ url: subject.url, title: 'Hush', language: 'en', text: `# Hush\n\n${text}` })
  const { satisfied, spans } = await createJudge({})(
    { criterion, subject, sources: [source] },
    { now: new Date('2026-06-15'), signal: new AbortController().signal },
  )
  expect(spans.every((span) => stands(span, source))).toBe(true)
  return { satisfied, quotes: spans.map(({ quote }) => quote) }
}

test.for([
  ['**Comparison with clinicians.** None was made in this study.', 'no'],
  ['**Comparison with clinicians.** Three took part.', 'yes'],
  ['We made a comparison with clinicians. None was paid.', 'yes'],
] as const)('words set apart may be answered by none: %s', async ([text, expected]) => {
  const { satisfied, quotes } = await judged('Compares the model with doctors', text)
  expect(satisfied).toBe(expected)
  expect(quotes[0]).toContain(expected === 'no' ? 'None was made' : 'omparison with clinicians')
})

test.for([
  ['**Free trial.** No credit card required.', 'Offers a free trial'],
  ['**Free delivery.** No minimum order.', 'Offers free delivery'],
] as const)('what is not needed is no denial: %s', async ([text, criterion]) => {
  expect((await judged(criterion, text)).satisfied).toBe('yes')
})

test.for([
  ['## Data and code\n\nThe recordings cannot be made public.', 'unclear'],
  ['## Data and code\n\nThe code cannot be made public.', 'no'],
  ['## Code\n\nIt cannot be made public.', 'no'],
] as const)('under a heading of two things one may be refused: %s', async ([text, expected]) => {
  expect((await judged('Makes its code public', text)).satisfied).toBe(expected)
})
