import { expect, test } from 'vitest'
import { linesOf, placesOf, plainText } from './page-text.ts'

const shown = (text: string, marked: readonly string[] = []) =>
  linesOf(text, placesOf(text, marked)).map(({ kind, stretches }) => [
    kind,
    stretches
      .map(({ start, end, isMarked }) => {
        const words = text.slice(start, end)
        return isMarked ? `<${words}>` : words
      })
      .join(''),
  ])

test('markup is not shown, and what it is about is', () => {
  const text =
    '# The *crawler*\n\n- **Heron** *really* sees [tanks](https://a.example/ "t")\n\n5 \\* 3 | `code`\n| Head | quarters |\n|---|---|\n'
  expect(shown(text)).toEqual([
    ['heading', 'The crawler'],
    ['item', 'Heron really sees tanks'],
    ['plain', '5 * 3 | code'],
    ['plain', 'Head | quarters'],
  ])
})

test('a passage is marked across markup and lines', () => {
  const text = 'We build **tank crawlers** in Bristol.\nThey are quick.'
  expect(shown(text, ['tank crawlers** in Bristol. They'])).toEqual([
    ['plain', 'We build <tank crawlers>< in Bristol.>'],
    ['plain', '<They> are quick.'],
  ])
})

test('scripts and patterns are words like all others', () => {
  const text = '<script>alert(1)</script> (a+)+$ [x](javascript:alert(1))'
  expect(plainText(text)).toContain('<script>alert(1)</script> (a+)+$ x')
  expect(placesOf(text, ['(a+)+$'])).toEqual([{ start: 26, end: 32 }])
})

test('a passage that begins within emphasis is plain as well', () => {
  expect(plainText('# Kestrel raises money **Bristol, 19 November.')).toBe(
    'Kestrel raises money Bristol, 19 November.',
  )
})
