import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import type { Embedder } from '../../../ports/embedder.ts'
import type { FieldFormat, Subject } from '../../reader.ts'
import { createExtract } from '../extract.ts'
import { createJudge } from '../judge.ts'

const embedder: Embedder = {
  model: 'none',
  dimensions: 1,
  // All texts are alike to it: what is found is found without vectors.
  embed: async (texts) => texts.map(() => Float32Array.of(1)),
  close: () => Promise.resolve(),
}
const extract = createExtract({ embedder, judge: createJudge({}) })
const now = new Date('2026-03-01')

interface Page {
  readonly name: string
  readonly text: string
  readonly type?: Subject['type']
  readonly title?: string
  readonly language?: string
  readonly publishedAt?: Date
  /** Not the subject's own page. */
  readonly isOthers?: true
}

async function ask(page: Page, description: string, format: FieldFormat): Promise<readonly string[] | null> {
  const url = 'https://page.test/it'
  const { name, title = name, text, language = 'en', publishedAt = null } = page
  const document = aDocument({ url, title, text, language, publishedAt, fetchedAt: now, checkedAt: now })
  const subject = { name: page.name, type: page.type, ...(!page.isOthers && { url }) }
  const { values } = await extract(
    { description, format, subject, sources: [document] },
    { now, signal: new AbortController().signal },
  )
  return values
}

const fair: Page = {
  name: 'Harbour Book Fair 2026',
  text: `# Harbour Book Fair 2026

**Galway, Ireland · 5–8 November 2026**

**Organiser** Claddagh Letters
**Curator:** Dr. Aoife Brannigan, aoife@page.test

~~€24~~ **€18** · 4.6 ★ (2,140 reviews)

### How many exhibitors are there?
61, nine of which are from abroad.

## Invited speakers
- Nuala Finnerty (Cork)
- Piet Okkerse (Ghent)
- *Sunil Rao (Leeds) – cancelled*

Talks are held in English, Irish and Polish. Bookings: 091 555 0132.`,
}

test.each<[string, FieldFormat, readonly string[] | null]>([
  ['Start date', 'date', ['2026-11-05']],
  ['End date', 'date', ['2026-11-08']],
  ['Organiser', 'text', ['Claddagh Letters']],
  ['Curator', 'text', ['Aoife Brannigan']],
  ['Current price in EUR', 'number', ['18']],
  ['Average rating', 'number', ['4.6']],
  ['Number of reviews', 'number', ['2140']],
  ['Number of exhibitors', 'number', ['61']],
  ['Exhibitors from abroad', 'number', ['9']],
  ['Invited speakers', 'text', ['Nuala Finnerty', 'Piet Okkerse']],
  ['Phone for reservations', 'phone', ['+353915550132']],
  ['Fax', 'phone', null],
])('of a fair: %s', async (description, format, wanted) => {
  expect(await ask(fair, description, format)).toEqual(wanted)
})

const maker: Page = {
  name: 'Wendel Brass',
  type: 'company',
  text: `# Wendel Brass

Wendel Brass has made valves for trumpets since 1963. Set-up fee £12, repairs £45.

Oona Tarrant, a former player, was appointed managing director in May 2024.

We speak English, Welsh and Dutch. Instruments are available in silver, gold and matt.

Wendel Brass Ltd, 3 Forge Lane, Cardiff CF10 4BT · Fax: 029 5550 0178`,
}

test.each<[string, FieldFormat, readonly string[] | null]>([
  ['Year of foundation', 'date', ['1963']],
  ['Founded', 'number', ['1963']],
  ['Price of repairs in pounds', 'number', ['45']],
  ['Managing director', 'text', ['Oona Tarrant']],
  ['Languages spoken', 'text', ['English', 'Welsh', 'Dutch']],
  ['Colours', 'text', ['silver', 'gold', 'matt']],
  ['Postcode', 'text', ['CF10 4BT']],
  ['Fax number', 'phone', ['+442955500178']],
  ['Head chef', 'text', null],
])('of a maker: %s', async (description, format, wanted) => {
  expect(await ask(maker, description, format)).toEqual(wanted)
})

