import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import type { FieldFormat, Subject } from '../../reader.ts'
import { choose } from './choose.ts'
import { factsFor, parseAsk, possibleFacts, readSource } from './index.ts'

/** What rules alone take, of one page or of several, the oldest first. */
function chosen(
  subject: Subject,
  description: string,
  format: FieldFormat,
  ...texts: readonly [date: string, text: string][]
): string | null {
  const sources = texts.map(([date, text], at) =>
    readSource(
      aDocument({
        url: `https://page${at}.test/`,
        title: text.split('\n')[0]?.replace('# ', '') ?? '',
        text,
        language: 'en',
        publishedAt: new Date(date),
        fetchedAt: new Date(date),
      }),
    ),
  )
  const ask = parseAsk(description, subject, format, undefined)
  const facts = sources.flatMap((source) => factsFor(ask, source, subject, sources))
  return choose(ask, facts, 0.55)?.candidate.value ?? null
}

const fleet: Subject = { name: 'Tarnholm Towage', type: 'company', url: 'https://page0.test/' }
const ships = `# Tarnholm Towage

| Tug | Built | Bollard pull | Last refit |
| --- | --- | --- | --- |
| Havørn | 2009 | 61 t | 2 May 2021 |
| Lomvi | 2015 | 84 t | 19 March 2025 |
| Terne | 2003 | 38 t | 7 June 2023 |

- Longest tow to date: 41 days, Lomvi, in 2019

2 February 2026 – We have taken on a tow of 63 days.`

test.each<[string, FieldFormat, string]>([
  ['Bollard pull of its strongest tug in tonnes', 'number', '84'],
  ['Lowest bollard pull in tonnes', 'number', '38'],
  ['Date of the most recent refit', 'date', '2025-03-19'],
  ['Longest tow in days', 'number', '41'],
])('what stands furthest out: %s', (description, format, wanted) => {
  expect(chosen(fleet, description, format, ['2026-03-01', ships])).toBe(wanted)
})

const trial: Subject = {
  name: 'Hoof baths in hill sheep',
  type: 'research_paper',
  url: 'https://page0.test/',
}
const abstract = `# Hoof baths in hill sheep

Footrot at lambing was 7.4 % in the weekly arm and 12.1 % in the monthly arm. 96 farms were invited and 58 enrolled. We weighed 31 of them and took samples from 640 lambs.

Costs were GBP 2.10 a ewe; the duration of the protection was not disclosed by the maker, whose own trial ran for 14 days.`

test.each<[string, string | null]>([
  ['Footrot in the monthly arm in per cent', '12.1'],
  ['Footrot in the weekly arm in per cent', '7.4'],
  ['Number of farms enrolled', '58'],
  ['Number of lambs sampled', '640'],
])('which of two values is meant, the words beside them say: %s', (description, wanted) => {
  expect(chosen(trial, description, 'number', ['2025-05-01', abstract])).toBe(wanted)
})

test('what is not disclosed is not the number beside it', () => {
  const firm: Subject = { name: 'Ostrava Hull Care', type: 'company', url: 'https://page0.test/' }
  const text =
    '# Ostrava Hull Care\n\nTurnover was EUR 3.9 million, up from 2.2 million; the loss was not disclosed.'
  expect(chosen(firm, 'Loss in million euros', 'number', ['2026-01-01', text])).toBeNull()
  expect(chosen(firm, 'Revenue in million euros', 'number', ['2026-01-01', text])).toBe('3.9')
})

test('a round before the seed round is another one', () => {
  const firm: Subject = { name: 'Kelpwright', type: 'company', url: 'https://page0.test/' }
  const text = `# Kelpwright

## Funding rounds

| Date | Round | Amount |
| --- | --- | --- |
| 3 May 2020 | Pre-seed | €400k |
| 6 September 2022 | Seed | €2m |`
  expect(chosen(firm, 'Date of the seed round', 'date', ['2026-01-01', text])).toBe('2022-09-06')
})

test('what is asked for with its prefix is not what stands without it', () => {
  const study: Subject = { name: 'Smoke and sleep', type: 'research_paper', url: 'https://page0.test/' }
  const text = '# Smoke and sleep\n\nWe enrolled 412 non-smokers and 96 smokers.'
  expect(chosen(study, 'Number of non-smokers', 'number', ['2026-01-01', text])).toBe('412')
  expect(chosen(study, 'Number of smokers', 'number', ['2026-01-01', text])).toBe('96')
})

