import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import type { Subject } from '../../reader.ts'
import { choose } from './choose.ts'
import { factsFor, parseAsk, readSource } from './index.ts'

const company: Subject = { name: 'Tollhaus Pumps', type: 'company', url: 'https://tollhaus.test/en/news/1' }
const source = readSource(
  aDocument({
    url: 'https://www.tollhaus.test/en/contact',
    title: 'Service',
    language: 'en',
    text: `# Service

Spare parts can be ordered at [our depot](https://parts.tollhaus.test/). For samples use the form at https://www.tollhaus.test/muster (three free of charge).

All raw data: https://data.opentests.test/records/771.`,
  }),
)

test.each([
  ['Online shop for spare parts', 'https://parts.tollhaus.test/'],
  ['Form for ordering samples', 'https://www.tollhaus.test/muster'],
  ['Repository with the raw data', 'https://data.opentests.test/records/771'],
  ['Page with open positions', null],
  ['Form for complaints', null],
])('%s', (description, wanted) => {
  const ask = parseAsk(description, company, 'url', undefined)
  expect(choose(ask, factsFor(ask, source, company), 0.55)?.candidate.value ?? null).toBe(wanted)
})
