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

test.each([
  ['event', '/2026', '/2026/register', 'own'],
  ['event', '/2026', '/2025/register', 'none'],
  ['organisation', '/en/about', '/en/visitors', 'own'],
  ['person', '/about', '/visitors', 'none'],
  ['person', '/staff/kalve', '/staff/kalve/papers', 'own'],
  ['research_paper', '/38/4', '/38/4/211', 'none'],
])('of a %s at %s the page %s is its %s', (type, own, path, relation) => {
  const subject = { type, name: 'Hall of Nets', url: `https://www.verkko.example${own}` }
  expect(viewOf(page(`https://www.verkko.example${path}`, 'Our year'), subject).relation).toBe(relation)
})

test('a page of another site is not', () => {
  const subject = {
    type: 'place',
    name: 'Net & Barrel Museum',
    url: 'https://www.netandbarrel.example/en/visit',
  }
  expect(viewOf(page('https://www.other.example/en/year', 'Our year'), subject).relation).toBe('none')
})

test('a column is the subject’s by the end of its name', () => {
  const text = '# Data\n\n| Property | HX-40 | HX-25 |\n| --- | --- | --- |\n| Weight | 104 kg | 66 kg |'
  const source = readSource(
    aDocument({ url: 'https://kalva.example/hx', title: 'Data', language: 'en', text }),
  )
  const view = viewOf(source, { type: 'product', name: 'Kalva HX-40', url: 'https://kalva.example/hx' })
  const ownerOf = (value: string) =>
    source.pieces.filter(({ plain }) => plain.text === value).map((piece) => view.ownerAt(piece, 0))
  expect(ownerOf('104 kg')).toEqual(['subject'])
  expect(ownerOf('66 kg')).toEqual(['other'])
})