test('in a list of places and dates a date belongs to the place before it', () => {
  const tool: Subject = { name: 'Quaymaster', type: 'product', url: 'https://page0.test/' }
  const text =
    '# Quaymaster\n\nTraining days 2026: Brecon 9 July, Sligo 24 September, Hobart (date to follow)'
  expect(chosen(tool, 'Date of the Sligo training day', 'date', ['2026-03-01', text])).toBe('2026-09-24')
  expect(chosen(tool, 'Date of the Hobart training day', 'date', ['2026-03-01', text])).toBeNull()
})

test('words of denial that are asked for deny nothing', () => {
  const yard: Subject = { name: 'Skarvøy Yard', type: 'company', url: 'https://page0.test/' }
  const text = '# Skarvøy Yard\n\nOne million hours without a lost-time injury, reached on 3 June 2025.'
  const asked = 'Date one million hours without a lost-time injury was reached'
  expect(chosen(yard, asked, 'date', ['2026-01-01', text])).toBe('2025-06-03')
})

const congress: Subject = { name: 'IV Karst Congress 2026', type: 'event', url: 'https://page0.test/' }
const announced = `# IV Karst Congress 2026

Postojna, Slovenia · 23–25 September 2026

| | |
| --- | --- |
| Early-bird fee | until 31 May 2026 |

Registration closes when 350 places have gone.`
const moved = `# Karst congress moves hall

The Karst Congress, announced for 23–25 September, has been moved and will be held from 14 to 16 October 2026. The number of places rises from 350 to 420. The early-bird period is extended to 30 June 2026.`

test.each<[string, FieldFormat, string]>([
  ['First day of the congress', 'date', '2026-10-14'],
  ['End of the early-bird period', 'date', '2026-06-30'],
  ['Number of places', 'number', '420'],
])('a newer page that says what has changed is believed: %s', (description, format, wanted) => {
  expect(chosen(congress, description, format, ['2026-02-16', announced], ['2026-06-09', moved])).toBe(wanted)
})

const museum: Subject = { name: 'Ropewalk Museum', type: 'place', url: 'https://page0.test/' }
const visit = `# Ropewalk Museum

The Ropewalk Museum opened on 1 July 1986. Its loft opens to visitors on 20 June 2026. It is certified to ISO 14001 (certificate valid until 30 September 2027).

## Guides

Four at present: Elza Druviete, Kaspars Mednis, Oksana Hrytsenko and Toms Liepa.

Of 2,164 visitors asked, 31.2 and 33.0 % came by bus in the two seasons.`

test.each<[string, FieldFormat, string | null]>([
  ['Date the museum first opened', 'date', '1986-07-01'],
  ['Date the ISO 14001 certificate was issued', 'date', null],
])('of a museum: %s', (description, format, wanted) => {
  expect(chosen(museum, description, format, ['2026-04-30', visit])).toBe(wanted)
})

test('what may be meant has the sign of the hundred, or shares it, and a number is no label', () => {
  const source = readSource(aDocument({ url: museum.url!, title: 'Ropewalk Museum', text: visit }))
  const possible = (description: string) =>
    possibleFacts(parseAsk(description, museum, 'number', undefined), source, museum, [source]).map(
      ({ value }) => value,
    )
  expect(possible('Percentage of visitors who came by bus').toSorted()).toEqual(['31.2', '33'])
  expect(possible('Number of guides')).toContain('4')
})

test('a change of something else changes nothing', () => {
  const firm: Subject = { name: 'Tarnholm Towage', type: 'company', url: 'https://page0.test/' }
  const own = '# Tarnholm Towage\n\nWe tow ships.\n\nEmployees: 240'
  const news = '# Tarnholm Towage cuts jobs\n\nTarnholm Towage cut 35 jobs in Hull.'
  expect(chosen(firm, 'Number of employees', 'number', ['2025-02-01', own], ['2026-03-01', news])).toBe('240')
  const later =
    '# Karst Congress\n\nThe abstract deadline of the Karst Congress has been extended to 15 May 2026.'
  const dates = `${announced}\n\nRegistration deadline: 30 June 2026`
  const wanted = chosen(
    congress,
    'Registration deadline',
    'date',
    ['2026-02-16', dates],
    ['2026-03-09', later],
  )
  expect(wanted).toBe('2026-06-30')
})

