import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import type { Document } from '../../documents/index.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { ExtractTask, FieldFormat, Subject } from '../reader.ts'
import { stands } from '../spans.ts'
import { createExtract } from './extract.ts'
import { createJudge } from './judge.ts'

const embedder: Embedder = {
  model: 'none',
  dimensions: 1,
  // All texts are alike to it: what is found is found without vectors.
  embed: async (texts) => texts.map(() => Float32Array.of(1)),
  close: () => Promise.resolve(),
}
const extract = createExtract({ embedder, judge: createJudge({}) })
const now = new Date('2025-06-01')

const page = (
  url: string,
  title: string,
  text: string,
  more: Parameters<typeof aDocument>[0] = {},
): Document => aDocument({ url, title, text, language: 'en', fetchedAt: now, checkedAt: now, ...more })

const own = page(
  'https://rootcellar.test/',
  'Rootcellar – vegetables from under the city',
  `# Vegetables from under the city

Rootcellar grows salad in disused tunnels. We harvest 2.6 tonnes of leaves a week.

- 63 staff, eleven of them apprentices
- Delivered to 280 restaurants and 3 supermarket chains

The company was founded by agronomist Leah Sandford and tunnel engineer Dilip Rao.

| Plan | Small box | Large box |
| --- | --- | --- |
| Price per week | £9 | £16.50 |
| Leaves | 400 g | 900 g |

Wholesale: orders@rootcellar.test, 0161 555 0148. Everything else: hello@rootcellar.test

In March 2023 Harrow Food Fund led a Series A of £6 million. We do not publish revenue.`,
)
const news = page(
  'https://citybeat.test/rootcellar',
  'Salad under the tracks: Rootcellar takes a sixth tunnel',
  `# Salad under the tracks: Rootcellar takes a sixth tunnel

Rootcellar signed a 15-year lease for a sixth tunnel on Tuesday. Rent is £85,000 a year.

A year ago the company employed 48 people. Its rival Dockside Greens, which has 120 employees, went into administration last month with debts of £2.3 million. Rootcellar plans to open in Leeds in 2027.`,
  { publishedAt: new Date('2025-03-20') },
)
const company: Subject = { type: 'company', name: 'Rootcellar', url: 'https://rootcellar.test/' }

const ask = async (
  description: string,
  format: FieldFormat | undefined,
  sources: readonly Document[] = [own, news],
  more: Partial<ExtractTask> = {},
) => {
  const task = { description, format, subject: company, sources, ...more }
  const extraction = await extract(task, { now, signal: new AbortController().signal })
  for (const span of extraction.spans) expect(sources.some((source) => stands(span, source))).toBe(true)
  expect(extraction.values === null).toBe(extraction.spans.length === 0)
  return extraction.values
}

test.each<[string, FieldFormat, string[] | null]>([
  ['Number of employees', 'number', ['63']],
  ['Number of apprentices', 'number', ['11']],
  ['Weekly harvest in kilograms', 'number', ['2600']],
  ['Price of the large box in pounds', 'number', ['16.5']],
  ['Price of the large box in euros', 'number', null],
  ['Amount of the Series A in pounds', 'number', ['6000000']],
  ['Annual rent of the sixth tunnel in pounds', 'number', ['85000']],
  ['Annual revenue in pounds', 'number', null],
  ['Debts in pounds', 'number', null],
  ['Date of the Series A', 'date', ['2023-03']],
  ['Date on which the lease was signed', 'date', ['2025-03-18']],
  ['Founders', 'text', ['Leah Sandford', 'Dilip Rao']],
  ['Lead investor of the Series A', 'text', ['Harrow Food Fund']],
  ['Chief financial officer', 'text', null],
  ['General e-mail address', 'email', ['hello@rootcellar.test']],
  ['E-mail for wholesale orders', 'email', ['orders@rootcellar.test']],
  ['Press e-mail', 'email', null],
  ['Telephone number', 'phone', ['+441615550148']],
])('%s', async (description, format, expected) => {
  expect(await ask(description, format)).toEqual(expected)
})

