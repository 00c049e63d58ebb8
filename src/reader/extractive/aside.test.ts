import { expect, test } from 'vitest'
import { asideIn } from './aside.ts'

const text = `# Five looms compared

Who buys one keeps it.

## Frame 3

It is heavy.

## Weft Duo

It is light.

### Prices

From €900.

## Verdict

We would take either.`
const at = (words: string): number => text.indexOf(words)
const product = { type: 'product', name: 'Frame 3' }

test.for([
  ['It is heavy', false],
  ['It is light', true],
  ['From €900', true],
  ['Who buys one', false],
] as const)(
  'on a page of entries what stands in those of others is about others: %s: %s',
  ([words, isAside]) => {
    expect(asideIn({ text }, product, /Frame 3/u, false)(at(words), [])).toBe(isAside)
  },
)

test('a page that is the subject’s own has no entries of others', () => {
  expect(asideIn({ text }, product, /Frame 3/u, true)(at('It is light'), [])).toBe(false)
})

test('a name within a heading makes no entry', () => {
  expect(asideIn({ text }, { type: 'product', name: 'Weft' }, /Weft/u, false)(at('It is heavy'), [])).toBe(
    true,
  )
  expect(
    asideIn(
      { text: text.replace('## Weft Duo', '## What Weft has learnt') },
      product,
      /Weft/u,
      false,
    )(at('It is heavy'), []),
  ).toBe(false)
})

test.for([
  ['Similar products', 'product', true, true],
  ['Related products', 'company', true, false],
  ['Related products', 'company', false, true],
  ['Other members', 'company', true, true],
  ['Related experience', 'person', true, false],
  ['Opening hours', 'place', false, false],
] as const)('“%s” for a %s (own page: %s) leads elsewhere: %s', ([heading, type, isOwn, isAside]) => {
  expect(asideIn({ text: '' }, { type, name: 'Tarn' }, /Tarn/u, isOwn)(0, [heading])).toBe(isAside)
})
