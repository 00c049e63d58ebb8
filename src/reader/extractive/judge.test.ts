import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import type { Document } from '../../documents/index.ts'
import type { Subject } from '../reader.ts'
import { stands } from '../spans.ts'
import { createJudge } from './judge.ts'

const judge = createJudge({})
const now = new Date('2026-06-15')

const page = (host: string, text: string, more: Parameters<typeof aDocument>[0] = {}): Document =>
  aDocument({ url: `https://${host}/`, language: 'en', text, ...more })

const verdictOn = async (criterion: string, subject: Subject, ...sources: Document[]) => {
  const verdict = await judge({ criterion, subject, sources }, { now, signal: new AbortController().signal })
  for (const span of verdict.spans) expect(sources.some((source) => stands(span, source))).toBe(true)
  if (verdict.satisfied !== 'unclear') expect(verdict.spans).not.toEqual([])
  return verdict
}
const judged = async (criterion: string, subject: Subject, ...sources: Document[]) =>
  (await verdictOn(criterion, subject, ...sources)).satisfied

const ferrolith = page(
  'ferrolith.example',
  `# About Ferrolith

Ferrolith Storage GmbH develops iron-air batteries for grid operators. Founded in 2017 as a spin-off of a university, we have grown to more than 140 employees. Our headquarters and laboratories are in Aachen, Germany; production takes place in Liège, Belgium.

In March 2025 we closed a €46 million Series B led by Breakwater Partners. We supply utilities only; we do not offer home storage systems.

All our sites are certified to ISO 9001 and ISO 14001. We are not listed on any stock exchange. A second plant in Poland is planned for 2028. Ferrolith has never received state aid.`,
)

test.each([
  ['Develops batteries', 'yes'],
  ['Headquartered in Germany', 'yes'],
  ['Is based in Europe', 'yes'],
  ['Based in Belgium', 'no'],
  ['Is based outside Germany', 'no'],
  ['Headquartered outside the United States', 'yes'],
  ['Operates a plant outside Poland', 'unclear'],
  ['Has laboratories outside Germany', 'unclear'],
  ['Has more than 100 employees', 'yes'],
  ['Has more than 200 employees', 'unclear'],
  ['Has fewer than 100 employees', 'no'],
  ['Was founded after 2015', 'yes'],
  ['Was founded before 2015', 'no'],
  ['Raised a Series B in 2025', 'yes'],
  ['Raised a Series B of at least €40 million', 'yes'],
  ['Raised a Series B of more than €50 million', 'no'],
  ['Is ISO 14001 certified', 'yes'],
  ['Is certified to ISO 27001', 'unclear'],
  ['Is publicly traded', 'no'],
  ['Is not publicly traded', 'yes'],
  ['Operates a plant in Poland', 'no'],
  ['Plans to build a plant in Poland', 'yes'],
  ['Has received state aid', 'no'],
  ['Has never received state aid', 'yes'],
  ['Is profitable', 'unclear'],
  ['Has customers in France', 'unclear'],
  ['Is based in Germany and was founded after 2015', 'yes'],
  ['Is based in Germany and was founded before 2015', 'no'],
  ['Is based in Germany and is profitable', 'unclear'],
  ['Develops batteries or solar cells', 'yes'],
])('a company on its own page: %s', async (criterion, expected) => {
  const subject = { type: 'company', name: 'Ferrolith Storage', url: 'https://ferrolith.example/' }
  expect(await judged(criterion, subject, ferrolith)).toBe(expected)
})

test('a seat may stand beside its place', async () => {
  const text = 'Today Lumen is a team of 92 people in Ghent, our head office, and Leeds, where support works.'
  const subject = { type: 'company', name: 'Lumen', url: 'https://lumen.example/' }
  const own = page('lumen.example', text)
  expect(await judged('Headquartered in Belgium', subject, own)).toBe('yes')
  expect(await judged('Headquartered in the UK', subject, own)).toBe('no')
})

const questions = page(
  'plumewise.example',
  `# Pricing

Pro costs $12 per user and month, billed annually.

### Do you offer a free trial of Pro?

Yes, 14 days, no credit card needed.

### Can I self-host Plumewise?

No.

### Is there a mobile app?

Not yet. We expect to release one in the autumn.

| Feature | Starter | Pro |
| --- | --- | --- |
| Single sign-on | no | yes |
| Audit log | no | no |

We're a fully remote team of 34 people. Plumewise has no outside investors.`,
)

