import { describe, expect, test } from 'vitest'
import type { Candidate, SearchSpec, WebsetEngine } from '../engine.ts'
import { aRun, aSearch, engineOver, page } from './fixture-web.suite.ts'

/** All waves, as a caller draws them: what is known already is passed over. */
async function drawAll(engine: WebsetEngine, search: SearchSpec, run = aRun()): Promise<Candidate[]> {
  const found = new Map<string, Candidate>()
  let position: Readonly<Record<string, number>> | null = {}
  for (let waves = 0; position; waves++) {
    expect(waves).toBeLessThan(100)
    const { candidates, next } = await engine.draw(search, position, run)
    const keys = candidates.map(({ entityKey }) => entityKey)
    expect(new Set(keys).size).toBe(keys.length)
    for (const candidate of candidates)
      if (!found.has(candidate.entityKey)) found.set(candidate.entityKey, candidate)
    position = next && (JSON.parse(JSON.stringify(next)) as typeof next) // it is kept as JSON
  }
  return [...found.values()]
}

describe('companies', async () => {
  const { engine } = await engineOver([
    page(
      'https://www.orreryclocks.example/',
      'Orrery Clocks',
      'Orrery Clocks makes clocks. We build them in Delft.',
      {
        category: 'company',
      },
    ),
    page('https://www.orreryclocks.example/press/2026', 'A new clock', 'Orrery Clocks shows a new clock.', {
      category: 'news',
    }),
    page(
      'https://www.registerhouse.example/company/orrery-clocks',
      'Orrery Clocks',
      '# Orrery Clocks\n\nFounded: 2011\n\nWebsite: orreryclocks.example',
      { category: 'company' },
    ),
    page(
      'https://www.registerhouse.example/company/tolbrug',
      'Tolbrug',
      '# Tolbrug\n\nMakes clocks for bridges.\n\nFounded: 2014',
      { category: 'company' },
    ),
    page('https://dial.example/', 'Dial', 'Dial is a maker of clocks. We are small.', {
      category: 'product',
    }),
    page('https://gazette.example/2026/clocks', 'Clocks are back', 'Two firms make clocks, says everybody.', {
      category: 'news',
      links: [
        ['https://dial.example/shop', 'Dial'],
        ['https://pendula.example/', 'Pendula'],
      ],
    }),
    page(
      'https://mina-ode.example/',
      'Mina Ode',
      'I am a writer. I write about clocks. Mina Ode is a writer.',
      {
        category: 'personal site',
      },
    ),
  ])
  const search = aSearch({ query: 'makers of clocks', entity: { type: 'company' } })

  test('are looked for by what the page says that the query names', async () => {
    const like = aSearch({
      query: 'others like (https://www.registerhouse.example/company/tolbrug), please',
      entity: { type: 'company' },
    })
    const [first, second] = await drawAll(engine, like)
    // Two pages come out alike near; which is drawn first is left to chance.
    expect([first?.entityKey, second?.entityKey]).toContain('company:tolbrug')
    const unknown = aSearch({ query: 'others like https://nowhere.example/', entity: { type: 'company' } })
    expect(await drawAll(engine, unknown)).not.toHaveLength(0)
  })

  test('are their site, whichever page brought them up, and else their name', async () => {
    const found = await drawAll(engine, search)
    expect(found.map(({ entityKey }) => entityKey).toSorted()).toEqual([
      'company:dial.example',
      'company:orreryclocks.example',
      'company:tolbrug',
    ])
    const orrery = found.find(({ entityKey }) => entityKey === 'company:orreryclocks.example')
    expect(orrery).toMatchObject({
      url: 'https://www.orreryclocks.example/',
      name: 'Orrery Clocks',
      foundBy: { keyword: true, vector: true },
    })
  })

  test('whose site nobody has read yet are candidates where it may be fetched', async () => {
    const found = await drawAll(engine, search, aRun({ mayFetch: true }))
    expect(found.find(({ entityKey }) => entityKey === 'company:pendula.example')).toEqual({
      entityKey: 'company:pendula.example',
      url: 'https://pendula.example/',
      name: 'Pendula',
      documentId: null,
      foundBy: { keyword: true, vector: true },
    })
  })

  test('best first: what says what was asked for before what does not', async () => {
    const { candidates } = await engine.draw(aSearch({ ...search, query: 'clocks for bridges' }), {}, aRun())
    expect(candidates[0]?.entityKey).toBe('company:tolbrug')
  })

  test('on pages of another team are seen by that team alone', async () => {
    const secret = page('https://secret.example/', 'Secret', 'Secret is a maker of clocks. We are secret.', {
      category: 'company',
      teamId: 'team_other',
    })
    const { engine: theirs } = await engineOver([secret])
    expect(await drawAll(theirs, search)).toEqual([])
    expect(await drawAll(theirs, { ...search, teamId: 'team_other' })).toHaveLength(1)
  })
})

