import { describe, expect, test } from 'vitest'
import type { Candidate } from '../engine.ts'
import { aRun, aSearch, engineOver, page } from './fixture-web.suite.ts'

const foundBy = { keyword: true, vector: true }
const candidate = (entityKey: string, url: string, name: string | null): Candidate => ({
  entityKey,
  url,
  name,
  documentId: null,
  foundBy,
})

const { engine } = await engineOver([
  page(
    'https://www.orreryclocks.example/',
    'Orrery Clocks',
    '# Orrery Clocks\n\nOrrery Clocks makes tower clocks that run for forty years without a strike too many.',
    { category: 'company' },
  ),
  page(
    'https://www.orreryclocks.example/about',
    'About Orrery Clocks',
    'Orrery Clocks was founded in 2011. We have 84 employees. Our headquarters are in Delft, Netherlands.',
    { category: 'company', links: [['https://www.orreryclocks.example/contact', 'Contact']] },
  ),
  page(
    'https://gazette.example/2026/orrery',
    'Orrery wins the bridge',
    'Orrery Clocks won the bridge of Arnhem.',
    {
      category: 'news',
      publishedAt: new Date('2026-02-01'),
    },
  ),
  page(
    'https://register.example/company/orrery-clocks',
    'Orrery Clocks – Register',
    '# Orrery Clocks\n\nKept by hand since 1911 in a cellar.\n\nFounders: Kofi Mensah, Ines Duarte.',
    { category: 'company' },
  ),
  page('https://gazette.example/', 'The Gazette', 'The Gazette is a newspaper. We print on Fridays.', {
    category: 'company',
  }),
  page(
    'https://gazette.example/2026/dial',
    'Dial closes',
    'Dial has 12 employees and shuts its works in Leeds.',
    {
      category: 'news',
      publishedAt: new Date('2026-03-01'),
    },
  ),
  page(
    'https://www.orreryclocks.example/team',
    'Team – Orrery Clocks',
    '## Kofi Mensah, chief engineer\n\nKofi repairs clocks and holds a doctorate.',
    { category: 'listing' },
  ),
  page(
    'https://gazette.example/2026/sold',
    'Dial sold to Orrery for nine million',
    'Orrery has bought Dial, people say. It paid nine million.',
    {
      category: 'news',
      publishedAt: new Date('2026-03-03'),
    },
  ),
  page(
    'https://gazette.example/2026/not-sold',
    'Correction: Dial not sold to Orrery',
    'The report has been denied by both.',
    {
      category: 'news',
      publishedAt: new Date('2026-03-09'),
    },
  ),
])

