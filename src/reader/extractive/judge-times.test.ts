import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import type { Subject } from '../reader.ts'
import { createJudge } from './judge.ts'

const now = new Date('2026-06-15')

async function judged(criterion: string, subject: Subject, text: string) {
  const source = aDocument({
    url: subject.url ?? 'https://a.example/',
    language: 'en',
    text,
    publishedAt: new Date('2026-05-01'),
  })
  const judge = createJudge({})
  const verdict = await judge(
    { criterion, subject, sources: [source] },
    { now, signal: new AbortController().signal },
  )
  return verdict.satisfied
}

const engineer: Subject = { name: 'Maud Okonjo', type: 'person', url: 'https://okonjo.example/' }
const career = `# Maud Okonjo

| Years | |
|---|---|
| 1999–2004 | doctorate, Lisbon |
| 2004–2012 | associate professor, Porto |
| 2009–2015 | dean, Porto |
| since 2012 | full professor, Porto |
| 2015–2019 | head of laboratory, Braga |

She is head of laboratory in Braga again.`

test.for([
  ['Holds a doctorate from Lisbon', 'yes'],
  ['Is a full professor', 'yes'],
  ['Is head of laboratory in Braga', 'yes'],
  ['Is dean in Porto', 'no'],
] as const)('lines of a career whose years are over: %s: %s', async ([criterion, verdict]) => {
  expect(await judged(criterion, engineer, career)).toBe(verdict)
})

const maker: Subject = { name: 'Vantreel', type: 'company', url: 'https://vantreel.example/' }

test.for([
  ['Since May 2024 solar panels on the roof have been covering a third of our demand.', 'unclear'],
  ['Since 2021 we have been a certified B Corporation.', 'unclear'],
  ['Since 1961 we have been making pumps in Leeds.', 'no'],
  ['Since 1961', 'no'],
  ['These are built in Gdynia, where Vantreel has run a workshop since 1974.', 'unclear'],
  ['Since 1961 we have been making pumps, and we also repair them.', 'no'],
] as const)('what began with “since” is not always the company: %s', async ([text, verdict]) => {
  expect(await judged('Was founded after 1980', maker, `# Vantreel\n\n${text}`)).toBe(verdict)
})

test('the value of another year decides nothing', async () => {
  const text = '# Vantreel\n\nIn 2022 Vantreel achieved a turnover of 26 million euros.'
  expect(await judged('Had turnover of more than 30 million euros in 2025', maker, text)).toBe('unclear')
  expect(await judged('Had turnover of more than 30 million euros in 2022', maker, text)).toBe('no')
})

test.for(['28 May 2026 · by Tordis', '12 Mill Lane, Leeds', '4 p.m. on weekdays'])(
  'a number that is no count: %s',
  async (line) => {
    const text = `# Museums\n\n${line}\n\nVantreel makes labels.`
    expect(await judged('Is used by more than 100 museums', maker, text)).toBe('unclear')
  },
)

test.for([
  ['Is open on Sundays', 'yes'],
  ['Is open on Fridays', 'yes'],
  ['Is open on Mondays', 'no'],
] as const)('holidays are no regular days: %s: %s', async ([criterion, verdict]) => {
  const museum: Subject = { name: 'Tide Museum', type: 'place', url: 'https://tide.example/' }
  const text = `# Tide Museum

## Opening hours

| Tuesday – Friday | 10:00 – 18:00 |
|---|---|
| Saturday, Sunday | 10:00 – 19:00 |
| Monday | closed |

Closed on 1 January, Easter Sunday and 25 December. Closed on Good Friday.`
  expect(await judged(criterion, museum, text)).toBe(verdict)
})

test.for([
  ['The company has 31 employees.', 'yes'],
  ['The company had 31 employees in May. Of them 19 were made redundant on 2 June.', 'unclear'],
] as const)('a count that changed afterwards is open: %s', async ([text, verdict]) => {
  expect(await judged('Has more than 25 employees', maker, `# Vantreel\n\n${text}`)).toBe(verdict)
})

test.for([
  ['Operates at least 60 mini-grids', 'We operate 64 mini-grids in two countries.', 'yes'],
  ['Has fewer than 50 permanent staff', 'The rest belongs to 23 employees.', 'unclear'],
  [
    'Has more than 50 employees',
    'Vantreel makes pumps. Halm Dämmung AG (Linz) has 2,300 employees.',
    'unclear',
  ],
] as const)('whose count it is, and of what: %s, %s', async ([criterion, text, verdict]) => {
  expect(await judged(criterion, maker, `# Vantreel\n\n${text}`)).toBe(verdict)
})

test.for([
  ['Registration closes on 30 June 2026.', 'yes'],
  ['| Registration until | 30 June 2026 |', 'yes'],
  ['Registration opens on 1 July 2026 and closes on 1 September 2026.', 'no'],
  ['Early registration ended on 30 May 2026.', 'unclear'],
  ['Registration closed on 30 May 2026.', 'no'],
  ['Registration is closed until 1 March 2027.', 'no'],
] as const)('what closes later is open: %s: %s', async ([text, verdict]) => {
  const week: Subject = { name: 'Lute Week', type: 'event', url: 'https://lute.example/' }
  expect(await judged('Registration is still open', week, `# Lute Week\n\n${text}`)).toBe(verdict)
})

