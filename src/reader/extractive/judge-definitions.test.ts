import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import type { Document } from '../../documents/index.ts'
import type { Subject } from '../reader.ts'
import { stands } from '../spans.ts'
import { createJudge } from './judge.ts'
import { withRecords } from './record/with-records.ts'

const judge = withRecords(createJudge({}))

const judged = async (criterion: string, subject: Subject, ...sources: Document[]) => {
  const { satisfied, spans } = await judge(
    { criterion, subject, sources },
    { now: new Date('2026-06-15'), signal: new AbortController().signal },
  )
  expect(spans.every((span) => sources.some((source) => stands(span, source)))).toBe(true)
  if (satisfied !== 'unclear') expect(spans).not.toEqual([])
  return satisfied
}

const harbourline = aDocument({
  url: 'https://harbourline.example/',
  title: 'Harbourline',
  language: 'en',
  text: `# Harbourline

Harbourline builds routing software for parcel couriers and grocery chains. We moved from Leeds to York in 2024.

Last spring we closed a £9 million Series A round led by Millrace Capital. The company, which is majority owned by its founders, will open a depot in Hull.

We don't sell personal data, and every van of ours is electric. Our people sit in two countries.

| | Basic | Crew | Fleet |
|---|---|---|---|
| Price per user and month | £0 | £12 | £30 |
| Live tracking | – | ✓ | ✓ |
| Audit trail | – | – | ✓ |

Orders and invoices: desk@harbourline.example`,
})
const company: Subject = { name: 'Harbourline', type: 'company', url: harbourline.url }

test.each([
  ['Works in logistics', 'yes'],
  ['Is a logistics company', 'unclear'],
  ['Works in healthcare', 'unclear'],
  ['Sells to couriers', 'yes'],
  ['Sells to hospitals', 'unclear'],
  ['Backed by Millrace Capital', 'yes'],
  ['Is owned by its founders', 'yes'],
  ['Is owned by a bank', 'unclear'],
  ['Operates in at least five countries', 'unclear'],
  ['Crew plan costs less than £20 per user', 'yes'],
  ['Fleet plan costs less than £20 per user', 'no'],
  ['Live tracking included in the Crew plan', 'yes'],
  ['Audit trail included in the Crew plan', 'no'],
])('a company that tells what it is: %s: %s', async (criterion, verdict) => {
  expect(await judged(criterion, company, harbourline)).toBe(verdict)
})

const profile = aDocument({
  url: 'https://people.example/mara-lindqvist',
  title: 'Mara Lindqvist',
  language: 'en',
  text: `# Mara Lindqvist

Mara Lindqvist is a glaciologist. She leads the Ice Cores Lab.

## Awards

- 2024 Nansen Medal
- 2015 Thesis Prize of the Alpine Society

## Education

- MSc in Physics, University of Oslo, 2010`,
})
const person: Subject = { name: 'Mara Lindqvist', type: 'person', url: profile.url }

test.each([
  ['Won an award in 2024 or later', 'yes'],
  ['Has won an award', 'yes'],
  ['Leads a research group', 'yes'],
  ['Studied in Norway', 'yes'],
])('what a heading stands for: %s: %s', async (criterion, verdict) => {
  expect(await judged(criterion, person, profile)).toBe(verdict)
})

const story = (text: string) =>
  aDocument({ url: 'https://gazette.example/mill', title: 'Mill sold', language: 'en', text })
const article = (text: string): [Subject, Document] => [
  { name: 'Mill sold', type: 'article', url: 'https://gazette.example/mill' },
  story(text),
]
const sold = `# Paper mill is sold to its workers

The owners of the Tarn paper mill have agreed to sell it to a co-operative of its 90 workers, both sides announced on Monday. The price is £4 million, paid over ten years. The mill makes wrapping paper and cardboard for bakeries, and it has stood by the river since 1871. Its manager said that prices would not rise this year. The last strike was in 1987, when the old boiler burst and the night shift walked out; a new one was built within the year, and it still runs, though it is to be replaced in the autumn of next year.`

test.each([
  ['Is about aviation', 'no'],
  ['The report has not been denied or corrected', 'yes'],
  ['Says that prices will rise this year', 'no'],
])('an article by itself: %s: %s', async (criterion, verdict) => {
  expect(await judged(criterion, ...article(sold))).toBe(verdict)
})

test('a report that rests on hearsay, or is taken back, has not been left to stand', async () => {
  const asked = 'The report has not been denied or corrected'
  expect(await judged(asked, ...article(sold.replace('both sides announced', 'people familiar said')))).toBe(
    'unclear',
  )
  expect(await judged(asked, ...article(`${sold}\n\nCorrection: the mill was not sold.`))).not.toBe('yes')
})