test('what is said of a rival is not taken for the subject', async () => {
  const rival = { type: 'company', name: 'Dockside Greens' }
  expect(await ask('Number of employees', 'number', [news], { subject: rival })).toEqual(['120'])
  expect(await ask('Number of employees', 'number', [news])).not.toEqual(['120'])
})

test('the format is chosen from the description', async () => {
  expect(await ask('How many restaurants does it supply?', undefined)).toEqual(['280'])
  expect(await ask('Contact email', undefined)).toEqual(['hello@rootcellar.test'])
})

test('options are chosen by meaning, by number and by place', async () => {
  const status = { options: ['active', 'insolvent', 'acquired'] }
  const rival = { type: 'company', name: 'Dockside Greens' }
  expect(await ask('Status', 'options', [news], { ...status, subject: rival })).toEqual(['insolvent'])
  expect(await ask('Company size', 'options', [own], { options: ['1-50', '51-200', '201-500'] })).toEqual([
    '51-200',
  ])
  expect(
    await ask('Profitability', 'options', [own], { options: ['profitable', 'not profitable'] }),
  ).toBeNull()
})

test('a newer source counts before an older one', async () => {
  const older = page(
    'https://index.test/rootcellar',
    'Rootcellar',
    '| Employees | 30 |\n| --- | --- |\n| Founded | 2017 |',
    {
      publishedAt: new Date('2021-01-01'),
    },
  )
  expect(await ask('Number of employees', 'number', [older, own])).toEqual(['63'])
  expect(await ask('Number of employees', 'number', [older])).toEqual(['30'])
  expect(await ask('Year founded', 'date', [older])).toEqual(['2017'])
})

test('German and French pages', async () => {
  const german = page(
    'https://www.weidmann.test/',
    'Brauhaus Weidmann',
    'Rund 85 Mitarbeiterinnen und Mitarbeiter brauen unser Bier. 2023 lag der Umsatz bei 14,8 Millionen Euro.\n\nTelefon 0951 / 44 55 60\n96047 Bamberg',
    { language: 'de' },
  )
  const brewery = {
    subject: { type: 'company', name: 'Brauhaus Weidmann', url: 'https://www.weidmann.test/' },
  }
  expect(await ask('Number of employees', 'number', [german], brewery)).toEqual(['85'])
  expect(await ask('Umsatz 2023 in Euro', 'number', [german], brewery)).toEqual(['14800000'])
  expect(await ask('Umsatz 2024 in Euro', 'number', [german], brewery)).toBeNull()
  expect(await ask('Telefon', 'phone', [german], brewery)).toEqual(['+49951445560'])
})

test('rejects at once when it is no longer wanted', async () => {
  const reading = { now, signal: AbortSignal.abort(new Error('left')) }
  const task = { description: 'Founders', subject: company, sources: [own] }
  await expect(extract(task, reading)).rejects.toThrow('left')
})

test('of a status the newest page counts, and what was until then is over', async () => {
  const entry = page('https://index.test/rootcellar', 'Rootcellar', '| Status | Active |\n| --- | --- |', {
    publishedAt: new Date('2023-01-01'),
  })
  const notice = page(
    'https://rootcellar.test/notice',
    'Notice',
    '# Notice\n\nRootcellar is in administration since 2 May 2025.',
  )
  const status = { options: ['Active', 'In administration', 'Dissolved'] }
  expect(await ask('Current status of the company', 'options', [entry, notice], status)).toEqual([
    'In administration',
  ])
  const person = page(
    'https://rao.test/',
    'Dilip Rao',
    '# Dilip Rao\n\nRole: I was CEO until 31 August 2024 and have been chief technology officer since then.',
  )
  const subject = { type: 'person', name: 'Dilip Rao', url: 'https://rao.test/' }
  expect(
    await ask('Present role', 'options', [person], { subject, options: ['CEO', 'CTO', 'Chairman'] }),
  ).toEqual(['CTO'])
})