test('who is not working on one thing may keep working', async () => {
  const text = "# Vantreel\n\nWe don't have a version for tablets and are not working on one."
  expect(await judged('Keeps working without an internet connection', maker, text)).toBe('unclear')
})

test.for([
  ['Is younger than 43', 'Maud Okonjo was born in 1984 in Lagos.', 'yes'],
  ['Is younger than 43', '“We are 33,” the 44-year-old told the paper.', 'no'],
  ['Is older than 43', 'Maud Okonjo, 44, has led the laboratory since May.', 'yes'],
  ['Is older than 44', 'Maud Okonjo, 44, has led the laboratory since May.', 'unclear'],
  ['Is no older than 50', 'Maud Okonjo is 38 years old.', 'yes'],
  ['Is younger than 30', 'In 2009, the 22-year-old moved to Berlin.', 'unclear'],
  ['Is younger than 30', 'Okonjo beat 24-year-old Marta Weiss.', 'unclear'],
  ['Is younger than 43', 'Maud Okonjo leads 17 people and her 19-year-old son one.', 'unclear'],
] as const)('ages tell when somebody was born: %s, %s: %s', async ([criterion, text, verdict]) => {
  expect(await judged(criterion, engineer, `# Maud Okonjo\n\n${text}`)).toBe(verdict)
})

test.for([
  ['Meadow, our organic range, launched in 2018.', 'unclear'],
  ['Vantreel’s organic range launched in 2018.', 'unclear'],
  ['We launched in 2018.', 'no'],
  ['The bakery opened in 2018.', 'no'],
  ['Launched in 2018, Vantreel is still small.', 'no'],
] as const)('what a company launches is not the company: %s', async ([text, verdict]) => {
  expect(await judged('Was founded before 1930', maker, `# Vantreel\n\n${text}`)).toBe(verdict)
})

test('the next time that an event takes place is another', async () => {
  const week: Subject = { name: 'Lute Week 2026', type: 'event', url: 'https://lute.example/' }
  const text = `Programme\n\nTickets\n\nVenue\n\nTravel\n\nPress\n\nContact\n\nPartners\n\n# Lute Week 2026

### 16–18 September 2026 · Aarhus, Denmark

The ninth Lute Week will take place in Bergen in 2028.`
  expect(await judged('Takes place in Denmark', week, text)).toBe('yes')
  expect(await judged('Takes place in September 2026', week, text)).toBe('yes')
})

test('when somebody was appointed before does not deny when they were appointed', async () => {
  const text = `# Maud Okonjo\n\nMaud Okonjo was appointed commissioner on 2 March 2025. She had been appointed deputy in 2019.`
  expect(await judged('Was appointed in 2025', engineer, text)).toBe('yes')
})

const congress: Subject = { name: 'Lute Week 2026', type: 'event', url: 'https://lute.example/' }

test.for([
  ['Call for abstracts still open in early July 2026', 'yes'],
  ['Accepts talk abstracts in late July 2026', 'no'],
  ['Accepting abstracts after 1 July 2026', 'yes'],
  ['Accepting abstracts after 12 July 2026', 'no'],
] as const)('what is open at some other time than now: %s: %s', async ([criterion, verdict]) => {
  const text =
    '# Lute Week 2026\n\n| Abstracts due | 12 July 2026 |\n|---|---|\n| Notification | 3 August 2026 |'
  expect(await judged(criterion, congress, text)).toBe(verdict)
})

test.for([
  ['Takes place in the first half of September 2026', 'no'],
  ['Takes place in the second half of September 2026', 'yes'],
  ['Takes place in mid-September 2026', 'yes'],
  ['Takes place in May 2026', 'no'],
] as const)('a part of a month, and not the day of the page: %s: %s', async ([criterion, verdict]) => {
  const text =
    '# Lute Week 2026\n\nPosted 15 May 2026 by Philippa\n\n### 16–18 September 2026 · Aarhus, Denmark'
  expect(await judged(criterion, congress, text)).toBe(verdict)
})

test.for([
  ['Was founded before the Second World War', 'yes'],
  ['Was founded after World War II', 'no'],
] as const)('times that have a name: %s: %s', async ([criterion, verdict]) => {
  expect(await judged(criterion, maker, '# Vantreel\n\nVantreel was founded in 1934.')).toBe(verdict)
})

test.for([
  ['We have no headline sponsor.', 'unclear'],
  ['We have no sponsors.', 'no'],
  ['We have no outside sponsors.', 'no'],
] as const)('what is narrower is denied alone: %s', async ([text, verdict]) => {
  expect(await judged('Has sponsors', maker, `# Vantreel\n\n${text}`)).toBe(verdict)
})

test.for([
  ['Limit: 700 people.', 'unclear'],
  ['700 people took part.', 'yes'],
] as const)('how many may come is not how many do: %s', async ([text, verdict]) => {
  expect(await judged('More than 600 people', congress, `# Lute Week 2026\n\n${text}`)).toBe(verdict)
})

test.for([
  ['Made a profit in 2026', 'unclear'],
  ['Made a profit in 2025', 'no'],
] as const)('a loss of last year, and “%s”: %s', async ([criterion, wanted]) => {
  const subject: Subject = { name: 'Stonemeal', type: 'company', url: 'https://stonemeal.example/' }
  expect(await judged(criterion, subject, '# Stonemeal\n\nStonemeal made a small loss in 2025.')).toBe(wanted)
})
