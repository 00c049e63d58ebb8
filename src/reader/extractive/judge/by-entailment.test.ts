import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import { entailmentOf } from '../../../../tests/harness/entailment.ts'
import type { Document } from '../../../documents/index.ts'
import type { Entailment } from '../../../ports/entailment.ts'
import type { Subject } from '../../reader.ts'
import { stands } from '../../spans.ts'
import { aboutness } from './about.ts'
import { createEntailmentJudge } from './by-entailment.ts'
import type { Finding } from './finding.ts'
import { pageText } from './page-text.ts'

const subject: Subject = { type: 'company', name: 'Orrin Pumps', url: 'https://orrin.example/' }
const text = `# Orrin Pumps

We build pumps for breweries. Four-legged visitors may come along to our yard. Cards are welcome.`
const own = aDocument({ url: 'https://orrin.example/', title: 'Orrin Pumps', language: 'en', text })

async function judged(entailment: Entailment, criterion: string, ...sources: Document[]) {
  const read = sources.map((document) => {
    const page = pageText(document)
    return { page, about: aboutness(page, subject) }
  })
  const { judge } = createEntailmentJudge(entailment)
  const claim = { text: criterion, isMeasured: false }
  const verdict = await judge(claim, read, subject, new AbortController().signal)
  for (const span of verdict?.spans ?? []) expect(sources.some((source) => stands(span, source))).toBe(true)
  return verdict
}

test('what a page says in other words is quoted', async () => {
  const entailment = entailmentOf((read) => (read.includes('Four-legged') ? [0.97, 0.01] : [0.02, 0.02]))
  expect(await judged(entailment, 'Accepts dogs', own)).toMatchObject({
    satisfied: 'yes',
    spans: [{ quote: 'Four-legged visitors may come along to our yard.' }],
  })
  expect(entailment.asked[0]).toMatchObject({ claim: 'Accepts dogs', about: 'Orrin Pumps' })
})

test('and so is the contrary', async () => {
  const entailment = entailmentOf((read) => (read.includes('Cards') ? [0.01, 0.97] : [0.02, 0.02]))
  expect(await judged(entailment, 'Takes cash only', own)).toMatchObject({
    satisfied: 'no',
    spans: [{ quote: 'Cards are welcome.' }],
  })
})

const denying = (word: string) => entailmentOf((read) => (read.includes(word) ? [0.01, 0.97] : [0.01, 0.01]))

test('what is not told denies nothing', async () => {
  const port = aDocument({
    url: 'https://orrin.example/',
    title: 'Orrin Pumps',
    language: 'en',
    text: '# Orrin Pumps\n\n- Shore power: not stated\n- Cranes: none',
  })
  expect(await judged(denying('Shore'), 'Offers shore power', port)).toBeNull()
  expect(await judged(denying('Cranes'), 'Has cranes', port)).toMatchObject({ satisfied: 'no' })
})

test.for([
  ['An application for a night permit was filed in May.', 'Has a night permit', null],
  ['It applied in vain for a night permit.', 'Has a night permit', 'no'],
] as const)('what was applied for denies nothing: %s', async ([said, claim, verdict]) => {
  const page = aDocument({ ...own, text: `# Orrin Pumps\n\n${said}` })
  expect((await judged(denying('night'), claim, page))?.satisfied ?? null).toBe(verdict)
})

test.for([
  ['The firm plans to open a workshop in Turin.', 'Has a workshop in Italy', false],
  ['The loan will go into a workshop in Turin.', 'Has a workshop in Italy', false],
  ['It has applied to the province for a workshop in Turin.', 'Has a workshop in Italy', false],
  ['The firm plans to open a workshop in Turin.', 'Plans a workshop in Italy', true],
  ['The workshop in Turin will now open on Sundays, too.', 'Has a workshop in Italy', true],
] as const)('what is yet to come is not there: %s: %s', async ([said, claim, isSaid]) => {
  const page = aDocument({ ...own, text: `# Orrin Pumps\n\n${said}` })
  const entailment = entailmentOf((read) => (read.includes('Turin') ? [0.97, 0.01] : [0.02, 0.02]))
  expect((await judged(entailment, claim, page))?.satisfied === 'yes').toBe(isSaid)
})

