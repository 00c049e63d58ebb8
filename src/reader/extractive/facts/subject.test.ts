import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import { readSource } from './source.ts'
import { viewOf } from './subject.ts'

const page = (url: string, title: string) =>
  readSource(aDocument({ url, title, language: 'en', text: 'Open daily.' }))

test.each([
  ['place', 'own'],
  ['event', 'own'],
  ['company', 'own'],
  ['person', 'none'],
  ['product', 'none'],
])('a page of the site that is called like a %s is its %s', (type, relation) => {
  const subject = { type, name: 'Net & Barrel Museum', url: 'https://www.netandbarrel.example/en/visit' }
  expect(viewOf(page('https://www.netandbarrel.example/en/year', 'Our year'), subject).relation).toBe(
    relation,
  )
})

test('a page of another site is not', () => {
  const subject = {
    type: 'place',
    name: 'Net & Barrel Museum',
    url: 'https://www.netandbarrel.example/en/visit',
  }
  expect(viewOf(page('https://www.other.example/en/year', 'Our year'), subject).relation).toBe('none')
})