const ferry: Page = {
  name: 'Skerry Lines',
  type: 'company',
  publishedAt: new Date('2026-02-10'),
  text: `# Skerry Lines

Skerry Lines employs 40 people in Norway and 215 worldwide. Fares are £6 for adults and £3 for children.

Tove Aas founded the company with Jens Moe. Tove is still our CEO.

We have raised £19 million from Fjord Capital, North Loan and Brae Partners. Our latest round was a £7 million Series B, led by Brae Partners.

The new terminal, once promised for 2025, is now due to open in May 2027. The main contractor is Lofoten Civil.

4 routes: Oban, Mallaig, Ullapool and Tarbert

The company, which lost £2 million last year, would not say when it expects a profit.`,
}

test.each<[string, FieldFormat, readonly string[] | null]>([
  ['Number of employees', 'number', ['215']],
  ['Employees in Norway', 'number', ['40']],
  ['Fare for children in pounds', 'number', ['3']],
  ['CEO', 'text', ['Tove Aas']],
  ['Size of the latest funding round in pounds', 'number', ['7000000']],
  ['Total funding raised in pounds', 'number', ['19000000']],
  ['Investors', 'text', ['Fjord Capital', 'North Loan', 'Brae Partners']],
  ['Opening of the new terminal', 'date', ['2027-05']],
  ['Main contractor', 'text', ['Lofoten Civil']],
  ['Number of routes', 'number', ['4']],
  ['Net loss in pounds', 'number', ['2000000']],
  ['P value', 'number', null],
])('of a company in the news: %s', async (description, format, wanted) => {
  const values = await ask(ferry, description, format)
  expect(values?.toSorted() ?? null).toEqual(wanted?.toSorted() ?? null)
})

const scientist: Page = {
  name: 'Ines Oduya',
  type: 'person',
  text: `# Ines Oduya

Senior Scientist · Department of Ice · Polar University

- 2021 – present: Senior Scientist, Polar University
- 2015 – 2021: Research engineer, Hald Instruments

PhD in Physics, University of Turku, 2014`,
}

test.each<[string, readonly string[] | null]>([
  ['Employer', ['Polar University']],
  ['Previous employer', ['Hald Instruments']],
  ['Job title', ['Senior Scientist']],
  ['PhD university', ['University of Turku']],
])('of a scientist: %s', async (description, wanted) => {
  expect(await ask(scientist, description, 'text')).toEqual(wanted)
})

test('a trial says who was screened, who began and who finished, and what was measured', async () => {
  const trial: Page = {
    name: 'Walking after surgery',
    type: 'research_paper',
    text: `# Walking after surgery

Of 90 patients screened, 61 were randomised and 57 completed the study. The primary outcome was walking distance at six months.`,
  }
  expect(await ask(trial, 'Participants randomised', 'number')).toEqual(['61'])
  expect(await ask(trial, 'Participants who completed the study', 'number')).toEqual(['57'])
  expect(await ask(trial, 'Primary outcome', 'text')).toEqual(['walking distance'])
})

test('a German page counts and prices in compounds', async () => {
  const club: Page = {
    name: 'Segelverein Ammerau',
    language: 'de',
    text: `# Segelverein Ammerau

Die Gesamtbelegschaft des Hafens liegt bei 23.

**Beiträge**
- Erwachsene 180 €
- Kinder 60 €

Telefon: 08152 555-310`,
  }
  expect(await ask(club, 'Beschäftigtenzahl', 'number')).toEqual(['23'])
  expect(await ask(club, 'Jahresbeitrag Kinder in Euro', 'number')).toEqual(['60'])
  expect(await ask(club, 'Telefonnummer', 'phone')).toEqual(['+498152555310'])
})

