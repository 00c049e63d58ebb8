import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import { choose } from './choose.ts'
import { factsFor, parseAsk, readSource } from './index.ts'

test('the day of the month that was chosen is the better date, and none where there are two', () => {
  const ask = parseAsk('Launch date', {}, 'date', undefined)
  const [fact] = factsFor(ask, readSource(aDocument({ text: 'Launched in March 2026.' })), {})
  const chosen = (...days: readonly string[]) => {
    const facts = [{ ...fact!, match: 0.8 }, ...days.map((value) => ({ ...fact!, value, match: 0.45 }))]
    return choose(ask, facts, 0.55)?.candidate.value
  }
  expect(chosen()).toBe('2026-03')
  expect(chosen('2026-03-12', '2026-04-01')).toBe('2026-03-12')
  expect(chosen('2026-03-12', '2026-03-13')).toBe('2026-03')
})