test('who is named beside the subject is asked for', () => {
  const firm: Subject = { name: 'Billabong Seed', type: 'company', url: 'https://page0.test/' }
  const own = '# Billabong Seed\n\nWe grow native grasses.'
  const vacancy = `# Laboratory Manager, Geraldton

Midwest Work › Science › Geraldton

Billabong Seed is one of the larger suppliers of the state. Most of our seed goes to mines. Since 1 October 2024 we have been majority-owned by others: Marra Creek Corporation holds 51 per cent.`
  const asked = 'Date the majority stake went to Marra Creek Corporation'
  const value = chosen(firm, asked, 'date', ['2022-08-15', own], ['2026-06-02', vacancy])
  expect(value).toBe('2024-10-01')
})

const robots: Subject = { name: 'Hoshino Robotics', type: 'company', url: 'https://page0.test/' }

test.for([
  [
    'Picks per minute',
    'number',
    'The T-3 manages 62 picks a minute; its predecessor, the T-2, managed 45.',
    '62',
  ],
  [
    'Amount raised in the latest round in million US dollars',
    'number',
    'We raised $85 million in our latest round. It brings the total raised to $162 million.',
    '85',
  ],
  [
    'Total raised in million US dollars',
    'number',
    'We raised $85 million in our latest round. It brings the total raised to $162 million.',
    '162',
  ],
  ['Range in km', 'number', 'Compared with the previous generation, the range grows to 520 km.', '520'],
  [
    'Size of the latest funding round',
    'number',
    'Hoshino raised $50 million in its latest round, bringing its total funding to $162 million.',
    '50000000',
  ],
  [
    'Date the protocol was registered',
    'date',
    'The protocol was registered before the first test (registry no. UKOS-22-3071, 14 December 2022).',
    '2022-12-14',
  ],
] as const)('what the words around a value say it is of: %s', ([description, format, text, expected]) => {
  expect(chosen(robots, description, format, ['2026-05-01', `# Hoshino Robotics\n\n${text}`])).toBe(expected)
})

test('a date until an appointment is none of it', () => {
  const officer: Subject = { name: 'Adaeze Holloway', type: 'person', url: 'https://page0.test/' }
  const text =
    '# Adaeze Holloway\n\nShe was deputy director from 2019 until her appointment as director. She has been in office since 6 March 2023.'
  expect(chosen(officer, 'Date of appointment as director', 'date', ['2026-05-01', text])).not.toBe('2019')
})

test.for([
  [
    'Size of the Series A round',
    'number',
    'The seed round of $1.6 million came first. It raised $9 million in its Series A round.',
    '9000000',
  ],
  [
    'Annual net sales in million yen',
    'number',
    'Net sales were 4,860 million yen. The forecast for next year is net sales of 5,200 million yen.',
    '4860',
  ],
  ['Duration in weeks', 'number', 'The duration of each session was 34 minutes.', null],
] as const)('which of several is asked for: %s', ([description, format, text, expected]) => {
  expect(chosen(robots, description, format, ['2026-05-01', `# Hoshino Robotics\n\n${text}`])).toBe(expected)
})

const post: Subject = { name: 'Tug master', type: 'job', url: 'https://page0.test/' }

test.for([
  ['Send a letter and your papers to crew@tarnholm.test by 28 June 2026.', '2026-06-28'],
  ['Please apply before Friday, 3 July 2026.', '2026-07-03'],
  ['The tug was refitted by 28 June 2026.', null],
] as const)('until when one may apply: %s: %s', ([sentence, wanted]) => {
  const text = `# Tug master\n\nTarnholm Towage looks for a master. ${sentence}`
  expect(chosen(post, 'Application deadline', 'date', ['2026-05-01', text])).toBe(wanted)
})

test('posts that are open are not those who work there', () => {
  const text = '# Tarnholm Towage\n\nWe have seven open jobs, four of them on deck.'
  expect(chosen(fleet, 'Number of employees', 'number', ['2026-05-01', text])).toBeNull()
})

test.each<[string, string | null]>([
  ['Brekk Salvage', '+441422496120'],
  ['Tarnholm Towage', null],
])('of a page of entries each has its own contacts: %s', (name, wanted) => {
  const text = `# Towage and salvage in the north

## Brekk Salvage

Salvage and diving. Tel. 01422 496120.

## Tarnholm Towage ★

Tugs. Web: tarnholm.test

## Nordby Marine

Surveys. Tel. 01302 496077. United Kingdom.`
  expect(chosen({ name, type: 'company' }, 'Telephone', 'phone', ['2026-05-01', text])).toBe(wanted)
})

