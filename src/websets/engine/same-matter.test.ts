import { describe, expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import { onSameMatter } from './same-matter.ts'

const report = aDocument({
  url: 'https://wire.example/2025/06/17/corvane-buys-fathomline',
  title: 'Corvane Energy acquires sensor maker Fathomline for NOK 900 million',
  text: 'Corvane Energy has agreed to acquire Fathomline, both companies said. It needs the energy.',
})
const other = (title: string, text: string, links: string[] = []) =>
  aDocument({
    url: 'https://other.example/page',
    title,
    text,
    details: { ...report.details, links: links.map((url) => ({ url, text: 'x' })) },
  })

describe('what a page says of the matter of a report', () => {
  test('is the paragraphs that name those whom it is about', () => {
    const text =
      'Corvane is said to buy Tidewright. Tidewright has denied this.\n\nLast June Corvane bought Fathomline.'
    const found = onSameMatter(report, other('Corvane Energy to buy Tidewright', text))
    expect(found?.text).toHaveLength(text.length)
    expect(found?.text.trim()).toBe('Last June Corvane bought Fathomline.')
    expect(found?.text.indexOf('Last')).toBe(text.indexOf('Last'))
  })

  test('is the whole of one whose headline takes it up', () => {
    const page = other('Fathomline: Corvane Energy acquires nothing', 'It was a hoax.')
    expect(onSameMatter(report, page)).toBe(page)
  })

  test('is a paragraph that refers to it', () => {
    const text = `We [reported](${report.url}) a sale in June, and that was wrong.`
    expect(onSameMatter(report, other('Corrections', text, [report.url]))?.text).toBe(text)
  })

  test.each([
    ['another matter of one of them', 'Correction: Tidewright', 'Corvane Energy has not bought Tidewright.'],
    ['a link in a list', 'Front', `- [Corvane Energy acquires Fathomline](${report.url}) 17 June 2025`],
    ['neither of them', 'Weather', 'It rains in Bergen.'],
  ])('is nothing in %s', (_, title, text) => {
    expect(onSameMatter(report, other(title, text, [report.url]))).toBeNull()
  })

  test('a front page does not take it up, whatever it is called', () => {
    const front = aDocument({ ...other(report.title ?? '', 'News.'), url: 'https://wire.example/' })
    expect(onSameMatter(report, front)).toBeNull()
  })
})