test('what goes on with a pronoun is said of whom the sentences before it name', async () => {
  const report = aDocument({
    url: 'https://news.example/pumps',
    title: 'Two makers and their plans',
    language: 'en',
    text: `# Two makers and their plans\n\n${'Leith and Turin make pumps. '.repeat(40)}\n\nOrrin Pumps has moved. It has a yard now. It keeps bees there. Brenta keeps hens.`,
  })
  const entailment = entailmentOf(() => [0.02, 0.02])
  await judged(entailment, 'Keeps animals', report)
  const asked = entailment.asked.flatMap(({ sentences }) => sentences).join(' ')
  expect(asked).toContain('bees')
  expect(asked).not.toContain('hens')
})

test('where no sentence says it alone, the two that come nearest are quoted', async () => {
  const entailment = entailmentOf((read) => {
    const [isMade, isPaid] = [read.includes('breweries'), read.includes('Cards')]
    return isMade && isPaid ? [0.97, 0] : isMade ? [0.4, 0] : isPaid ? [0.78, 0.1] : [0.05, 0]
  })
  const verdict = await judged(entailment, 'Sells to small firms', own)
  expect(verdict?.spans.map(({ quote }) => quote)).toEqual([
    'We build pumps for breweries.',
    'Cards are welcome.',
  ])
})

test.for([
  ['none of them says a part of it', [0, 0]],
  ['one of them says the contrary', [0.4, 0.6]],
] as const)('what sentences say together decides nothing where %s', async ([, alone]) => {
  const entailment = entailmentOf((read) =>
    read.includes('breweries') && read.includes('Cards') ? [0.97, 0] : alone,
  )
  expect(await judged(entailment, 'Sells to small firms', own)).toBeNull()
})

test.for([
  ['Had more than 30 people in 2025', 'In 2022 Orrin Pumps had 26 people.'],
  ['Makes pumps in more than one country', 'Everything that we sell is made in Leeds.'],
  ['Sells to breweries only', 'We sell pumps to breweries.'],
] as const)('a sentence that leaves a part of “%s” out decides nothing', async ([criterion, said]) => {
  const source = aDocument({
    url: 'https://orrin.example/',
    title: 'Orrin Pumps',
    language: 'en',
    text: said,
  })
  expect(
    await judged(
      entailmentOf(() => [0.97, 0.01]),
      criterion,
      source,
    ),
  ).toBeNull()
})

test.each([
  ['it is not plain enough', [0.55, 0.1]],
  ['the page says both', [0.97, 0.85]],
  ['the page is silent', [0, 0]],
] as const)('nothing is decided where %s', async (_, [supports, denies]) => {
  const entailment = entailmentOf((read) => (read.includes('Cards') ? [0, denies] : [supports, 0]))
  expect(await judged(entailment, 'Accepts dogs', own)).toBeNull()
})

test('what two pages nearly say is said', async () => {
  const nearly = entailmentOf((read) => (/dogs/i.test(read) ? [0.77, 0.01] : [0.02, 0.02]))
  const one = { ...own, text: '# Orrin Pumps\n\nDogs are often seen here.' }
  const other = { ...one, id: 'doc_other', url: 'https://orrin.example/visit' }
  expect(await judged(nearly, 'Accepts dogs', one)).toBeNull()
  expect(await judged(nearly, 'Accepts dogs', one, other)).toMatchObject({ satisfied: 'yes' })
})

test('a term of art has to stand on the page', async () => {
  const entailment = entailmentOf(() => [0.97, 0])
  expect(await judged(entailment, 'Reports a randomised trial', own)).toBeNull()
  const trial = { ...own, text: `${text} Breweries were randomly assigned to two pumps.` }
  expect(await judged(entailment, 'Reports a randomised trial', trial)).toMatchObject({ satisfied: 'yes' })
})