test.each([
  ['Hull-based Keelby Gaskets, which employed 64 people, went into administration.', null],
  ['Keelby itself, which is listed in London, employs 3,900 people.', null],
  ['Tarnholm Towage, which employed 64 people, went into administration.', '64'],
] as const)('what others have is told in passing: %s', (sentence, wanted) => {
  const text = `# Tarnholm Towage buys a tug\n\nTarnholm Towage has bought a tug. ${sentence}`
  expect(chosen(fleet, 'Number of employees', 'number', ['2026-05-01', text])).toBe(wanted)
})

test('a fair that another one overlaps with has days of its own', () => {
  const fair: Subject = { name: 'Towage Expo 2026', type: 'event', url: 'https://expo.test/' }
  const text = `# Towage Expo 2026 is put back

The organiser said on Monday that the 2026 fair has been moved to 20–22 October.

The new dates overlap with Terralyon, the French fair, which takes place from 21 to 23 October.`
  expect(chosen(fair, 'First day of the fair', 'date', ['2026-05-01', text])).toBe('2026-10-20')
})

test('when somebody began is not when they had so many', () => {
  const before = '# Tarnholm Towage\n\nIn September 2024, 212 ports were served by Tarnholm Towage.'
  const now = '# Tarnholm Towage\n\nTarnholm Towage, started by two pilots in 1998, serves 268 ports.'
  expect(chosen(fleet, 'Number of ports served', 'number', ['2024-09-20', before], ['2026-05-01', now])).toBe(
    '268',
  )
})

test.each([
  ['## Twenty more rooms?\n\nThe captain dreams of it.', null],
  ['There is room for 20 more tugs.', null],
  ['Twenty tugs lie in the harbour.', '20'],
] as const)('what is asked for or added is not how many there are: %s', (sentence, wanted) => {
  const text = `# Tarnholm Towage\n\n${sentence}`
  const description = sentence.includes('rooms') ? 'Number of rooms' : 'Number of tugs'
  expect(chosen(fleet, description, 'number', ['2026-05-01', text])).toBe(wanted)
})

const kiln: Subject = { name: 'Weft', type: 'software', url: 'https://page0.test/' }
const changelog = `# Changelog

## 3.4.0 – 2026-04-14

- New: an audit log.

## 3.4.1 – 2026-05-06

- Fixed: a wrong exit code.`

