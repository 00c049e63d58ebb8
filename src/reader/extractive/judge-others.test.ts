import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import { entailmentOf } from '../../../tests/harness/entailment.ts'
import type { Document } from '../../documents/index.ts'
import type { Entailment } from '../../ports/entailment.ts'
import type { Subject } from '../reader.ts'
import { createJudge } from './judge.ts'

const judged = async (
  criterion: string,
  subject: Subject,
  sources: readonly Document[],
  entailment?: Entailment,
) => {
  const verdict = await createJudge({ entailment })(
    { criterion, subject, sources },
    { now: new Date('2026-06-15'), signal: new AbortController().signal },
  )
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

const loom: Subject = { name: 'Tarn Looms', type: 'company', url: 'https://tarnlooms.test/' }
const own = (text: string) => page('https://tarnlooms.test/', '2026-03-02', `# Tarn Looms\n\n${text}`)

test.for([
  ['## Similar firms\n\n- Weft & Co, Ghent: factory shop open to all', 'unclear'],
  ['## Visit us\n\n- Factory shop open to all', 'yes'],
] as const)(
  'what a section that leads elsewhere says is not said of the subject: %s',
  async ([text, verdict]) => {
    expect(await judged('Has a factory shop', loom, [own(`We weave cloth.\n\n${text}`)])).toBe(verdict)
  },
)

test.for([
  [
    '## About Weft Growth\n\nWeft Growth is an investor. It has been a certified B Corp since 2021.',
    'unclear',
  ],
  ['## About Tarn Looms\n\nThe company has been a certified B Corp since 2021.', 'yes'],
  ['## About us\n\nWe have been a certified B Corp since 2021.', 'yes'],
] as const)('nor what somebody else tells of themselves at the end: %s', async ([text, verdict]) => {
  const news = own(`Tarn Looms has raised €2 million, led by Weft Growth.\n\n${text}`)
  expect(await judged('Is a certified B Corp', loom, [news])).toBe(verdict)
})

test.for([
  ["Ghent's Heddle, which weaves felt, has been profitable since 2022.", 'unclear'],
  ['Ghent is where we are. The company has been profitable since 2022.', 'yes'],
] as const)('nor what is told of somebody by where they are at home: %s', async ([text, verdict]) => {
  const news = own(`We weave cloth. Rivals such as Heddle are few.\n\n${text}`)
  expect(await judged('Is profitable', loom, [news])).toBe(verdict)
})

test('a study is known by most of its title', async () => {
  const study = page(
    'https://journal.test/8',
    '2026-03-02',
    '# Rotating night work and vitamin D in nurses: a cohort\n\nThe study was preregistered.',
  )
  const asked = { name: 'Night work and vitamin D cohort (Silva et al.)', type: 'research_paper' }
  expect(await judged('Was preregistered', asked, [study])).toBe('yes')
  expect(await judged('Was preregistered', { ...asked, name: 'Iron in pregnancy, a trial' }, [study])).toBe(
    'unclear',
  )
})

const frame: Subject = { name: 'Frame 3', type: 'product', url: 'https://tarnlooms.test/frame-3' }

test.for([
  ['## You may also like\n\n- The pegboard, made of steel', 'unclear'],
  ['## Materials\n\n- Made of steel', 'yes'],
] as const)('nor what is said of other products beside one: %s', async ([text, verdict]) => {
  const sold = page('https://tarnlooms.test/frame-3', '2026-03-02', `# Frame 3\n\nA loom.\n\n${text}`)
  expect(await judged('Made of steel', frame, [sold])).toBe(verdict)
})

test('nor is it read by the model', async () => {
  const entailment = entailmentOf((read) => (read.includes('Saturdays') ? [0.98, 0] : [0.01, 0.01]))
  const text =
    'We weave cloth in Leeds for tailors.\n\n## Related firms\n\n- Weft & Co is there on Saturdays.'
  expect(await judged('Can be visited at weekends', loom, [own(text)], entailment)).toBe('unclear')
  expect(entailment.asked.flatMap(({ sentences }) => sentences).join(' ')).not.toContain('Saturdays')
})

const congress: Subject = { name: 'Weave 2026', type: 'event', url: 'https://weave.test/2026' }
const edition = (text: string) => page('https://weave.test/2026', '2026-03-02', `# Weave 2026\n\n${text}`)

test.for([
  ['Last edition: Porto, 2024, with 730 participants from 31 countries.', 'unclear'],
  ['The previous edition, in Porto in 2024, had 730 participants.', 'unclear'],
  ['We expect 730 participants.', 'yes'],
] as const)('the numbers of an earlier edition are not those of this one: %s', async ([text, verdict]) => {
  expect(await judged('Expects more than 600 participants', congress, [edition(text)])).toBe(verdict)
})

test.for([
  ['Tarn Looms has raised €3.8 million in seed funding.', 'unclear'],
  ['Tarn Looms has raised €3.8 million in a first round of funding.', 'unclear'],
  ['Tarn Looms has raised €3.8 million in total.', 'no'],
] as const)('one round is not all that was raised: %s', async ([text, verdict]) => {
  expect(await judged('Has raised more than €5 million in total', loom, [own(text)])).toBe(verdict)
})

test.for([
  ['Founded 1911.', 'yes'],
  ['Founded 1971.', 'no'],
] as const)('a century is a hundred years: %s', async ([text, verdict]) => {
  expect(await judged('In business for more than a century', loom, [own(text)])).toBe(verdict)
})

test.for([
  ['| Warranty | 7 years |', 'no'],
  ['| Warranty | 12 years |', 'yes'],
] as const)('“or longer” is “or more”: %s', async ([row, verdict]) => {
  const text = `| Frame | Oak |\n|---|---|\n${row}`
  expect(await judged('Has a warranty of ten years or longer', loom, [own(text)])).toBe(verdict)
})

test('half a million is an amount, and no share', async () => {
  const text = 'In 2025 our looms raised $612,000 for the hospice.'
  expect(await judged('Raised more than half a million dollars last year', loom, [own(text)])).toBe('yes')
})

test.for([
  ['Applications still open', 'Apply by 30 June 2026.', 'yes'],
  ['Still accepting applications', 'Applications close on 31 May 2026.', 'no'],
  ['Film submissions are still open', 'Submit your film by 30 June 2026.', 'yes'],
  ['Abstracts can still be submitted', 'Abstracts due: 31 May 2026.', 'no'],
] as const)('until when one may still hand something in: %s: %s', async ([criterion, text, verdict]) => {
  expect(await judged(criterion, congress, [edition(text)])).toBe(verdict)
})

test('a number that says of when it is gives way to a newer one', async () => {
  const older = own('As we write this in March 2026, 212 mills use our looms.')
  const newer = page(
    'https://cloth.test/looms',
    '2026-05-20',
    '# Tarn Looms\n\nTarn Looms, whose looms are used by 268 mills, is for sale.',
  )
  expect(await judged('Used by more than 250 mills', loom, [older, newer])).toBe('yes')
})

const weaver: Subject = { name: 'Ines Falk', type: 'person', url: 'https://falk.test/' }

test('where a town lies need not be said: the model is not asked for it', async () => {
  // It finds the line to be about the matter, and does not know the town.
  const entailment = entailmentOf((read) => (read.includes('Goslar') ? [0.3, 0.1] : [0.01, 0.01]))
  const cv = page(
    'https://falk.test/',
    '2026-03-02',
    '# Ines Falk\n\n- 2012–2016: weaver, Harz Mills, Goslar',
  )
  expect(await judged('Has worked in Germany', weaver, [cv], entailment)).toBe('yes')
})

const directory = page(
  'https://mills.test/leeds',
  '2026-03-02',
  `# Cloth makers around Leeds

Four entries, checked once a year.

## Harrow Weaving

Founded 1988. Staff: 210. Tel. 0113 496 0101. Family firm.

## Tarn Looms ★

Looms and frames. Web: tarnlooms.test

## Weft & Co

Staff: 14. Owned by a Belgian group. E-mail: hello@weft.test

## Is your firm missing?

Most firms that Tarn Looms supplies are listed here. An entry is free of charge.`,
)

test.for([
  ['Has more than 100 employees', 'Tarn Looms', 'unclear'],
  ['Has more than 100 employees', 'Harrow Weaving', 'yes'],
  ['Family-owned', 'Weft & Co', 'unclear'],
] as const)(
  'of a page of entries each says something of its own: %s: %s: %s',
  async ([criterion, name, verdict]) => {
    expect(await judged(criterion, { name, type: 'company' }, [directory])).toBe(verdict)
  },
)

test.for([
  ['The American company RackSage entered Europe last summer.', 'unclear'],
  ['The Estonian company Tarn Looms entered Europe last summer.', 'yes'],
] as const)('where another company comes from: %s', async ([text, verdict]) => {
  const news = page(
    'https://news.test/a',
    '2026-03-02',
    `# Tarn Looms raises €2 million\n\nTarn Looms makes looms. ${text}`,
  )
  expect(await judged('Headquartered in the Baltics', loom, [news])).toBe(verdict)
})

test('entries that are called a name and what became of it are entries all the same', async () => {
  const trikes = page(
    'https://bench.test/trikes',
    '2026-03-02',
    `# Cargo trikes on test

## Ossel Pak 3

Stable and dull.

## Brunnock Drey: test winner

Light and quick.

## Velmar Tonne

There is a reverse gear and a heated seat.`,
  )
  const drey: Subject = { name: 'Brunnock Drey', type: 'product', url: 'https://bench.test/trikes' }
  expect(await judged('Has a reverse gear', drey, [trikes])).toBe('unclear')
  const tonne: Subject = { name: 'Velmar Tonne', type: 'product', url: 'https://bench.test/trikes' }
  expect(await judged('Has a reverse gear', tonne, [trikes])).toBe('yes')
})

test.for([
  ['The mill has 212 weavers and 39 other staff.', 'unclear'],
  ['The mill has 239 staff.', 'yes'],
  ['The mill has 39 staff.', 'no'],
] as const)('others beside those that are counted are not all: %s', async ([text, verdict]) => {
  expect(await judged('Employs more than 200 people', loom, [own(text)])).toBe(verdict)
})
