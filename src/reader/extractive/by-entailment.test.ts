import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import { entailmentOf, type Bears } from '../../../tests/harness/entailment.ts'
import type { Document } from '../../documents/index.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { ExtractTask, Subject } from '../reader.ts'
import { stands } from '../spans.ts'
import { createExtract } from './extract.ts'
import { createJudge } from './judge.ts'

const embedder: Embedder = {
  model: 'none',
  dimensions: 1,
  embed: async (texts) => texts.map(() => Float32Array.of(0)),
  close: () => Promise.resolve(),
}
const subject: Subject = { type: 'product', name: 'Auralon H4', url: 'https://auralon.example/h4' }
const page = aDocument({
  url: 'https://auralon.example/h4',
  title: 'Auralon H4',
  language: 'en',
  text: `# Auralon H4

The H4 plays for 38 hours. Ten minutes on the cable buys you another 4½ hours.

The cups go right round the ear. Nights: 020 7946 0012. Days: 020 7946 0099.

Weight: 290 g`,
})
const reading = { now: new Date('2026-06-15'), signal: new AbortController().signal }

async function extracted(bears: Bears, task: Omit<ExtractTask, 'subject' | 'sources'>) {
  const entailment = entailmentOf(bears)
  const extract = createExtract({ embedder, entailment, judge: createJudge({}) })
  const found = await extract({ ...task, subject, sources: [page] }, reading)
  expect(found.spans.every((span) => stands(span, page))).toBe(true)
  return { ...found, asked: entailment.asked, passages: entailment.passages }
}

test('a value that is asked for in other words is the one whose surroundings say so', async () => {
  const description = 'Playback after a short charge, in hours'
  const found = await extracted((_, claim) => (claim.endsWith('4½ hours') ? [0.97, 0.01] : [0.02, 0.1]), {
    description,
    format: 'number',
  })
  expect(found).toMatchObject({ values: ['4.5'] })
  expect(found.spans[0]?.quote).toContain('another 4½ hours')
  expect(found.passages).toContainEqual({
    claim: `${description}: 4½ hours`,
    about: 'Auralon H4',
    text: 'The H4 plays for 38 hours. Ten minutes on the cable buys you another «4½ hours».',
  })
})

const tellsFit: Bears = (read, claim) =>
  claim === 'What is the fit of Auralon H4?' && read.includes('round the ear') ? [0.95, 0.01] : [0.01, 0.01]

test('what no word sums up is told by the sentence that answers, and by none that does not', async () => {
  expect(await extracted(tellsFit, { description: 'Fit', format: 'text' })).toMatchObject({
    values: ['The cups go right round the ear.'],
  })
  expect(await extracted(tellsFit, { description: 'Reason for the recall', format: 'text' })).toMatchObject({
    values: null,
    spans: [],
  })
})

test('and none where a model finds none meant', async () => {
  const found = await extracted(() => [0.02, 0.1], {
    description: 'Length of the guarantee',
    format: 'number',
  })
  expect(found).toMatchObject({ values: null, spans: [] })
})

test('what rules have found stays, unless it has nothing to do with what is asked for', async () => {
  const field = { description: 'Weight in grams', format: 'number' } as const
  expect(await extracted(() => [0.2, 0.5], field)).toMatchObject({ values: ['290'] })
  expect(await extracted(() => [0.01, 0.02], field)).toMatchObject({ values: null, spans: [] })
})

test('what rules have found gives way to what a model finds meant instead', async () => {
  const found = await extracted((_, claim) => (claim.endsWith('4½ hours') ? [0.95, 0.01] : [0.1, 0.6]), {
    description: 'Hours it plays for after ten minutes',
    format: 'number',
  })
  expect(found).toMatchObject({ values: ['4.5'] })
})

test('contacts are told apart by what stands around them', async () => {
  const found = await extracted((_, claim) => (claim.endsWith('7946 0012') ? [0.96, 0.01] : [0.01, 0.9]), {
    description: 'Whom to ring after midnight',
    format: 'phone',
  })
  expect(found).toMatchObject({ values: ['+442079460012'] })
})

const options = ['On-ear', 'Over-ear', 'In-ear']

test('the option that a page bears out is chosen, with what says so', async () => {
  const found = await extracted(
    (read, claim) =>
      claim === 'Form: Over-ear' && read.includes('round the ear') ? [0.95, 0.01] : [0.1, 0.5],
    { description: 'Form', format: 'options', options },
  )
  expect(found).toMatchObject({ values: ['Over-ear'] })
  expect(found.spans.map(({ quote }) => quote).join(' ')).toContain('round the ear')
})

test('one that the page says plainly is not put to it', async () => {
  const found = await extracted(() => [0, 1], {
    description: 'Weight',
    format: 'options',
    options: ['290 g', 'more'],
  })
  expect(found).toMatchObject({ values: ['290 g'], asked: [] })
})

