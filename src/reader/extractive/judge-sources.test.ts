import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import type { Document } from '../../documents/index.ts'
import type { Subject } from '../reader.ts'
import { createJudge } from './judge.ts'

const judged = async (criterion: string, subject: Subject, ...sources: Document[]) => {
  const task = { criterion, subject, sources }
  const verdict = await createJudge({})(task, {
    now: new Date('2026-06-15'),
    signal: new AbortController().signal,
  })
  return verdict.satisfied
}
const page = (url: string, published: string, text: string): Document =>
  aDocument({
    url,
    title: /# (.*)/.exec(text)?.[1] ?? '',
    language: 'en',
    text,
    publishedAt: new Date(published),
  })

const kelp: Subject = { name: 'Halvard Kelp', type: 'company', url: 'https://www.halvardkelp.test/about' }
const own = (text: string) =>
  page('https://www.halvardkelp.test/about', '2026-02-11', `# Halvard Kelp\n\n${text}`)
const news = (text: string) =>
  page('https://coast.test/kelp', '2026-04-22', `# Halvard Kelp grows\n\n${text}`)

test.for([
  ['We have 27 employees.', 'Halvard has hired four, which brings the workforce to 31 employees.', 'yes'],
  ['We have 27 employees.', 'Halvard has had 31 employees since 2022.', 'unclear'],
] as const)('what a newer page says has changed is believed: %s, %s', async ([older, newer, verdict]) => {
  expect(await judged('Has at least 30 employees', kelp, own(older), news(newer))).toBe(verdict)
})

test('who has also built schools since then had built something before', async () => {
  const sources = [own('Since 2015 we have also built schools.'), news('Halvard was founded in 1978.')]
  expect(await judged('Was founded after 1990', kelp, ...sources)).toBe('no')
})

test('a page of a site that is named after a company is its own', async () => {
  const contact = page(
    'https://www.halvardkelp.test/contact',
    '2026-03-30',
    '# Contact\n\n14 Tannery Lane, Graaff-Reinet 6280, Eastern Cape, South Africa',
  )
  expect(await judged('Is based in South Africa', kelp, own('We grow kelp.'), contact)).toBe('yes')
  expect(await judged('Is based in Portugal', kelp, own('We grow kelp.'), contact)).toBe('no')
})

test('a town has namesakes: another address tells in which country it lies', async () => {
  const text = '12 Halifax Street, Nelson 7010\n\n3 Lake Road, Rotorua 3010, New Zealand'
  expect(await judged('Is based in New Zealand', kelp, own(text))).toBe('yes')
  const french = '12 rue Pasteur, 69003 Lyon\n\nWe ship to Germany.'
  expect(await judged('Is based in Germany', kelp, own(french))).toBe('no')
})

test('an event is not where those who hold it are at home', async () => {
  const congress: Subject = { name: 'Compost Congress', type: 'event', url: 'https://compost.test/' }
  const site = page(
    'https://compost.test/',
    '2026-02-01',
    `# Compost Congress

14–16 October 2026 · Plovdiv, Bulgaria

Held by the Compost Network, a non-profit association based in Skopje, North Macedonia. The keynote comes from the head of the Austrian group Erdwerk.`,
  )
  expect(await judged('Takes place in Bulgaria', congress, site)).toBe('yes')
  expect(await judged('Takes place in North Macedonia', congress, site)).toBe('no')
})

test.for([
  ['Was sold for more than 30 million euros', 'It had net sales of 23.8 million euros.', 'unclear'],
  ['Has a mobile app', 'Support for version 9 has ended; the mobile app needs version 10.', 'yes'],
  ['Is part of a larger group', 'About 1,300 growers supply us; they are independent.', 'unclear'],
  [
    'Is based in France',
    'The hatchery has a new owner in Aubrac. Aubrac, with headquarters in Rodez, France, is a cooperative.',
    'unclear',
  ],
] as const)('of whom and of what it is said: %s, %s', async ([criterion, text, verdict]) => {
  expect(await judged(criterion, kelp, news(text))).toBe(verdict)
})

test('a site that begins like a name is not yet the company’s', async () => {
  const bloom: Subject = { name: 'Bloom Labs', type: 'company', url: 'https://bloomberg.test/profile/bloom' }
  const profile = page(
    'https://bloomberg.test/profile/bloom',
    '2026-02-01',
    '# Bloom Labs\n\nBloom Labs makes dyes.',
  )
  const other = page(
    'https://bloomberg.test/about',
    '2026-02-01',
    '# About us\n\n731 Mill Street, Texas, United States',
  )
  expect(await judged('Is based in the United States', bloom, profile, other)).toBe('unclear')
})

const forum: Subject = { name: 'Ports Forum 2026', type: 'event', url: 'https://forum.test/' }
const forumPage = (text: string) => page('https://forum.test/', '2026-02-01', `# Ports Forum 2026\n\n${text}`)

test.for([
  ['| Venue | Lyon, France |', 'Takes place in Germany', 'no'],
  [
    'Lyon, France · 14–17 September 2026\n\n## Contact\n\nSeeweg 3, 8001 Zürich, Switzerland',
    'Takes place in Switzerland',
    'no',
  ],
  ['The forum is held by the sea in Brighton, England.', 'Takes place in England', 'yes'],
  ['The site is located in Lyon, France.', 'Takes place in France', 'yes'],
] as const)('where an event is: %s', async ([text, criterion, verdict]) => {
  expect(await judged(criterion, forum, forumPage(text))).toBe(verdict)
})

test('a heading that names a place and a year is no seat', async () => {
  const text = '# Halvard Kelp opens a plant in Monterrey, Mexico, in 2026\n\nIt will dry kelp.'
  const press = page('https://www.halvardkelp.test/about', '2026-02-11', text)
  expect(await judged('Is based in Mexico', kelp, press)).toBe('unclear')
})

const entry = (text: string) =>
  aDocument({
    url: 'https://directory.test/kelp',
    title: 'Halvard Kelp',
    language: 'en',
    text: `# Halvard Kelp\n\n${text}`,
  })

test('of two numbers that nobody dated the one that the subject gives for today is believed', async () => {
  const today = own('Today we have 64 employees.')
  expect(
    await judged('Has at least 50 employees', kelp, today, entry('Halvard Kelp has 38 employees.')),
  ).toBe('yes')
})

test.for([
  ['2026-05-19', 'yes'],
  ['2025-09-01', 'unclear'],
] as const)(
  'a report of %s is believed rather than a page that was seen in June 2025: %s',
  async ([day, wanted]) => {
    const older = aDocument({
      url: 'https://www.halvardkelp.test/about',
      language: 'en',
      text: '# Halvard Kelp\n\nWe have 340 employees.',
      fetchedAt: new Date('2025-06-17'),
    })
    const report = page(
      'https://coast.test/kelp',
      day,
      '# Halvard Kelp is sold\n\nHalvard Kelp has 372 employees.',
    )
    expect(await judged('Has at least 350 employees', kelp, older, report)).toBe(wanted)
  },
)

test('those who have better water do not work there, nor do those of another', async () => {
  const table = '| | 2026 |\n| --- | --- |\n| People with better access to water | 268,000 |\n| Staff | 131 |'
  expect(await judged('Has more than 140 staff', kelp, own(table))).toBe('no')
  const rival =
    'Halvard Kelp has 97 employees.\n\nStrombank Tang, listed in Oslo since 2023, employs 140 people.'
  expect(await judged('Has fewer than 100 employees', kelp, news(rival))).toBe('yes')
})
