import { expect, test } from 'vitest'
import { asideIn } from './aside.ts'

const text = `# Five looms compared

Who buys one keeps it.

## Frame 3

It is heavy.

## Weft Duo

It is light.

### Prices

From €900, less than Frame 3.

Oak costs more.

## Verdict

We would take either.`
const review = { text, title: 'Five looms compared', url: 'https://cloth.test/looms', host: 'cloth.test' }
const isAside = (name: string, words: string, page = review): boolean =>
  asideIn(
    page,
    { type: 'product', name },
    new RegExp(name, 'u'),
  )({
    start: page.text.indexOf(words),
    text: words,
    headings: [],
  })

test.for([
  ['It is heavy', false],
  ['It is light', true],
  ['Oak costs more', true],
  ['From €900, less than Frame 3', false],
  ['Who buys one', false],
] as const)('on a page of entries what stands in those of others is about others: %s: %s', ([words, is]) => {
  expect(isAside('Frame 3', words)).toBe(is)
})

test('a page that is called like the subject has no entries of others', () => {
  expect(isAside('Frame 3', 'It is light', { ...review, title: 'Frame 3 and its rivals' })).toBe(false)
})

test('a name within a heading makes no entry', () => {
  const page = { ...review, text: text.replace('## Frame 3', '## What Frame 3 has taught us') }
  expect(isAside('Frame 3', 'It is light', page)).toBe(false)
})

test.for([
  ['Similar products', 'product', 'https://a.test/frame-3', true],
  ['Related products', 'company', 'https://tarn.test/', false],
  ['Related products', 'company', undefined, false],
  ['Related products', 'company', 'https://tarn-looms.test/', true],
  ['Other members', 'company', 'https://tarn.test/', true],
  ['Related experience', 'person', undefined, false],
  ['More from Tarn', 'company', undefined, false],
  ['Opening hours', 'place', undefined, false],
] as const)('“%s” for a %s of %s leads elsewhere: %s', ([heading, type, url, is]) => {
  const page = { text: '', title: '', url: 'https://tarn.test/looms', host: 'tarn.test' }
  const said = { start: 0, text: 'Made of oak', headings: [heading] }
  expect(asideIn(page, { type, name: 'Tarn', url }, /Tarn/u)(said)).toBe(is)
})

test.for([
  ['The kettle K4 holds two litres.', 'Oran K7', true],
  ['The K4 and the K7 hold two litres.', 'Oran K7', false],
  ['It takes batteries of size C9, and is safe by IP67.', 'Oran KX70', false],
  ['The first Strand floats.', 'Velmora Strand 3', true],
  ['It floats like the first Strand 3 did.', 'Velmora Strand 3', false],
  ['The first Strand floats.', 'Velmora', false],
] as const)('what names another product is said of that: %s: %s', ([words, name, is]) => {
  expect(isAside(name, words, { ...review, title: name })).toBe(is)
})

test('where somebody is found elsewhere is said of them', () => {
  const own = { ...review, url: 'https://ilzekalve.test/', host: 'ilzekalve.test' }
  const subject = { type: 'person', name: 'Ilze Kalve', url: 'https://ilzekalve.test/' }
  const is = asideIn(own, subject, /Kalve/u)
  expect(is({ start: 0, text: 'She has no accounts anywhere.', headings: ['Elsewhere'] })).toBe(false)
})

test.for([
  ["About St Brigid's", false],
  ['About Halvorsen Growth', true],
] as const)('“%s” is about others than St Brigid’s Hospital: %s', ([heading, is]) => {
  const page = { text: '', title: 'Beds', url: 'https://news.test/beds', host: 'news.test' }
  const said = { start: 0, text: 'We have 168 beds.', headings: [heading] }
  expect(asideIn(page, { type: 'company', name: "St Brigid's Hospital" }, /Hospital/u)(said)).toBe(is)
})

test.for([
  [{ type: 'company', name: 'Tidewrack' }, true],
  [{ type: 'event', name: 'Tidewrack Regatta' }, false],
] as const)('under “Norwegian rival” an article on %o speaks of others: %s', ([subject, is]) => {
  const page = { text: '', title: `${subject.name} sets out`, url: 'https://news.test/a', host: 'news.test' }
  const said = { start: 0, text: 'Its machines are rated at 2 megawatts.', headings: ['Norwegian rival'] }
  expect(asideIn(page, subject, new RegExp(subject.name))(said)).toBe(is)
})