test('and none where it bears none out', async () => {
  const found = await extracted(() => [0.2, 0.2], { description: 'Form', format: 'options', options })
  expect(found).toMatchObject({ values: null, spans: [] })
})

test.for([
  ['Way in which TJ-203 is taken', 'TJ-203'],
  ['Way of the largest sale', 'TJ-114'],
] as const)(
  'of a table only the rows that are asked about are put to it: %s',
  async ([description, meant]) => {
    const table = aDocument({
      ...page,
      text: `# Auralon H4

| Name | Way | Sales |
| --- | --- | --- |
| TJ-101 | on foot | 12 |
| TJ-114 | by boat | 400 |
| TJ-203 | unsettled | 31 |`,
    })
    const entailment = entailmentOf(() => [0.1, 0.1])
    const extract = createExtract({ embedder, entailment, judge: createJudge({}) })
    const task = { description, format: 'options', options: ['By sea', 'By land'], subject } as const
    await extract({ ...task, sources: [table] }, reading)
    const [asked] = entailment.asked
    expect(asked?.sentences.filter((one) => one.includes('TJ-'))).toEqual([expect.stringContaining(meant)])
  },
)

test('a criterion about a number is decided by the value that is meant', async () => {
  const entailment = entailmentOf((_, claim) => {
    if (!claim.includes(':')) return [0.3, 0.3]
    return claim.endsWith(': 38 hours') ? [0.98, 0.01] : [0.02, 0.02]
  })
  const judge = createJudge({ entailment })
  const decide = (criterion: string) => judge({ criterion, subject, sources: [page] }, reading)
  expect(await decide('Lasts more than 30 hours on one charge')).toMatchObject({ satisfied: 'yes' })
  expect(await decide('Lasts more than 50 hours on one charge')).toMatchObject({ satisfied: 'no' })
})

test('a number that is compared is taken back where what stands around it does not speak of that', async () => {
  const task = { criterion: 'Weighs less than 300 g', subject, sources: [page] }
  const decide = (bears: Bears) => createJudge({ entailment: entailmentOf(bears) })(task, reading)
  expect(await decide(() => [0.1, 0.5])).toMatchObject({ satisfied: 'yes' })
  expect(await decide(() => [0.05, 0.05])).toMatchObject({ satisfied: 'unclear', spans: [] })
})

test('parts of a criterion are put to the model one by one, and each is quoted', async () => {
  const entailment = entailmentOf((read, claim) =>
    (/ear/.test(claim) && /right round/.test(read)) || (/night/.test(claim) && /Nights/.test(read))
      ? [0.97, 0.01]
      : [0.02, 0.02],
  )
  const judge = createJudge({ entailment })
  const verdict = await judge(
    { criterion: 'Covers the whole ear and has a helpline at night', subject, sources: [page] },
    reading,
  )
  expect(verdict.satisfied).toBe('yes')
  expect(verdict.spans.map(({ quote }) => quote)).toEqual([
    'The cups go right round the ear.',
    'Nights: 020 7946 0012.',
  ])
})

test('what is doubted is read again by the model', async () => {
  const entailment = entailmentOf((read) => (/right round/.test(read) ? [0.01, 0.97] : [0.01, 0.01]))
  const task = { criterion: 'Plays for hours', subject, sources: [page] }
  expect(await createJudge({})(task, reading)).toMatchObject({ satisfied: 'yes' })
  expect(await createJudge({ entailment })(task, reading)).toMatchObject({
    satisfied: 'no',
    spans: [{ quote: 'The cups go right round the ear.' }],
  })
})

test('what rules say of a part is doubted as well', async () => {
  const entailment = entailmentOf((read, claim) =>
    claim === 'has cups' && /right round/.test(read) ? [0.97, 0.01] : [0.02, 0.02],
  )
  const task = { criterion: 'Plays for hours and has cups', subject, sources: [page] }
  expect(await createJudge({})(task, reading)).toMatchObject({ satisfied: 'yes' })
  expect(await createJudge({ entailment })(task, reading)).toMatchObject({ satisfied: 'unclear' })
})

const cups: Bears = (read) => (/cups/.test(read) ? [0.97, 0.01] : [0.05, 0.05])

const decideBoth = (bears: Bears) =>
  createJudge({ entailment: entailmentOf(bears) })(
    { criterion: 'Has cups and weighs less than 300 g', subject, sources: [page] },
    reading,
  )

test('a part that compares numbers is doubted, too, and one part is not the whole', async () => {
  // The model takes all of it for said where it has read of the cups.
  expect(await decideBoth(cups)).toMatchObject({ satisfied: 'unclear' })
  expect(await decideBoth((read) => (/290/.test(read) ? [0.6, 0.1] : cups(read, '')))).toMatchObject({
    satisfied: 'yes',
  })
})