test('a page that names the subject in its text alone is read', async () => {
  const news = aDocument({
    url: 'https://news.example/1',
    title: 'Brewers get new pumps',
    language: 'en',
    text: '# Brewers get new pumps\n\nThe maker is Orrin Pumps of Leith. Four-legged visitors may come along.',
  })
  const entailment = entailmentOf((read) => (read.includes('Four-legged') ? [0.97, 0.01] : [0.02, 0.02]))
  expect(await judged(entailment, 'Accepts dogs', news)).toMatchObject({ satisfied: 'yes' })
})

test('pages about others and in other languages are not read, nor other questions', async () => {
  const entailment = entailmentOf(() => [0.97, 0])
  const other = aDocument({
    url: 'https://news.example/a',
    title: 'Brewers meet',
    language: 'en',
    text: 'A fair.',
  })
  const german = { ...own, language: 'de' }
  expect(await judged(entailment, 'Accepts dogs', other, german)).toBeNull()
  expect(await judged(entailment, 'Hat eine Werkstatt, die nicht in der Stadt ist', own)).toBeNull()
  expect([...entailment.asked, ...entailment.passages]).toEqual([])
})

test.each([
  ['next to nothing', 'stated', 'yes', [0.01, 0.3], true],
  ['enough', 'stated', 'yes', [0.6, 0.3], false],
  ['its own side', 'denied', 'no', [0.01, 0.6], false],
  ['places are known, if they are spoken of', 'place', 'yes', [0.01, 0.4], false],
  ['places of something else', 'place', 'yes', [0.01, 0.1], true],
] as const)('what rules have found is doubted or not: %s', async (_, rule, verdict, shares, isDoubted) => {
  const page = pageText(own)
  const start = text.indexOf('Cards')
  const finding: Finding = {
    verdict,
    rule,
    source: { page, about: aboutness(page, subject) },
    quote: { start, end: text.length },
    why: 'it says so',
    at: null,
    strength: 2,
    isCorrection: false,
    isLasting: false,
  }
  const entailment = entailmentOf(() => [...shares])
  const { doubts } = createEntailmentJudge(entailment)
  expect(
    await doubts(
      { text: 'Accepts cards since March 2024', isMeasured: false },
      finding,
      subject,
      new AbortController().signal,
    ),
  ).toBe(isDoubted)
  // When it was, rules have compared.
  expect(entailment.passages).toMatchObject([{ claim: 'Accepts cards', text: 'Cards are welcome.' }])
})

test('of a list on a page about others an item speaks of the subject only if it names it', async () => {
  const list = aDocument({
    url: 'https://fair.example/firms',
    title: 'All firms of the fair',
    language: 'en',
    text: `# All firms of the fair\n\nOne hundred firms have come. Here they are, by their names.\n\n- Brenta Fans\n- Orrin Pumps\n- Sundry Batteries of Leith`,
  })
  const entailment = entailmentOf((read) => (read.includes('Batteries') ? [0.97, 0.01] : [0.02, 0.02]))
  expect(await judged(entailment, 'Makes batteries', list)).toBeNull()
  expect(entailment.asked.flatMap(({ sentences }) => sentences).join(' ')).not.toContain('Batteries')
})

test('what is to end has not ended', async () => {
  const leaving = aDocument({
    url: 'https://orrin.example/',
    title: 'Orrin Pumps',
    language: 'en',
    text: '# Orrin Pumps\n\nThe founder will leave Orrin Pumps on 31 August. The other founder has left.',
  })
  expect(await judged(denying('will leave'), 'Still employs its founder', leaving)).toBeNull()
  expect(await judged(denying('has left'), 'Still employs its founder', leaving)).toMatchObject({
    satisfied: 'no',
  })
})