test.each<[Subject, string, FieldFormat, string, string | null]>([
  [kiln, 'Release date of the current version', 'date', changelog, '2026-05-06'],
  [kiln, 'Release date of version 4.0', 'date', changelog, null],
  [kiln, 'Release date of version 6', 'date', '# Weft\n\nVersion 5.2 came out on 24 March 2026.', null],
  [
    kiln,
    'Release date of version 6',
    'date',
    '# Weft\n\nVersion 6.0 came out on 24 March 2026.',
    '2026-03-24',
  ],
  [kiln, 'Founding date', 'date', '# Weft\n\n- Founded: 1924\n\nWeft was founded in May 1924.', '1924-05'],
  [
    { name: 'Weft Summit 2026', type: 'event' },
    'Submission deadline for full papers',
    'date',
    '# Weft Summit 2026\n\n| Full papers due | ~~15 May 2026~~ 29 May 2026 |\n| --- | --- |\n| Demos due | 4 September 2026 |',
    '2026-05-29',
  ],
  [
    { name: 'Driftmoot 2026', type: 'event' },
    'First day',
    'date',
    '# Driftmoot\n\nDriftmoot 2025 began on 24 September 2025. Driftmoot 2026 begins on 7 October 2026.',
    '2026-10-07',
  ],
  [
    { name: 'Dyeworks School', type: 'school' },
    'Start of the 2026-27 school year',
    'date',
    '# Dyeworks School\n\nThe school year has started in September since 1978.',
    null,
  ],
  [
    { name: 'Pellworm', type: 'company' },
    'Largest invoice amount accepted',
    'number',
    '# Pellworm\n\n## How large may an invoice be?\n\nAn invoice is accepted from at least €250 to at most €50,000.',
    '50000',
  ],
  [
    { name: 'Stonemeal', type: 'company' },
    'Price per tonne of aggregate, collected',
    'number',
    '# Stonemeal\n\nThe price of aggregate is £31 a tonne if you collect it.',
    '31',
  ],
  [
    { name: 'Lantern Bay Festival', type: 'event' },
    'Admissions at the 2025 festival',
    'number',
    '# Lantern Bay Festival 2025\n\nThe festival closed with 11,240 admissions, more than in 2024.',
    '11240',
  ],
  [
    { name: 'Corvo Freight', type: 'company' },
    'Headcount',
    'number',
    '# Hellan sells Corvo to a family firm\n\nCorvo turned over €128 million in 2025. It employs 372 people. Parent Hellan, a family group with 4,100 employees, had sales of €1.2 billion.',
    '372',
  ],
  [
    { name: 'Corvo Freight', type: 'company' },
    'Revenue in 2024 in EUR',
    'number',
    "# Corvo grows\n\nCorvo's revenue rose to 31.5 million euros in 2025, after 22.8 million the year before.",
    '22800000',
  ],
  [
    { name: 'Corvo Freight', type: 'company' },
    'Total funding raised in GBP',
    'number',
    '# Corvo raises £9.2m\n\nCorvo has raised £9.2m in a Series A round led by Ribera Capital. Together with the seed round of 2021 the company has now taken in £12.6m.',
    '12600000',
  ],
  [
    { name: 'Corvo Freight', type: 'company' },
    'Number of employees',
    'number',
    '# Corvo grows\n\nThe workforce has grown from 86 to 97 since February, because Corvo took over the eleven-strong maintenance team of Solwerk.',
    '97',
  ],
  [
    { name: 'Sleep near depots', type: 'research_paper' },
    'Sample size',
    'number',
    '# Sleep near depots\n\nSleep was recorded in 2,184 participants and, in a subsample of 611 participants, by a wristband.',
    '2184',
  ],
  [
    kiln,
    'Monthly price of the cheapest paid plan in EUR',
    'number',
    '# Prices\n\n|  | Community | Starter | Pro |\n| --- | --- | --- | --- |\n| Price per month | €0 | €49 | €189 |',
    '49',
  ],
  [
    { name: 'Corvo Freight', type: 'company' },
    'Start of construction of the Odense depot',
    'date',
    '# Corvo goes north\n\nCorvo will build a depot in Odense, the company announced on Tuesday.',
    null,
  ],
  [
    { name: 'Tarnbeck', type: 'company' },
    'Number of employees',
    'number',
    '# Tarnbeck grows\n\nA workshop of Tarnbeck with 40 jobs has been given up. Tarnbeck has 221 people on the payroll.',
    '221',
  ],
])('%o, %s', (subject, description, format, text, wanted) => {
  expect(chosen(subject, description, format, ['2026-06-01', text])).toBe(wanted)
})

test('a press release is of the day over it, and “the company” is whom it is about', () => {
  const subject: Subject = { name: 'Pennine Relay', type: 'company' }
  const text = `# Pennine Relay goes abroad

Leeds, 10 February 2026. Pennine Relay will open its Rotterdam depot in September.

Harbour Growth and Brabant Fund took part. The company said it had now raised €61 million.`
  const source = readSource(
    aDocument({ url: 'https://news.test/relay', title: 'Pennine Relay goes abroad', text, language: 'en' }),
  )
  const valueOf = (description: string, format: FieldFormat) => {
    const ask = parseAsk(description, subject, format, undefined)
    return choose(ask, factsFor(ask, source, subject), 0.55)?.candidate.value
  }
  expect(source.written).toEqual(new Date('2026-02-10'))
  expect(valueOf('Planned opening of the Rotterdam depot', 'date')).toBe('2026-09')
  expect(valueOf('Total funding raised', 'number')).toBe('61000000')
})

test('a newer page that says what is so now is believed, and the day of a correction is no deadline', () => {
  const course: Subject = { name: 'MSc Heat Networks', type: 'course' }
  const facts = '# MSc Heat Networks\n\n| Apply by, home | 31 July 2026 |\n| --- | --- |\n| Places | 35 |'
  const note =
    '# MSc Heat Networks\n\nCorrection, 16 March 2026: the closing date for home applicants is now 14 August 2026.'
  expect(
    chosen(
      course,
      'Application deadline for home students',
      'date',
      ['2025-12-01', facts],
      ['2026-03-16', note],
    ),
  ).toBe('2026-08-14')
})

test('a page that was fetched cannot have been written later', () => {
  const fetchedAt = new Date('2026-05-04')
  const written = (day: string) =>
    readSource(aDocument({ publishedAt: new Date(day), fetchedAt, url: `https://a.test/${day}` })).written
  expect(written('2027-03-31')).toBeNull()
  expect(written('2026-05-04')).toEqual(new Date('2026-05-04'))
})