test('of two places the one that is called what is asked for, and a language is no place', async () => {
  const subject: Subject = { name: 'Pellbrook', type: 'company', url: 'https://pellbrook.test/' }
  const dairy = page(
    'https://pellbrook.test/',
    'Pellbrook',
    '# Pellbrook\n\nOur butter is sold in 23 countries, with Germany the largest market, Spain the second-largest and Japan the newest. The working language is English.',
  )
  const countries = { subject, options: ['Spain', 'Germany', 'Japan'] }
  expect(await ask('Largest market', 'options', [dairy], countries)).toEqual(['Germany'])
  expect(await ask('Newest market', 'options', [dairy], countries)).toEqual(['Japan'])
  const languages = { subject, options: ['English', 'Danish', 'Irish'] }
  expect(await ask('Working language', 'options', [dairy], languages)).toEqual(['English'])
})

test('of days that are said alike, the next is the first that is still to come', async () => {
  const calendar = page(
    'https://tjarn.test/calendar',
    'Tjarn – calendar',
    `# Calendar

- Interim report, first quarter: 24 April 2025
- Interim report, second quarter: 17 July 2025
- Interim report, third quarter: 23 October 2025`,
  )
  const subject: Subject = { type: 'company', name: 'Tjarn', url: 'https://tjarn.test/' }
  const dateOf = async (description: string) =>
    (
      await extract(
        { description, format: 'date', subject, sources: [calendar] },
        { now, signal: new AbortController().signal },
      )
    ).values
  expect(await dateOf('Date of the next interim report')).toEqual(['2025-07-17'])
})

const stages = { options: ['Pre-seed', 'Seed', 'Series A', 'Series B or later'] }
const rhythms = { options: ['Weekly', 'Every two weeks', 'Monthly', 'Quarterly'] }
const amounts = { options: ['Under €1m', '€1m to under €5m', '€5m to €20m', 'Over €20m'] }

test.each([
  ['Latest funding stage', stages, 'It raised a seed round in 2022 and a Series A last May.', 'Series A'],
  [
    'Latest funding stage',
    stages,
    'It raised a seed round in 2022 and a Series C last May.',
    'Series B or later',
  ],
  ['Latest funding stage', stages, 'It raised a seed round in 2022 and plans a Series A.', 'Seed'],
  ['Publication rhythm', rhythms, 'The podcast comes out every second Tuesday.', 'Every two weeks'],
  ['Publication rhythm', rhythms, 'The magazine appears four times a year.', 'Quarterly'],
  ['Size of the latest funding round', amounts, 'The latest funding round was €6.5 million.', '€5m to €20m'],
  ['Main method', { options: ['Survey', 'Interviews'] }, 'No survey was carried out.', null],
  ['Free offer', { options: ['Free plan', 'Free trial'] }, 'Is there a free plan?', null],
] as const)('%s: %o, where it says “%s”: %s', async (description, options, text, wanted) => {
  const said = page('https://rootcellar.test/', 'Rootcellar', `# Rootcellar\n\n${text}`)
  expect(await ask(description, 'options', [said], { options: [...options.options] })).toEqual(
    wanted === null ? null : [wanted],
  )
})

test('a line that begins with people and goes on with where they are tells how many work there', async () => {
  const figures = page(
    'https://rootcellar.test/figures',
    'Rootcellar in figures',
    '# Rootcellar in figures\n\n- 84 people: 61 in Bern and 23 in Turin\n- 6,200 homes have been given a box',
  )
  const { values } = await extract(
    {
      description: 'Number of employees',
      format: 'number',
      subject: { name: 'Rootcellar', url: 'https://rootcellar.test/' },
      sources: [figures],
    },
    { now, signal: new AbortController().signal },
  )
  expect(values).toEqual(['84'])
})

test.for([
  ['Rootcellar closed a Series A of €12 million in May.', 'Valuation (EUR)', null],
  ['The round of €12 million was agreed at a valuation of €60 million.', 'Valuation (EUR)', '60000000'],
  ['It had revenue of €9 million and borrowed €4 million.', 'Net profit in euros', null],
  ['On revenue of €9 million it made a net profit of €1 million.', 'Net profit in euros', '1000000'],
] as const)('one amount is not told by another: %s', async ([text, description, value]) => {
  const news = page('https://rootcellar.test/news', 'Rootcellar news', `# Rootcellar\n\n${text}`)
  const { values } = await extract(
    { description, format: 'number', subject: { name: 'Rootcellar', type: 'company' }, sources: [news] },
    { now, signal: new AbortController().signal },
  )
  expect(values?.[0] ?? null).toBe(value)
})