const study = (funding: string) =>
  aDocument({
    url: 'https://journal.example/tides',
    title: 'Tides',
    language: 'en',
    text: `# Tides\n\nWe present a method for reading old tide tables.\n\n${funding}`,
  })
const paper: Subject = { name: 'Tides', type: 'research_paper', url: 'https://journal.example/tides' }

test('whoever names public funders alone was not paid by industry', async () => {
  expect(await judged('Was funded by industry', paper, study('Funding: Research Council of Norway.'))).toBe(
    'no',
  )
  expect(
    await judged('Was funded by industry', paper, study('Funding: Research Council of Norway; Sealine Ltd.')),
  ).not.toBe('no')
  expect(await judged('Proposes a new method', paper, study(''))).toBe('yes')
})

const quillstone = aDocument({
  url: 'https://quillstone.example/',
  title: 'Quillstone',
  language: 'en',
  text: `# Quillstone

Quillstone makes accounting software for banks and insurers. Our customers include three law firms and a hospital.

In 2024 we released version 3. A spokesman declined to say whether prices will rise. We no longer make cash registers.

Open Monday to Friday. No lift needed: we sit on the ground floor. Ines Barro said the company had no debt.

| | Free | Team | Office |
|---|---|---|---|
| Users | 1 | up to 25 | Unlimited |
| Support | – | E-mail | Phone |

We are a team of eleven.`,
})
const maker: Subject = { name: 'Quillstone', type: 'company', url: quillstone.url }

test.each([
  ['Is a software company', 'yes'],
  ['Is a bank', 'unclear'],
  ['Is an insurance company', 'unclear'],
  ['Is a law firm', 'unclear'],
  ['Provides legal services', 'unclear'],
  ['Sells to hospitals', 'yes'],
  ['Is open source', 'unclear'],
  ['Makes cash registers', 'no'],
  ['Has more than 500 employees', 'no'],
  ['Has fewer than 300 pupils', 'unclear'],
  ['Has more than 5,000 customers', 'unclear'],
  ['Has debt', 'no'],
])('what is said of others and in other words: %s: %s', async (criterion, verdict) => {
  expect(await judged(criterion, maker, quillstone)).toBe(verdict)
})

const lindqvist = aDocument({
  url: 'https://people.example/lindqvist',
  title: 'Elsa Lindqvist',
  language: 'en',
  text: `# Elsa Lindqvist

Elsa Lindqvist taught harmony in Turku until her retirement from teaching in 2021. She is not taking on new doctoral students. She was shortlisted for the Ekman Prize in 2012 but did not win.`,
})
const teacher: Subject = { name: 'Elsa Lindqvist', type: 'person', url: lindqvist.url }

test.each([
  ['Teaches', 'unclear'],
  ['Supervises doctoral students', 'unclear'],
  ['Has won a prize since 2020', 'unclear'],
])('what is over, narrower or of another time: %s: %s', async (criterion, verdict) => {
  expect(await judged(criterion, teacher, lindqvist)).toBe(verdict)
})

const tarnwick = (text: string): Document =>
  aDocument({ url: 'https://tarnwick.example/', title: 'Tarnwick', language: 'en', text })

test.each([
  [
    'a plan that nobody has',
    '# Boats from Tarnwick\n\nTarnwick has no plans to move manufacturing out of Hull.',
  ],
  ['a heading that sets one thing against another', '# Sail a boat, not a desk\n\nWe make what carries you.'],
  [
    'what is to happen with the things',
    '# Tarnwick\n\nThe boats will be shared between harbours in Esbjerg, Bergen and Ostend.',
  ],
  [
    'a clause that leaves out what it denies',
    '# Tarnwick\n\nTarnwick was told of the delay in Hull; the boats were not.',
  ],
])('%s denies nothing that is so now', async (_, text) => {
  const subject: Subject = { name: 'Tarnwick', type: 'company', url: 'https://tarnwick.example/' }
  expect(await judged('Makes boats', subject, tarnwick(text))).not.toBe('no')
})

test.each([
  ['Has contact lenses', '# Tarnwick\n\nWe sell glasses. Contact lenses, no.'],
  ['Offers guided tours', '# Tarnwick\n\nGuided tours of the yard have been called off.'],
])('a denial may stand behind what it denies: %s', async (criterion, text) => {
  const subject: Subject = { name: 'Tarnwick', type: 'company', url: 'https://tarnwick.example/' }
  expect(await judged(criterion, subject, tarnwick(text))).toBe('no')
})