const shares = aDocument({
  url: 'https://kelpa.example/',
  language: 'en',
  text: '# Kelpa\n\nThe founders of Kelpa hold 38 per cent, or with their families 62 per cent.',
})
const kelpa: Subject = { type: 'company', name: 'Kelpa', url: 'https://kelpa.example/' }
const judgeWith = (bears: Bears, criterion: string, who: Subject, sources: readonly Document[]) =>
  createJudge({ entailment: entailmentOf(bears) })({ criterion, subject: who, sources }, reading)

const decideMajority = (...meant: string[]) =>
  judgeWith(
    (_, claim) => (meant.includes(claim) ? [0.9, 0.02] : [0.3, 0.3]),
    'Is majority-owned by its founders',
    kelpa,
    [shares],
  )

test('a majority is told by the share that the page gives', async () => {
  expect(await decideMajority('Share owned by its founders: 38 per cent')).toMatchObject({
    satisfied: 'no',
    spans: [{ quote: expect.stringContaining('38 per cent') }],
  })
  expect(await decideMajority('Share owned by its founders: 62 per cent')).toMatchObject({ satisfied: 'yes' })
  // Either may be meant, and they come to different ends.
  const both = ['Share owned by its founders: 38 per cent', 'Share owned by its founders: 62 per cent']
  expect(await decideMajority(...both)).toMatchObject({ satisfied: 'unclear' })
})

const decideFund = (text: string) =>
  judgeWith(
    (_, claim) => (claim.startsWith('Share owned') ? [0.9, 0.02] : [0.3, 0.3]),
    'Is majority-owned by an investment fund',
    kelpa,
    [aDocument({ url: kelpa.url!, language: 'en', text: `# Kelpa\n\n${text}` })],
  )

test('what others hold is not held by those who are asked for', async () => {
  expect(await decideFund('The two founders together hold 61 per cent.')).toMatchObject({
    satisfied: 'no',
    reasoning: expect.stringContaining('not held by an investment fund'),
  })
  expect(await decideFund('The two founders together hold 31 per cent.')).toMatchObject({
    satisfied: 'unclear',
  })
  expect(await decideFund('The fund Quay Capital holds 61 per cent.')).toMatchObject({ satisfied: 'yes' })
  // Whoever sold it holds it no more.
  const sold = 'The family sold 75 per cent of the shares to Quay Capital.'
  expect(await decideFund(sold)).not.toMatchObject({ satisfied: 'no' })
})

const bears75: Bears = (_, claim) => (claim.endsWith(': 75') ? [0.95, 0.01] : [0.3, 0.3])

test('a number that another page gives otherwise, in words that no rule knows, leaves it open', async () => {
  const own = aDocument({
    url: 'https://fair.example/',
    language: 'en',
    text: '# Fair\n\nThere are 62 stands.',
  })
  const news = aDocument({
    url: 'https://news.example/fair',
    language: 'en',
    text: '# News of the Fair\n\nAt the Fair visitors go from stall to stall, 75 of them, the organisers say.',
  })
  const fair: Subject = { type: 'event', name: 'Fair', url: 'https://fair.example/' }
  const decide = (sources: readonly Document[]) =>
    judgeWith(bears75, 'Has more than 70 stands', fair, sources)
  expect(await decide([own])).toMatchObject({ satisfied: 'no' })
  expect(await decide([own, news])).toMatchObject({
    satisfied: 'unclear',
    spans: [{ quote: expect.stringContaining('75') }, { quote: expect.stringContaining('62') }],
  })
})

test('what names other places than the one that is asked for bears nothing out', async () => {
  const ilse: Subject = { type: 'person', name: 'Ilse Brandt', url: 'https://people.example/ilse' }
  const profile = aDocument({
    url: 'https://people.example/ilse',
    language: 'en',
    text: '# Ilse Brandt\n\nHer lectures are given at the town hall of Lyon every Monday morning.',
  })
  const decide = (criterion: string) => judgeWith(() => [0.97, 0.01], criterion, ilse, [profile])
  expect(await decide('Lectures in Germany')).toMatchObject({ satisfied: 'unclear' })
  expect(await decide('Lectures in France')).toMatchObject({ satisfied: 'yes' })
})

const trial = (registered: string) =>
  aDocument({
    url: 'https://journal.example/iron',
    language: 'en',
    text: `# Iron at night\n\nWe entered the protocol in the register on ${registered}. The first woman was seen on 6 March 2022.`,
  })
const iron: Subject = { type: 'paper', name: 'Iron at night', url: 'https://journal.example/iron' }
const bearsDates: Bears = (read, claim) =>
  (claim.startsWith('Date of registration') && /register on «/.test(read)) ||
  (claim.startsWith('Date when the first') && /seen on «/.test(read))
    ? [0.95, 0.01]
    : [0.1, 0.1]