test('who is known by name alone is not taken for others on the page', async () => {
  const directory: Page = {
    name: 'Ostrava Pumps',
    title: 'Companies',
    isOthers: true,
    text: `# Companies

| Company | City | Employees |
| --- | --- | --- |
| Kelmet | Brno | 12 |
| Ostrava Pumps | Ostrava | not known |
`,
  }
  expect(await ask(directory, 'Number of employees', 'number')).toBeNull()
})

const works: Page = {
  name: 'Lund Works',
  text: `# Lund Works

Fees were NOK 5,000. Revenue was NOK 948 million in 2025, and net debt 1.2 billion kroner. We fitted 486,000 meters.

Seven people died in the fire, few for its size: the hall was empty. Our financial year ends on 30 June 2025.

| Date | What happened |
| --- | --- |
| 2 April 2025 | Leak reported |
| 2024, 9 May | New paint shop |`,
}

test.each<[string, FieldFormat, readonly string[] | null]>([
  ['Revenue in million NOK', 'number', ['948']],
  ['Revenue (NOK bn)', 'number', ['0.948']],
  ['Revenue in NOK', 'number', ['948000000']],
  ['Net debt, NOK m', 'number', ['1200']],
  ['Fees in million NOK', 'number', ['0.005']],
  ['Meters fitted', 'number', ['486000']],
  ['People who died in the fire', 'number', ['7']],
  ['End of the financial year', 'date', ['2025-06-30']],
  ['Leak reported', 'date', ['2025-04-02']],
  ['New paint shop', 'date', ['2024-05-09']],
])('of a works: %s', async (description, format, wanted) => {
  expect(await ask(works, description, format)).toEqual(wanted)
})

const report: Page = {
  name: 'Vireo Panels',
  type: 'company',
  publishedAt: new Date('2026-01-16'),
  text: `# Ostmark completes the acquisition of Vireo Panels

**Lille, 16 January 2026.** The acquisition, which had been announced on 2 October 2025, was closed yesterday.

The panels reached a flexural strength of 286 ± 17 MPa (n = 24), and 12 % (95 % CI 8 to 16) of them broke. In 2022 Vireo Panels had revenue of 26.4 million euros.

The exhibition “Thin Walls” runs until 27 September 2026. A guest speaker will be announced in August.

A Warsaw fund holds 30 per cent. Vireo Panels itself holds 4 per cent.`,
}

test.each<[string, FieldFormat, readonly string[] | null]>([
  ['Date when the acquisition was closed', 'date', ['2026-01-15']],
  ['Flexural strength in MPa', 'number', ['286']],
  ['Revenue in 2022 in million euros', 'number', ['26.4']],
  ['Revenue in 2025 in million euros', 'number', null],
  ['Start of the exhibition Thin Walls', 'date', null],
  ['End of the exhibition Thin Walls', 'date', ['2026-09-27']],
  ['Date on which the guest speaker speaks', 'date', null],
  ['Its share in percent', 'number', ['4']],
])('of a report: %s', async (description, format, wanted) => {
  expect(await ask(report, description, format)).toEqual(wanted)
})

test('of several versions the one asked for', async () => {
  const preprint: Page = {
    name: 'Hearing cracks',
    type: 'research_paper',
    text: '# Hearing cracks\n\n[v2] submitted 29 April 2026 (v1: 4 March 2026)',
  }
  expect(await ask(preprint, 'Date of the second version', 'date')).toEqual(['2026-04-29'])
  expect(await ask(preprint, 'Date of the first version', 'date')).toEqual(['2026-03-04'])
  expect(await ask(preprint, 'Date of the third version', 'date')).toBeNull()
})

test('those who have done something are not those beside them', async () => {
  const professor: Page = {
    name: 'Ines Oduya',
    type: 'person',
    text: '# Ines Oduya\n\n## Students\n\nAt present I supervise six doctoral students. Fourteen have graduated so far.',
  }
  expect(await ask(professor, 'Number of doctoral students who have graduated', 'number')).not.toEqual(['6'])
  expect(await ask(professor, 'Number of doctoral students', 'number')).toEqual(['6'])
})