test.each([
  ['Offers a free trial', 'yes'],
  ['Can be self-hosted', 'no'],
  ['Has a mobile app', 'no'],
  ['Offers single sign-on', 'yes'],
  ['Offers an audit log', 'no'],
  ['Costs less than $20 per user', 'yes'],
  ['Has fewer than 50 employees', 'yes'],
  ['Is backed by venture capital', 'no'],
  ['Was founded after 2015', 'unclear'],
])('questions, answers and tables: %s', async (criterion, expected) => {
  const subject = { type: 'company', name: 'Plumewise', url: 'https://plumewise.example/' }
  expect(await judged(criterion, subject, questions)).toBe(expected)
})

const okonjo = page(
  'galway.example',
  `# Dr Lena Okonjo

Lena Okonjo is Associate Professor of Marine Ecology at the University of Galway, Ireland, and a former research scientist at CSIRO in Hobart, Australia. She earned her PhD from the University of Cape Town in 2011.

She has authored 63 peer-reviewed articles and won the Thorne Prize in 2022. She currently supervises five doctoral students.

Okonjo serves on the board of KelpWatch; she left the board of Oceanic Partners in 2021. She is fluent in Afrikaans and English. She no longer teaches.`,
  { url: 'https://galway.example/people/okonjo' },
)

test.each([
  ['Is an associate professor', 'yes'],
  ['Is a full professor', 'no'],
  ['Is based in Ireland', 'yes'],
  ['Holds a PhD', 'yes'],
  ['Received her PhD before 2015', 'yes'],
  ['Received her PhD after 2015', 'no'],
  ['Has published more than 50 papers', 'yes'],
  ['Has worked in Australia', 'yes'],
  ['Currently works at CSIRO', 'no'],
  ['Is on the board of Oceanic Partners', 'no'],
  ['Has won a prize', 'yes'],
  ['Speaks Afrikaans', 'yes'],
  ['Speaks French', 'unclear'],
  ['Teaches', 'no'],
  ['Has founded a company', 'unclear'],
])('a person: %s', async (criterion, expected) => {
  const subject = { type: 'person', name: 'Lena Okonjo', url: 'https://galway.example/people/okonjo' }
  expect(await judged(criterion, subject, okonjo)).toBe(expected)
})

const paper = page(
  'journal.example',
  `# Four-day school weeks and adolescent sleep: a cohort study

Published: 4 March 2025

## Abstract

We followed 2,184 students aged 13 to 17 from 46 schools in Oregon and Idaho. Students were not randomised. Mean sleep increased by 21 minutes per night. We found no difference in test scores.

## Declarations

The authors declare no competing interests. Data are available on reasonable request; the analysis code is released under an open licence.`,
  {
    title: 'Four-day school weeks and adolescent sleep: a cohort study',
    publishedAt: new Date('2025-03-04'),
  },
)

test.each([
  ['Has more than 1,000 participants', 'yes'],
  ['Has fewer than 1,000 participants', 'no'],
  ['Includes more than 40 schools', 'yes'],
  ['Is a randomised controlled trial', 'no'],
  ['Was conducted in the United States', 'yes'],
  ['Found that sleep increased', 'yes'],
  ['Declares competing interests', 'no'],
  ['Makes its data openly available', 'no'],
  ['Releases its code', 'yes'],
  ['Was published after 2023', 'yes'],
  ['Was published in the last 12 months', 'no'],
  ['Is written in English', 'yes'],
  ['Was funded by industry', 'unclear'],
])('a paper: %s', async (criterion, expected) => {
  const subject = { type: 'research_paper', name: paper.title ?? '', url: paper.url }
  expect(await judged(criterion, subject, paper)).toBe(expected)
})