const decideRegistered = (registered: string) =>
  judgeWith(bearsDates, 'Was registered before recruitment started', iron, [trial(registered)])

test('of two dates that pages give, the first came first', async () => {
  expect(await decideRegistered('14 February 2022')).toMatchObject({
    satisfied: 'yes',
    spans: [{ quote: expect.stringMatching(/14 February 2022.*6 March 2022/) }],
  })
  expect(await decideRegistered('3 May 2022')).toMatchObject({ satisfied: 'no' })
  expect(await decideRegistered('March 2022')).toMatchObject({ satisfied: 'unclear' })
})

const bearsAppointment: Bears = (_, claim) =>
  claim === 'Date of appointment: 3 August 2021' ? [0.95, 0.01] : [0.3, 0.3]

test('how long somebody has been in office is told by the day of the appointment', async () => {
  const head: Subject = { type: 'person', name: 'Ana Ruiz', url: 'https://port.example/ruiz' }
  const profile = aDocument({
    url: 'https://port.example/ruiz',
    language: 'en',
    text: '# Ana Ruiz\n\nThe decree of 3 August 2021 put Ana Ruiz at the head of the port.',
  })
  const decide = (criterion: string) => judgeWith(bearsAppointment, criterion, head, [profile])
  expect(await decide('Has led the port for more than ten years')).toMatchObject({ satisfied: 'no' })
  expect(await decide('Has led the port for more than two years')).toMatchObject({ satisfied: 'yes' })
})

test('another standard is not the one that is asked for', async () => {
  const bells = aDocument({
    url: 'https://bells.example/',
    language: 'en',
    text: '# Bells\n\nOur certificate is EN 1090-1, for frames made of steel.',
  })
  const maker: Subject = { type: 'company', name: 'Bells', url: 'https://bells.example/' }
  const decide = (criterion: string) => judgeWith(() => [0.97, 0.01], criterion, maker, [bells])
  expect(await decide('Holds a certificate under ISO 9001')).toMatchObject({ satisfied: 'unclear' })
  expect(await decide('Holds a certificate under EN 1090')).toMatchObject({ satisfied: 'yes' })
})

const decideCode = (said: string) =>
  judgeWith(() => [0.97, 0.01], 'Makes its code available', iron, [
    aDocument({ url: 'https://journal.example/iron', language: 'en', text: `# Iron at night\n\n${said}` }),
  ])

test('that a paper has a licence says nothing of its code', async () => {
  expect(await decideCode('The licence is CC BY 4.0.')).toMatchObject({ satisfied: 'unclear' })
  expect(await decideCode('All scripts can be had at git.example/iron.')).toMatchObject({ satisfied: 'yes' })
})

const told = (date: string, text: string): Document =>
  aDocument({
    url: `https://auralon.example/${date}`,
    title: 'Auralon H4',
    language: 'en',
    text: `# Auralon H4\n\n${text}`,
    publishedAt: new Date(date),
    fetchedAt: new Date(date),
  })
const older = told('2025-09-20', 'Customers so far: 1,850')
const newer = told('2026-04-22', 'Sales were good: at the end of March 2,600 pairs were with customers.')

test.each([
  [0.97, '2600'],
  [0.5, '1850'],
])('what a newer page says counts where the model finds it as plain: %s: %s', async (supports, wanted) => {
  const entailment = entailmentOf((_, claim) => (claim.includes('2,600') ? [supports, 0.01] : [0.97, 0.01]))
  const extract = createExtract({ embedder, entailment, judge: createJudge({}) })
  const task = {
    description: 'Customers so far',
    format: 'number',
    subject,
    sources: [older, newer],
  } as const
  expect((await extract(task, reading)).values).toEqual([wanted])
})

test('of two options that are both borne out, the one that the newer page tells', async () => {
  const owned = [
    told('2025-09-20', 'The Lund siblings hold every share.'),
    told('2026-04-22', 'Three quarters of the shares went to a trust for the staff.'),
  ]
  const entailment = entailmentOf((text, claim) =>
    (text.includes('siblings') && claim.endsWith('Kin')) ||
    (text.includes('trust') && claim.endsWith('Workers'))
      ? [0.9, 0.01]
      : [0.05, 0.2],
  )
  const extract = createExtract({ embedder, entailment, judge: createJudge({}) })
  const task = {
    description: 'Owners',
    format: 'options',
    options: ['Kin', 'Workers', 'A fund'],
    subject,
  } as const
  for (const sources of [owned, owned.toReversed()])
    expect((await extract({ ...task, sources }, reading)).values).toEqual(['Workers'])
})
