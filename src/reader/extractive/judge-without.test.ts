import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import { stands } from '../spans.ts'
import { createJudge } from './judge.ts'

const judge = createJudge({})

async function judged(criterion: string, text: string, url = 'https://tessaro.example/') {
  const source = aDocument({ url, title: 'Tessaro', language: 'en', text: `# Tessaro\n\n${text}` })
  const subject = { name: 'Tessaro', type: 'product', url: 'https://tessaro.example/' }
  const { satisfied, spans } = await judge(
    { criterion, subject, sources: [source] },
    { now: new Date('2026-06-15'), signal: new AbortController().signal },
  )
  expect(spans.every((span) => stands(span, source))).toBe(true)
  return satisfied
}

test.for([
  ['Works without a subscription', 'Tessaro costs €129. There is no subscription.', 'yes'],
  ['Works without a subscription', 'Tessaro works on any wall. A subscription is required.', 'no'],
  ['Works without a subscription', 'Tessaro works on any wall. It needs a subscription.', 'no'],
  ['Works without a subscription', 'Tessaro works on any wall. A subscription may be had.', 'unclear'],
  ['Works without a subscription', 'There is no subscription fee in May.', 'unclear'],
  ['Accepts manuscripts without a literary agent', 'Send us your manuscripts. No agent needed.', 'yes'],
  ['Stores heat without using molten salt', 'Tessaro stores heat in basalt: no lithium, no salt.', 'yes'],
  ['Works without an account or a cable', 'Tessaro works at once. No account, no cable.', 'yes'],
  ['Works without an account or a cable', 'Tessaro works at once. No account is needed.', 'unclear'],
  ['Can be ordered without leaving home', 'Tessaro has no home.', 'unclear'],
] as const)('“%s”, and the page says “%s”: %s', async ([criterion, text, verdict]) => {
  expect(await judged(criterion, text)).toBe(verdict)
})

test('what another needs says nothing', async () => {
  const text = 'We bought a Tessaro in May. The Inkwell costs 89 euros, but needs a subscription.'
  expect(await judged('Works without a subscription', text, 'https://blog.example/')).toBe('unclear')
})

test('a refusal under a heading is of what it names', async () => {
  const text = '## Manuscripts\n\nPaper copies are no longer accepted.'
  expect(await judged('Accepts manuscripts', text)).toBe('unclear')
})

test('unless it shares more with what is asked than the verb', async () => {
  const text = '## Jobs are cut\n\nThe London office loses fifteen and the Toronto office none.'
  expect(await judged('Is cutting jobs in Toronto', text)).toBe('no')
})