test.each([
  ['Ist nach ISO 9001 zertifiziert', 'yes'],
  ['Beschäftigt mehr als 50 Mitarbeiter', 'yes'],
  ['Has more than 100 employees', 'no'],
  ['Hat einen Onlineshop', 'no'],
  ['Delivers to Austria', 'yes'],
  ['Sitz in Deutschland', 'yes'],
  ['Ist börsennotiert', 'unclear'],
])('a German page: %s', async (criterion, expected) => {
  const subject = { type: 'company', name: 'Brandner Holzbau', url: 'https://brandner.example/' }
  const text = `# Über uns

Die Brandner Holzbau GmbH mit Sitz in Regensburg fertigt seit 1987 Dachstühle. Wir beschäftigen 85 Mitarbeiter, davon 12 Auszubildende.

Seit 2010 sind wir nach ISO 9001 zertifiziert. Einen Onlineshop haben wir nicht. Wir liefern auch nach Österreich.`
  expect(await judged(criterion, subject, page('brandner.example', text, { language: 'de' }))).toBe(expected)
})

test.each([
  ['Basée en France', 'yes'],
  ['Has more than 50 employees', 'yes'],
  ['A levé des fonds', 'no'],
  ['Has a subsidiary in Senegal', 'no'],
  ['Plans to open a subsidiary in Senegal', 'yes'],
  ['Vend aux particuliers', 'no'],
  ['Was founded after 2015', 'no'],
])('a French page: %s', async (criterion, expected) => {
  const subject = { type: 'company', name: 'Lumiroute', url: 'https://lumiroute.example/' }
  const text = `# L'entreprise

Lumiroute SAS, dont le siège est à Nantes, conçoit des lampadaires. Fondée en 2013, l'entreprise emploie 62 salariés.

Elle n'a jamais levé de fonds. Elle prévoit d'ouvrir une filiale au Sénégal en 2027. Nous ne vendons pas aux particuliers.`
  // The page does not say which language it is in.
  expect(await judged(criterion, subject, page('lumiroute.example', text, { language: null }))).toBe(expected)
})

const orrin = { type: 'company', name: 'Orrin Pumps', url: 'https://orrin.example/' }
const news = (date: string, text: string) =>
  page(`news-${date}.example`, text, { publishedAt: new Date(date), title: 'Orrin Pumps in the news' })

test('numbers are compared with their hedges', async () => {
  const about180 = page('orrin.example', 'Orrin Pumps employs about 180 people.')
  expect(await judged('Has more than 150 employees', orrin, about180)).toBe('yes')
  expect(await judged('Has more than 175 employees', orrin, about180)).toBe('unclear')
  expect(await judged('Has more than 200 employees', orrin, about180)).toBe('no')
})

test('a newer figure replaces an older one where it says that it is newer', async () => {
  const older = news('2025-09-01', 'Orrin Pumps employs 90 people.')
  const newer = news('2026-05-01', 'Orrin Pumps now employs 130 people.')
  const verdict = await verdictOn('Has more than 100 employees', orrin, older, newer)
  expect(verdict.satisfied).toBe('yes')
  expect(verdict.reasoning).toContain('older')
  const undated = news('2026-05-01', 'Orrin Pumps employs 130 people.')
  expect(await judged('Has more than 100 employees', orrin, older, undated)).toBe('unclear')
})

test('sources that contradict each other leave it unclear, with both quotes', async () => {
  const one = news('2026-02-01', 'Orrin Pumps was founded in 1998.')
  const other = news('2026-05-01', 'Orrin Pumps was founded in 2003.')
  const verdict = await verdictOn('Was founded before 2000', orrin, one, other)
  expect(verdict.satisfied).toBe('unclear')
  expect(verdict.spans.map(({ quote }) => quote)).toEqual(
    expect.arrayContaining(['Orrin Pumps was founded in 1998.', 'Orrin Pumps was founded in 2003.']),
  )
})

test('a rumour says nothing, and a correction settles it', async () => {
  const rumour = news('2026-01-10', 'Orrin Pumps is said to have been acquired by Vant Industries.')
  const correction = news('2026-01-20', 'Correction: Orrin Pumps has not been acquired.')
  expect(await judged('Has been acquired', orrin, rumour)).toBe('unclear')
  expect(await judged('Has been acquired', orrin, rumour, correction)).toBe('no')
})

test('what others do is not the subject’s', async () => {
  const roundup = page(
    'weekly.example',
    `# The week in pumps

Vant Industries employs 900 people and is certified to ISO 27001. Orrin Pumps employs 60 people.

Delmar Valves was acquired in March.`,
  )
  expect(await judged('Has more than 500 employees', orrin, roundup)).toBe('no')
  expect(await judged('Is certified to ISO 27001', orrin, roundup)).toBe('unclear')
  expect(await judged('Has been acquired', orrin, roundup)).toBe('unclear')
})

