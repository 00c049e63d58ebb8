import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import type { Subject } from '../../reader.ts'
import { choose } from './choose.ts'
import { factsFor, parseAsk, readSource } from './index.ts'

const company: Subject = { name: 'Tollhaus Pumps', type: 'company', url: 'https://tollhaus.test/en/news/1' }
const source = readSource(
  aDocument({
    url: 'https://www.tollhaus.test/en/contact',
    title: 'Service',
    language: 'en',
    text: `# Service

Spare parts can be ordered at [our depot](https://parts.tollhaus.test/). For samples use the form at https://www.tollhaus.test/muster (three free of charge).

All raw data: https://data.opentests.test/records/771.`,
  }),
)

test.each([
  ['Online shop for spare parts', 'https://parts.tollhaus.test/'],
  ['Form for ordering samples', 'https://www.tollhaus.test/muster'],
  ['Repository with the raw data', 'https://data.opentests.test/records/771'],
  ['Page with open positions', null],
  ['Form for complaints', null],
])('%s', (description, wanted) => {
  const ask = parseAsk(description, company, 'url', undefined)
  expect(choose(ask, factsFor(ask, source, company), 0.55)?.candidate.value ?? null).toBe(wanted)
})

test('where things are ordered online is an online shop', () => {
  const visit = readSource(
    aDocument({
      url: 'https://www.tollhaus.test/visit',
      title: 'Visit us',
      text: '# Visit us\n\n**Shop:** Monday to Saturday 9–12.\n\nOrder online: https://boutique.tollhaus.test (Europe only)',
    }),
  )
  const ask = parseAsk('Online shop', company, 'url', undefined)
  expect(choose(ask, factsFor(ask, visit, company), 0.55)?.candidate.value).toBe(
    'https://boutique.tollhaus.test',
  )
})

test('the site that a page stands on may be asked for, and a work goes by its first word', () => {
  const paper: Subject = {
    name: 'HailNow: nowcasting hail from radar',
    type: 'paper',
    url: 'https://preprints.test/417',
  }
  const article = readSource(
    aDocument({
      url: 'https://www.revmet.test/vol9/12',
      title: 'Nowcasting hail an hour ahead (HailNow)',
      language: 'en',
      host: 'www.revmet.test',
      text: `# Nowcasting hail an hour ahead (HailNow)

The code of HailNow is at https://git.test/hailnow under the MIT licence.

Permissions: rights@revmet.test. Journal homepage: https://www.revmet.test`,
    }),
  )
  const url = (description: string): string | null => {
    const ask = parseAsk(description, paper, 'url', undefined)
    return choose(ask, factsFor(ask, article, paper), 0.55)?.candidate.value ?? null
  }
  expect(url('Homepage of the journal')).toBe('https://www.revmet.test')
  expect(url('Code repository')).toBe('https://git.test/hailnow')
})

test('a link says itself what it leads to, and a profile shows by its address', () => {
  const about = readSource(
    aDocument({
      url: 'https://www.tollhaus.test/about',
      title: 'About',
      language: 'en',
      text: `# About Tollhaus Pumps

Vacancies are on the [jobs page](https://www.tollhaus.test/jobs). Follow us: https://town.test/@tollhaus`,
    }),
  )
  const chosen = (description: string) => {
    const ask = parseAsk(description, company, 'url', undefined)
    return choose(ask, factsFor(ask, about, company), 0.55)?.candidate.value
  }
  expect(chosen('Web page with job vacancies')).toBe('https://www.tollhaus.test/jobs')
  expect(chosen('Social media profile')).toBe('https://town.test/@tollhaus')
})

test('how an address ends says nothing of what it leads to', () => {
  const page = readSource(
    aDocument({
      url: 'https://www.tollhaus.test/about',
      title: 'Tollhaus Pumps',
      text: '# Tollhaus Pumps\n\nYou can try it for 30 days: https://www.tollhaus.test/trial\n\nVacancies: https://www.tollhaus.test/jobs',
    }),
  )
  const ask = parseAsk('Page for the free trial', company, 'url', undefined)
  const facts = factsFor(ask, page, company)
  expect(choose(ask, facts, 0.55)?.candidate.value).toBe('https://www.tollhaus.test/trial')
})

test('links of tables and of lists of files are read, and what a link is for may be said in part', () => {
  const careers = readSource(
    aDocument({
      url: 'https://www.tollhaus.test/careers',
      title: 'Careers',
      text: `# Careers at Tollhaus Pumps

| Role | Where |
| --- | --- |
| [Product Designer](https://www.tollhaus.test/careers/designer) | Lisbon |
| [Technical Writer (3 days a week)](https://www.tollhaus.test/careers/writer) | Bristol |

The [application form](https://jobs.tollhaus.test/apply) does the same job. Full data pack for doctors: [TS-101 rev. 6 (PDF)](https://www.tollhaus.test/files/ts-101.pdf).

Ask in the [forum](https://forum.tollhaus.test/).`,
    }),
  )
  const chosen = (description: string) => {
    const ask = parseAsk(description, company, 'url', undefined)
    return choose(ask, factsFor(ask, careers, company), 0.55)?.candidate.value
  }
  expect(chosen('Page of the technical writer vacancy')).toBe('https://www.tollhaus.test/careers/writer')
  expect(chosen('Link to the online application form')).toBe('https://jobs.tollhaus.test/apply')
  expect(chosen('Link to the complete data pack')).toBe('https://www.tollhaus.test/files/ts-101.pdf')
  expect(chosen('Link to the user forum')).toBe('https://forum.tollhaus.test/')
  expect(chosen('LinkedIn profile')).toBeUndefined()
})
