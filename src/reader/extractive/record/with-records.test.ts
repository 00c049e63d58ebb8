import { describe, expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import type { Document } from '../../../documents/index.ts'
import type { JudgeTask, Subject, Verdict } from '../../reader.ts'
import { stands } from '../../spans.ts'
import { withRecords } from './with-records.ts'

const asked: string[] = []
const judge = withRecords(async ({ criterion }): Promise<Verdict> => {
  asked.push(criterion)
  return { satisfied: 'unclear', confidence: 0.5, reasoning: 'asked the judge of sentences', spans: [] }
})
const reading = { now: new Date('2026-06-15'), signal: new AbortController().signal }

const page = (url: string, text: string, more: Parameters<typeof aDocument>[0] = {}): Document =>
  aDocument({ url, text, title: null, language: 'en', ...more })

/** The verdict, and the first quote it rests on, which must stand in its document. */
async function decide(subject: Subject, sources: readonly Document[], criterion: string) {
  const task: JudgeTask = { criterion, subject, sources }
  const { satisfied, spans } = await judge(task, reading)
  for (const span of spans) expect(sources.some((source) => stands(span, source))).toBe(true)
  if (satisfied !== 'unclear') expect(spans.length).toBeGreaterThan(0)
  return [satisfied, spans[0]?.quote]
}

describe('papers', () => {
  const text = [
    '# On the patience of pendulums',
    'Jo Ruiz (Aldwick University), Bo Lund (Tolbrug Instruments)',
    '## Abstract',
    'Pendulums wait. Raw data cannot be shared.',
    'Code\n[https://code.example/pendulum](https://code.example/pendulum)',
  ].join('\n\n')
  const paper = page('https://papers.example/abs/1', text, {
    title: 'On the patience of pendulums',
    author: 'Jo Ruiz, Bo Lund',
  })
  const subject = { type: 'research_paper', name: 'On the patience of pendulums', url: paper.url }

  test.each([
    ['Has an author at Aldwick University', 'yes'],
    ['Has an author from a company', 'yes'],
    ['At least one author works at Tolbrug Instruments', 'yes'],
    ['Has a co-author at the University of Delft', 'no'],
    ['Code is publicly available', 'yes'],
    ['Releases its source code', 'yes'],
    ['Publishes its data', 'unclear'],
    ['Releases code and data', 'unclear'],
    ['Code is written in Rust', 'unclear'],
  ])('%s: %s', async (criterion, expected) => {
    expect((await decide(subject, [paper], criterion))[0]).toBe(expected)
  })
})

const article = (title: string, lead: string) =>
  page('https://gazette.example/1', `# ${title}\n\nBy Ada Lark · 3 May 2026\n\n${lead}`, {
    title,
    category: 'news',
  })

const decideArticle = (title: string, lead: string, criterion: string) => {
  const page = article(title, lead)
  return decide({ type: 'article', name: title, url: page.url }, [page], criterion)
}

describe('articles', () => {
  test('report what their headline and first sentences say', async () => {
    const lead =
      'The clock maker Orrery has agreed to buy Dial, a maker of sundials in Leeds, for nine million pounds.'
    expect(await decideArticle('Orrery buys Dial', lead, 'Reports that one company buys another')).toEqual([
      'yes',
      'Orrery buys Dial',
    ])
    expect((await decideArticle('Orrery buys Dial', lead, 'Reports layoffs'))[0]).toBe('unclear')
  })

  test('do not report what they deny or look back on', async () => {
    const denial =
      'Orrery has not bought Dial, the two companies said on Monday, after a report of last week.'
    expect((await decideArticle('No deal for Dial', denial, 'Reports an acquisition'))[0]).toBe('unclear')
    const back =
      'Femke Aalders leads Orrery from May on, four months after the company laid off a fifth of its staff.'
    expect((await decideArticle('A new head for Orrery', back, 'Reports job cuts'))[0]).toBe('unclear')
  })

  test('criteria that ask for more go to the judge of sentences', async () => {
    asked.length = 0
    await decideArticle('Orrery buys Dial', 'A report.', 'Reports that Orrery buys a company in Leeds')
    expect(asked).toEqual(['Reports that Orrery buys a company in Leeds'])
  })
})

describe('people', () => {
  const profile = (name: string, text: string) =>
    page('https://www.aldwick.example/people/jo-ruiz', `# ${name}\n\n${text}`, {
      title: name,
      category: 'people',
      details: {
        links: [],
        imageLinks: [],
        codeBlocks: [],
        structured: {
          jsonLd: [
            {
              '@type': 'Person',
              name,
              jobTitle: 'Lecturer in Acoustics',
              worksFor: { '@type': 'CollegeOrUniversity', name: 'Aldwick University' },
            },
          ],
        },
      },
    })
  const home = page(
    'https://www.aldwick.example/',
    'Aldwick University is a university of science in Delft, founded in 1911.',
    {
      title: 'Aldwick University',
    },
  )
  const decideOn = (text: string, criterion: string) => {
    const page = profile('Jo Ruiz', `**Lecturer in Acoustics**\n\n${text}`)
    return decide({ type: 'person', name: 'Jo Ruiz', url: page.url }, [page, home], criterion)
  }

  test.each([
    ['Jo Ruiz took her doctorate in Porto in 2012.', 'Holds a doctorate', 'yes'],
    ['Jo Ruiz started her doctorate in 2024 and expects to submit in 2027.', 'Holds a doctorate', 'unclear'],
    ['She has no doctorate and says so.', 'Holds a doctorate', 'unclear'],
    ['In 2019 she founded the spin-out Bellworks.', 'Has founded or co-founded a company', 'yes'],
    ['She founded the choir of the faculty.', 'Has founded a company', 'unclear'],
    ['The society was set up in 2011 and is led by Jo Ruiz.', 'Has founded a company', 'unclear'],
    ['She spent three years at a bell foundry company in Utrecht.', 'Has worked for a company', 'yes'],
    ['She was with the statistical office for nine years.', 'Has worked for a company', 'unclear'],
    ['She likes bells.', 'Is a member of the academic staff of Aldwick University', 'yes'],
    ['She likes bells.', 'Works at Tolbrug', 'unclear'],
    ['She likes bells.', 'Works in Europe', 'yes'],
    ['She likes bells.', 'Works in Japan', 'no'],
  ])('%s %s: %s', async (text, criterion, expected) => {
    expect((await decideOn(text, criterion))[0]).toBe(expected)
  })
})

test('an office over a name is quoted with it', async () => {
  const about = page(
    'https://www.orrery.example/about',
    'Jo Ruiz joined us early.\n\n#### Chief executive\n\nJo Ruiz\n\nOur headquarters are in Delft, Netherlands.',
    { title: 'About Orrery', details: { siteName: 'Orrery' } },
  )
  const decided = await decide({ type: 'person', name: 'Jo Ruiz' }, [about], 'Works in Europe')
  expect(decided).toEqual(['yes', 'Chief executive\n\nJo Ruiz'])
})

describe('companies', () => {
  const own = page(
    'https://www.orrery.example/',
    'We raised €9 million in a Series A in March 2026. We make clocks.',
    { title: 'Orrery' },
  )
  const entry = page(
    'https://register.example/company/dial',
    '# Dial\n\n| Last round | Seed, £2M, 2021 |\n| Industry | Energy, sundials |',
    {
      title: 'Dial',
      category: 'company',
    },
  )
  const article = page(
    'https://gazette.example/2',
    'Dial has raised nothing. Orrery has raised €9 million in a Series A.',
    {
      title: 'A week of rounds',
      category: 'news',
      publishedAt: new Date('2026-03-09'),
    },
  )

  test('have raised a round when a dated one lies within the time', async () => {
    const orrery = { type: 'company', name: 'Orrery', url: own.url }
    const dial = { type: 'company', name: 'Dial', url: entry.url }
    const criterion = 'Raised a funding round in the last 12 months'
    expect(await decide(orrery, [own], criterion)).toEqual([
      'yes',
      'We raised €9 million in a Series A in March 2026.',
    ])
    expect(await decide(orrery, [article], criterion)).toEqual([
      'yes',
      'Orrery has raised €9 million in a Series A.',
    ])
    expect((await decide(dial, [entry, article], criterion))[0]).toBe('no')
  })

  test('are of the industry that an entry gives', async () => {
    const dial = { type: 'company', name: 'Dial', url: entry.url }
    expect((await decide(dial, [entry], 'Works in the energy sector'))[0]).toBe('yes')
    expect((await decide(dial, [entry], 'Is active in the food industry'))[0]).toBe('unclear')
  })
})
