import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import type { Subject } from '../../reader.ts'
import { listedOptions, optionFacts, parseAsk, readSource } from './index.ts'

const company: Subject = { name: 'Tidemarsh', type: 'company', url: 'https://tidemarsh.test/' }
const source = readSource(
  aDocument({
    url: 'https://tidemarsh.test/pricing',
    title: 'Tidemarsh',
    text: `# Tidemarsh

## Which languages have an SDK?

Go, Java and Ruby. PHP is in beta. We have no Rust SDK of our own.

Every machine we have sold since 2014 runs on ammonia, butane or plain water.`,
  }),
)

test.each([
  [
    'Programming languages with an official SDK',
    ['Go', 'Java', 'PHP', 'Ruby', 'Rust'],
    ['Go', 'Java', 'Ruby'],
  ],
  ['Refrigerants used', ['Ammonia', 'Butane', 'Propane', 'Water'], ['Ammonia', 'Butane', 'Water']],
  // Who asks for one is not given three.
  ['Refrigerant of the machines', ['Ammonia', 'Butane', 'Propane', 'Water'], null],
  ['Programming languages with an official SDK', ['PHP', 'Rust'], null],
] as const)('%s among %s: %s', (description, options, wanted) => {
  const ask = parseAsk(description, company, 'options', [...options])
  const listed = listedOptions(ask, optionFacts(ask, [source], company))
  expect(listed && listed.map(({ value }) => value).toSorted()).toEqual(wanted)
})