test('the signal ends it', async () => {
  const task = { criterion: 'Is profitable', subject: orrin, sources: [] }
  const reason = new Error('enough')
  await expect(judge(task, { now, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

const bakery = page(
  'crumb.example',
  `# Crumb & Rye

A bakery in Ghent, Belgium · Since 1984 · 24 people

**Opening hours**
Tuesday – Friday: 7:00 – 18:00
Saturday: 7:00 – 13:00
Sunday & Monday: closed

We speak Dutch, French and English. Sourdough course: €65 (sold out)`,
)

test.for([
  ['Open on Wednesdays', 'yes'],
  ['Open on Saturday', 'yes'],
  ['Open on Mondays', 'no'],
  ['Closed on Sundays', 'yes'],
  ['Speaks French', 'yes'],
  ['Speaks Polish', 'unclear'],
  ['At least three languages spoken', 'yes'],
  ['Belgian company', 'yes'],
  ['In business for more than 30 years', 'yes'],
  ['In business for more than 60 years', 'no'],
  ['Over 40 years old', 'yes'],
  ['Fewer than 50 employees', 'yes'],
] as const)('a shop on its own page: %s', async ([criterion, verdict]) => {
  const subject: Subject = { name: 'Crumb & Rye', type: 'company', url: 'https://crumb.example/' }
  expect(await judged(criterion, subject, bakery)).toBe(verdict)
})

const lamp = page(
  'glim.example',
  `# Glim desk lamp

~~£95~~ **£79** · In stock

- 740 g
- Designed in Oslo. Assembled in Portugal.
- Wall bracket removed from the box`,
)

test.for([
  ['Costs less than £80', 'yes'],
  ['Costs less than £50', 'no'],
  ['Weighs less than 1 kg', 'yes'],
  ['Made in Norway', 'no'],
  ['Has a wall bracket', 'no'],
] as const)('a product in a shop: %s', async ([criterion, verdict]) => {
  const subject: Subject = { name: 'Glim desk lamp', type: 'custom', url: 'https://glim.example/' }
  expect(await judged(criterion, subject, lamp)).toBe(verdict)
})

const harbour = [
  page(
    'tideworks.example',
    `# Tideworks

Cuxhaven, Germany · 64 people

Chief executive: Marit Solberg

Tideworks builds mooring robots for small ports. We moved from Bremen to Cuxhaven in 2022. A licence for drones has been applied for. The robots are assembled in Cuxhaven.

Languages of the manual: German, Danish, Polish`,
  ),
  page(
    'harbour-news.example',
    `Tideworks gets a new head\n\nOla Brekke took over as chief executive of Tideworks on 1 May.`,
    {
      title: 'Tideworks gets a new head',
      publishedAt: new Date('2026-05-04'),
    },
  ),
]

test.for([
  ['Company must be based in Germany', 'yes'],
  ['Based in northern Germany', 'yes'],
  ['Marit Solberg is chief executive', 'no'],
  ['Ola Brekke is the chief executive', 'yes'],
  ['Is led by a woman', 'no'],
  ['Works on mooring robots', 'yes'],
  ['Makes its robots in China', 'unclear'],
  ['Made in China', 'no'],
  ['Has fewer than 100 employees', 'yes'],
] as const)('an office that changed hands: %s', async ([criterion, verdict]) => {
  const subject: Subject = { name: 'Tideworks', type: 'company', url: 'https://tideworks.example/' }
  expect(await judged(criterion, subject, ...harbour)).toBe(verdict)
})

const engineer = page(
  'people.example/rask',
  `# Ilse Rask

Utrecht, Netherlands

## Experience
- 2021 – present: Head of propulsion, Windrose Marine, Utrecht
- 2014 – 2021: Naval architect, Holt & Brandt, Gdańsk

## Languages
Dutch · Danish · English`,
)

test.for([
  ['Works at Windrose Marine', 'yes'],
  ['Is employed by Holt & Brandt', 'no'],
  ['Has worked in Poland', 'yes'],
  ['Lives in the Netherlands', 'yes'],
  ['Speaks three languages', 'yes'],
  ['Speaks at least four languages', 'no'],
] as const)('a career told in lines: %s', async ([criterion, verdict]) => {
  const subject: Subject = { name: 'Ilse Rask', type: 'person', url: engineer.url }
  expect(await judged(criterion, subject, engineer)).toBe(verdict)
})

test('what somebody is called is not what is said about it', async () => {
  const subject = { type: 'company', name: 'Larkfield Robotics' }
  const former = page(
    'uni.example',
    '# Ines Duarte\n\nShe took her doctorate in 2015 and worked for Larkfield Robotics in Porto until 2019.',
  )
  expect(await judged('Works in robotics', subject, former)).toBe('unclear')
  const entry = page(
    'lists.example',
    '# Larkfield Robotics\n\n| Sector | Robotics, inspection |\n| --- | --- |',
  )
  expect(await judged('Works in robotics', subject, former, entry)).toBe('yes')
})

test('a number that another page calls the former one is the older', async () => {
  const subject = { type: 'company', name: 'Halde', url: 'https://halde.example/' }
  const own = page('halde.example', 'Halde builds signals. We employ 265 people in Linz.')
  const news = page('news.example', 'Halde now has 312 employees, up from 265 last October.')
  expect(await judged('Has more than 300 employees', subject, own, news)).toBe('yes')
})

test('what brings a number about gives it', async () => {
  const subject = { type: 'company', name: 'Halde', url: 'https://halde.example/' }
  const text = 'It also costs jobs: 35 positions are gone as of this week, bringing the workforce to 97.'
  const own = page('halde.example', `# Halde\n\n${text}`)
  expect(await judged('Has fewer than 100 employees', subject, own)).toBe('yes')
})

test.each([
  ['Is under 50', '📞 078 555 0163 (secretariat: Mrs J. de Rooij)'],
  ['Has at least 15 offices', 'Home office: 1180 E. Lantern Road, Salina.'],
  ['Weighs less than 1 kg', 'The scale takes letters up to a weight of 8 kg.'],
  [
    'Has factories in more than one country',
    'The manufacturer, which sells to more than 25 countries, will add around 20 jobs at its plant over the next 18 months.',
  ],
])('“%s” is not told by any number', async (criterion, text) => {
  const subject = { type: 'company', name: 'Halde', url: 'https://halde.example/' }
  expect(await judged(criterion, subject, page('halde.example', `# Halde\n\n${text}`))).toBe('unclear')
})

test('the number of a registration denies no place', async () => {
  const subject = { type: 'company', name: 'Halde', url: 'https://halde.example/' }
  const text =
    '# Halde\n\nHalde has its headquarters in Cork. Registered in Ireland No. 620418. Directors: A. Hall.'
  expect(await judged('Is based in Ireland', subject, page('halde.example', text))).toBe('yes')
})

test.each([
  ['Has offices in at least three countries', 'yes'],
  ['Has offices in more than three countries', 'unclear'],
  ['Has factories in at least three countries', 'unclear'],
])('countries are counted where their places are named: %s', async (criterion, expected) => {
  const subject = { type: 'company', name: 'Halde', url: 'https://halde.example/' }
  const text =
    '# Halde\n\nOur offices are in Freiburg, Vienna and Prague. Customers come from Chile and Peru.'
  expect(await judged(criterion, subject, page('halde.example', text))).toBe(expected)
})

test('an event starts when the first lines of its page say', async () => {
  const subject = { type: 'event', name: 'Ports Forum', url: 'https://forum.example/' }
  const own = page(
    'forum.example',
    '# Ports Forum\n\nKlaipėda, Lithuania · 22–24 September 2026\n\nWelcome to all.',
  )
  expect(await judged('Starts after 20 September 2026', subject, own)).toBe('yes')
  expect(await judged('Begins before 20 September 2026', subject, own)).toBe('no')
  const moved = news(
    '2026-06-09',
    'The Ports Forum, announced for 22–24 September, has been put off and will be held from 14 to 16 October 2026.',
  )
  expect(await judged('Takes place in October 2026', subject, own, moved)).toBe('yes')
  expect(await judged('Takes place in September 2026', subject, own, moved)).toBe('no')
  const deadline = news(
    '2026-05-02',
    'The early-bird deadline of the Ports Forum has been moved to 30 June 2026.',
  )
  expect(await judged('Takes place in September 2026', subject, own, deadline)).toBe('yes')
})