const sensor: Page = {
  name: 'Rootline 3',
  type: 'product',
  text: `# Rootline 3

| | Rootline 2 | Rootline 3 |
|---|---|---|
| Weight | 1.6 kg | 1.25 kg |
| Dealers | 61 | 84 |

Net sales 2025: EUR 58.3 million (2024: EUR 51.9 million)

Plots of 6 × 10 m, randomised in blocks.

Supporting members: 8.00

"A probe has one job."

Prices: a weekend ticket is GH₵ 270.`,
}

test.each<[string, FieldFormat, readonly string[] | null]>([
  ['Weight in grams', 'number', ['1250']],
  ['Number of dealers', 'number', ['84']],
  ['Net sales in 2024, in million euros', 'number', ['51.9']],
  ['Net sales in 2025, in million euros', 'number', ['58.3']],
  ['Net sales in 2025, in crore euros', 'number', ['5.83']],
  ['Number of plots', 'number', null],
  ['Number of supporting members', 'number', null],
  ['Number of employees', 'number', null],
  ['Price of a weekend ticket in Ghana cedis', 'number', ['270']],
])('columns, years before colons and no counts: %s', async (description, format, expected) => {
  expect(await ask(sensor, description, format)).toEqual(expected)
})

test('a company that is told by its town is the one named before', async () => {
  const news: Page = {
    name: 'Tumaini Cover',
    type: 'company',
    isOthers: true,
    title: 'Tumaini Cover drops plan',
    text: `# Tumaini Cover drops plan

Kenyan insurer Tumaini Cover has shelved a plan, its founder said.

The Nairobi-based company insures about 330,000 customers. She holds an editor's post and wrote 87 papers in peer-reviewed journals.`,
  }
  expect(await ask(news, 'Number of customers', 'number')).toEqual(['330000'])
  expect(await ask(news, 'Number of peer-reviewed papers', 'number')).toEqual(['87'])
})

const port: Page = {
  name: 'Marguerite Coyne',
  type: 'person',
  publishedAt: new Date('2026-06-10'),
  text: `# Marguerite Coyne

Marguerite Coyne was born in Enugu and studied forestry at Nsukka (BEng 2003).

From 1997 to 2012 she held posts in industry, latterly as woodlands manager.

Office hours: Monday to Friday 7:30–15:30, every Saturday 9–12. Talks begin at 7.00 on Friday.`,
}

test.each<[string, FieldFormat, readonly string[] | null]>([
  ['Date of birth', 'date', null],
  ['Date of appointment', 'date', null],
  ['Date the current head took office', 'date', null],
])('deeds, ends and hours have no date of another: %s', async (description, format, expected) => {
  expect(await ask(port, description, format)).toEqual(expected)
})

const group: Page = {
  name: 'Ilze Kalve',
  type: 'person',
  text: `# Ilze Kalve

## Group

Seven members: two postdocs, three doctoral students, one technician and Ilze Kalve herself.

A small network (41,000 parameters) of hers finds fungi with a sensitivity of 0.93.`,
}

test.each([
  ['Number of members of her group', '7'],
  ['Sensitivity of the network', '0.93'],
])('what a number counts stands beside it: %s', async (description, expected) => {
  expect(await ask(group, description, 'number')).toEqual([expected])
})

test('jobs that go are not those that stay', async () => {
  const subject = { name: 'Bergline', type: 'company', url: 'https://bergline.test/' } as const
  const own = aDocument({
    url: 'https://bergline.test/',
    language: 'en',
    text: '# Bergline\n\n132 people work for Bergline at sea and ashore.',
    publishedAt: new Date('2025-03-01'),
  })
  const news = aDocument({
    url: 'https://news.test/bergline',
    language: 'en',
    text: '# Bergline sells *Torngat*, 35 jobs go\n\nThe sale was announced on Monday.',
    publishedAt: new Date('2026-02-01'),
  })
  const { values } = await extract(
    { description: 'Current number of employees', format: 'number', subject, sources: [own, news] },
    { now, signal: new AbortController().signal },
  )
  expect(values).toEqual(['132'])
})