describe('people', async () => {
  const team = [
    '## Ottilie Brandt, head of operations',
    'Ottilie builds clocks.',
    '## Kofi Mensah, chief engineer',
    'Kofi repairs clocks.',
  ].join('\n\n')
  const { engine } = await engineOver([
    page('https://www.orreryclocks.example/team', 'Team – Orrery Clocks', team, { category: 'listing' }),
    page(
      'https://clockdays.example/speakers',
      'Speakers',
      '### Kofi Mensah\n\nChief engineer of Orrery Clocks.\n\n### Lin Zhao\n\nProfessor of clocks at Delft University.',
      { category: 'event' },
    ),
    page(
      'https://delft.example/people/lin-zhao',
      'Lin Zhao',
      '# Lin Zhao\n\nLin Zhao is a professor at Delft University.',
      {
        category: 'people',
      },
    ),
    page(
      'https://reefwatch.example/people/lin-zhao',
      'Lin Zhao',
      '# Lin Zhao\n\nLin Zhao is a marine biologist.\n\nEmployer: Reefwatch\n\nPosition: Research scientist',
      { category: 'people' },
    ),
  ])

  test('are profiles and those named with what they do; one person on two pages is one, namesakes are two', async () => {
    const found = await drawAll(
      engine,
      aSearch({ query: 'people who know clocks', entity: { type: 'person' } }),
    )
    const keys = found.map(({ entityKey }) => entityKey).toSorted()
    expect(keys).toHaveLength(4)
    expect(keys).toEqual([
      'person:kofimensah',
      expect.stringMatching(/^person:linzhao@delft/),
      'person:linzhao@reefwatch',
      'person:ottiliebrandt',
    ])
    expect(found.find(({ entityKey }) => entityKey === 'person:kofimensah')?.url).toBe(
      'https://www.orreryclocks.example/team',
    )
  })
})

describe('papers and articles', async () => {
  const long = Array.from(
    { length: 40 },
    (_, n) => `The escapement number ${n} was measured twice in winter.`,
  ).join(' ')
  const { engine } = await engineOver([
    page(
      'https://preprints.example/abs/17',
      'On the patience of pendulum clocks',
      'Abstract. Pendulum clocks wait.',
      {
        category: 'publication',
      },
    ),
    page(
      'https://preprints.example/pdf/17',
      'On the Patience of Pendulum Clocks',
      `Pendulum clocks wait. ${long}`,
      {
        category: 'publication',
        details: {
          contentType: 'application/pdf',
          links: [],
          imageLinks: [],
          codeBlocks: [],
          structured: {},
        },
      } as object,
    ),
    page('https://gazette.example/2026/05/escapements', 'The escapement nobody wanted to buy', long, {
      category: 'news',
      publishedAt: new Date('2026-05-04'),
    }),
    page(
      'https://wire.example/items/escapement',
      'The escapement nobody wanted to buy',
      `${long} Read more on our site.`,
      {
        category: 'news',
        publishedAt: new Date('2026-05-05'),
      },
    ),
    page(
      'https://gazette.example/2025/01/escapements',
      'The escapement nobody wanted to buy',
      'Another year, another escapement: a report from the fair in Basel.',
      {
        category: 'news',
        publishedAt: new Date('2025-01-04'),
      },
    ),
  ])

  test('a paper is one whatever its forms, known by its abstract', async () => {
    const found = await drawAll(
      engine,
      aSearch({ query: 'pendulum clocks', entity: { type: 'research_paper' } }),
    )
    expect(found).toMatchObject([
      { entityKey: 'research_paper:onthepatienceofpendulumclocks', url: 'https://preprints.example/abs/17' },
    ])
  })

  test('an article is its page; a copy elsewhere is the same, another text under the same title is not', async () => {
    const found = await drawAll(engine, aSearch({ query: 'escapement', entity: { type: 'article' } }))
    expect(found.map(({ entityKey }) => entityKey).toSorted()).toEqual([
      'article:gazette.example/2025/01/escapements',
      'article:gazette.example/2026/05/escapements',
    ])
  })
})

test('waves go on until the index has nothing further, and repeat exactly', async () => {
  const { engine } = await engineOver(
    Array.from({ length: 120 }, (_, n) =>
      page(`https://ledger.example/${n}`, `Ledger number ${n}`, `Ledger entry ${n} about bookkeeping.`, {
        category: 'article',
      }),
    ),
  )
  const search = aSearch({ query: 'bookkeeping', entity: { type: 'article' } })
  expect(await drawAll(engine, search)).toHaveLength(120)
  const first = await engine.draw(search, {}, aRun())
  expect(await engine.draw(search, {}, aRun())).toEqual(first)
  expect(first.candidates.length).toBeLessThan(20)
})