test.for([
  ['The Linz branch, opened in 2014, was closed in May 2021.', 'When was the Linz branch closed?', '2021-05'],
  ['The Linz branch, opened in 2014, was closed in May 2021.', 'Opening of the Linz branch', '2014'],
  ['The shop was closed in 2019 and opened again in 2022.', 'When was the shop closed?', '2019'],
] as const)('each date is that of the deed beside it: %s %s', async ([text, description, value]) => {
  const news = page('https://rootcellar.test/news', 'Rootcellar news', `# Rootcellar\n\n${text}`)
  const { values } = await extract(
    {
      description,
      format: 'date',
      subject: { name: 'Rootcellar', type: 'company', url: 'https://rootcellar.test/' },
      sources: [news],
    },
    { now, signal: new AbortController().signal },
  )
  expect(values).toEqual([value])
})

test('the first day of a fair is a day, and not the year of the first fair', async () => {
  const fair = page(
    'https://saltfair.test/visit',
    'Visit Salt Fair',
    '# Visit Salt Fair\n\nThe fair has been held since 2008.\n\nDates\nTuesday 6 to Thursday 8 October 2026',
  )
  const { values } = await extract(
    {
      description: 'First day of the fair',
      format: 'date',
      subject: { name: 'Salt Fair', type: 'event' },
      sources: [fair],
    },
    { now, signal: new AbortController().signal },
  )
  expect(values).toEqual(['2026-10-06'])
})

test.for([
  ['Number of rooms (without holiday flats)', 'number', 'The inn has 42 rooms and 6 holiday flats.', '42'],
  ['Date of publication in a journal', 'date', 'It was submitted to a journal in January 2026.', null],
  ['Expiry of the ISO 27001 certificate', 'date', 'Rootcellar is certified to ISO/IEC 27001:2022.', null],
] as const)(
  'what is asked for is not what stands near it: %s',
  async ([description, format, text, value]) => {
    const inn = page('https://rootcellar.test/inn', 'Rootcellar', `# Rootcellar\n\n${text}`)
    const { values } = await extract(
      {
        description,
        format,
        subject: { name: 'Rootcellar', type: 'company', url: 'https://rootcellar.test/' },
        sources: [inn],
      },
      { now, signal: new AbortController().signal },
    )
    expect(values?.[0] ?? null).toBe(value)
  },
)

test('of a table of products the row of the one that is asked about counts', async () => {
  const bags = page(
    'https://saimaa.test/bags',
    'Bags compared',
    '# Bags compared\n\nThe Saimaa 34 is for a week.\n\n| Bag | Colour | Weight |\n| --- | --- | --- |\n| Kehra 22 | red | 4.1 kg |\n| Saimaa 34 | red | 9.8 kg |\n| Kalla 38 | red | 12.6 kg |',
  )
  const { values } = await extract(
    {
      description: 'Weight in kg',
      format: 'number',
      subject: { name: 'Saimaa 34', type: 'product', url: 'https://saimaa.test/34' },
      sources: [bags],
    },
    { now, signal: new AbortController().signal },
  )
  expect(values).toEqual(['9.8'])
})

test('the address of a link is quoted with its text', async () => {
  const menu = page(
    'https://rootcellar.test/about',
    'About Rootcellar',
    '# About Rootcellar\n\nWe grow salad.\n\n- [Careers](https://rootcellar.test/careers)',
  )
  const { values, spans } = await extract(
    { description: 'Careers page', format: 'url', subject: company, sources: [menu] },
    { now, signal: new AbortController().signal },
  )
  expect(values).toEqual(['https://rootcellar.test/careers'])
  expect(spans.map(({ quote }) => quote)).toEqual(['[Careers](https://rootcellar.test/careers)'])
  expect(stands(spans[0]!, menu)).toBe(true)
})
