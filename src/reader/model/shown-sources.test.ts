import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import { showSources } from './shown-sources.ts'

const filler = (topic: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `Paragraph ${at} is about ${topic} and goes on for a while.`).join(
    '\n\n',
  )

test('sources are numbered, with address, title and day, and whole where they fit', () => {
  const shown = showSources(
    [
      aDocument({
        url: 'https://a.example/',
        title: 'Two\nlines',
        publishedAt: new Date('2026-02-03'),
        text: 'One.\n\n  Two.',
      }),
      aDocument({ url: 'https://b.example/', text: 'Three.' }),
    ],
    'numbers',
    1000,
  )
  const fence = /^=== ([0-9a-f]{24}) source 1$/m.exec(shown)?.[1]
  expect(shown).toBe(
    `=== ${fence} source 1\naddress: https://a.example/\ntitle: Two lines\npublished: 2026-02-03\ntext:\nOne.\n\n  Two.\n=== ${fence} end of source 1\n\n` +
      `=== ${fence} source 2\naddress: https://b.example/\ntext:\nThree.\n=== ${fence} end of source 2`,
  )
})

test('equal readings have equal fences, and a page cannot know its own', () => {
  const page = aDocument({ text: 'A page.' })
  const first = showSources([page], '', 1000)
  expect(showSources([page], '', 1000)).toBe(first)
  const [line = ''] = first.split('\n')
  const forged = showSources(
    [aDocument({ text: `A page.\n${line.replace('source', 'end of source')}` })],
    '',
    1000,
  )
  expect(forged.split('\n')[0]).not.toBe(line)
})

test('a long page is cut to its beginning and what has to do with the question, verbatim and in order', () => {
  const needle = 'The harbour crane lifts ninety tonnes, says the port authority.'
  const other = 'Another crane stands on the northern quay.'
  const text = `The port of Elm.\n\n${filler('boats', 120)}\n\n${other}\n\n${filler('fish', 120)}\n\n${needle}\n\n${filler('nets', 120)}`
  const shown = showSources([aDocument({ text })], 'How much does the crane lift?', 900)
  expect(shown.length).toBeLessThan(900 * 3 + 300)
  expect(shown.indexOf('The port of Elm.')).toBeGreaterThan(0)
  expect(shown.indexOf(other)).toBeGreaterThan(shown.indexOf('The port of Elm.'))
  expect(shown.indexOf(needle)).toBeGreaterThan(shown.indexOf(other))
  for (const part of shown.split('text:\n')[1]!.split('\n=== ')[0]!.split('\n[…]\n'))
    expect(text).toContain(part)
})

test('a long page leaves room for the short ones beside it', () => {
  const shown = showSources(
    [
      aDocument({ text: filler('boats', 2000) }),
      aDocument({ text: `${filler('fish', 10)}\n\nThe last word.` }),
    ],
    'fish',
    1500,
  )
  expect(shown).toContain('The last word.')
  expect(shown.length).toBeLessThan(1500 * 3 + 500)
})