describe('a candidate', () => {
  const orrery = candidate(
    'company:orreryclocks.example',
    'https://www.orreryclocks.example/',
    'Orrery Clocks',
  )

  test('is judged by each criterion in order, on its own pages and on those that name it', async () => {
    const criteria = [
      'says 84 employees',
      'says won the bridge of Arnhem',
      'denies tower clocks',
      'says nothing of it',
    ]
    const verified = await engine.verify(
      aSearch({ query: 'q', entity: { type: 'company' }, criteria }),
      orrery,
      aRun(),
    )
    expect(verified?.evaluations.map(({ criterion, satisfied }) => [criterion, satisfied])).toEqual([
      ['says 84 employees', 'yes'],
      ['says won the bridge of Arnhem', 'yes'],
      ['denies tower clocks', 'no'],
      ['says nothing of it', 'unclear'],
    ])
    expect(verified?.evaluations[1]?.citations).toMatchObject([
      {
        url: 'https://gazette.example/2026/orrery',
        title: 'Orrery wins the bridge',
        span: { quote: 'won the bridge of Arnhem' },
      },
    ])
  })

  test('shows every property of its type, from whichever of its pages says so', async () => {
    const verified = await engine.verify(aSearch({ query: 'q', entity: { type: 'company' } }), orrery, aRun())
    expect(verified?.presented).toMatchObject({
      entityKey: 'company:orreryclocks.example',
      url: 'https://www.orreryclocks.example/',
      content: { documentId: expect.any(String), version: 1 },
    })
    expect(verified?.presented.properties).toEqual({
      type: 'company',
      url: 'https://www.orreryclocks.example/',
      description: expect.stringContaining('Orrery Clocks'),
      company: {
        name: 'Orrery Clocks',
        location: 'Delft, Netherlands',
        employees: 84,
        industry: null,
        about: expect.any(String),
        logoUrl: null,
      },
    })
  })

  test('that is a newspaper is not what its articles are about', async () => {
    const gazette = candidate('company:gazette.example', 'https://gazette.example/', 'The Gazette')
    const search = aSearch({
      query: 'q',
      entity: { type: 'company' },
      criteria: ['says 12 employees', 'says on Fridays'],
    })
    const verified = await engine.verify(search, gazette, aRun())
    expect(verified?.evaluations.map(({ satisfied }) => satisfied)).toEqual(['unclear', 'yes'])
  })

  test('that is a person is read where they are named', async () => {
    const kofi = candidate('person:kofimensah', 'https://www.orreryclocks.example/team', 'Kofi Mensah')
    const search = aSearch({ query: 'q', entity: { type: 'person' }, criteria: ['says holds a doctorate'] })
    const verified = await engine.verify(search, kofi, aRun())
    expect(verified?.evaluations[0]?.satisfied).toBe('yes')
    expect(verified?.presented.content).toBeNull()
    expect(verified?.presented.properties).toMatchObject({
      type: 'person',
      person: {
        name: 'Kofi Mensah',
        location: null,
        position: 'chief engineer',
        company: { name: 'Orrery Clocks', location: null },
        pictureUrl: null,
      },
    })
  })

  test('that is a person is read in what presents their employer, too, whole', async () => {
    const kofi = candidate('person:kofimensah', 'https://www.orreryclocks.example/team', 'Kofi Mensah')
    const criteria = [
      'says Our headquarters are in Delft',
      'says Kept by hand since 1911',
      'says won the bridge of Arnhem',
    ]
    const verified = await engine.verify(
      aSearch({ query: 'q', entity: { type: 'person' }, criteria }),
      kofi,
      aRun(),
    )
    expect(verified?.evaluations.map(({ satisfied }) => satisfied)).toEqual(['yes', 'yes', 'unclear'])
  })

  test('that is a company whose page cannot be had is read on its site', async () => {
    const moved = { ...orrery, url: 'https://www.orreryclocks.example/moved' }
    const search = aSearch({ query: 'q', entity: { type: 'company' }, criteria: ['says 84 employees'] })
    expect(await engine.verify(search, moved, aRun())).toMatchObject({
      presented: { entityKey: orrery.entityKey, url: orrery.url },
      evaluations: [{ satisfied: 'yes' }],
    })
  })

  test('whose page is gone is none', async () => {
    const gone = candidate('company:gone.example', 'https://gone.example/', 'Gone')
    expect(await engine.verify(aSearch({ query: 'q', entity: { type: 'company' } }), gone, aRun())).toBeNull()
  })
})

const judge = async (url: string) => {
  const criteria = ['says has not been denied']
  const search = aSearch({ query: 'q', entity: { type: 'article' }, criteria })
  const verified = await engine.verify(search, candidate(`article:${url}`, url, null), aRun())
  return verified?.evaluations[0]
}

describe('“has not been denied”', () => {
  test('is not proved by silence', async () => {
    expect(await judge('https://gazette.example/2026/orrery')).toMatchObject({
      satisfied: 'unclear',
      citations: [],
    })
  })

  test('does not hold when a later page on the same matter says so', async () => {
    expect(await judge('https://gazette.example/2026/sold')).toMatchObject({
      satisfied: 'no',
      citations: [{ url: 'https://gazette.example/2026/not-sold' }],
    })
  })
})
