import { describe, expect, test } from 'vitest'
import type { EntityKind } from '../engine.ts'
import { aRun, aSearch, engineOver, page } from './fixture-web.suite.ts'

const teamId = 'team_reader'
const { engine } = await engineOver([
  page('https://www.orreryclocks.example/', 'Orrery Clocks', 'Orrery Clocks makes clocks. We are in Delft.', {
    category: 'company',
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
  page(
    'https://journal.example/papers/17',
    'How pendulum clocks came to keep time',
    'Abstract. Pendulum clocks keep time.',
    { category: 'publication' },
  ),
  page(
    'https://gazette.example/clocks',
    'Clocks are back in every home',
    'Clocks are back, says everybody.',
    {
      category: 'news',
    },
  ),
])

/** The keys of everything that a search for clocks brings up. */
async function found(entity: EntityKind): Promise<string[]> {
  const keys: string[] = []
  const search = aSearch({ query: 'clocks', entity })
  let position: Readonly<Record<string, number>> | null = {}
  while (position) {
    const wave = await engine.draw(search, position, aRun())
    keys.push(...wave.candidates.map(({ entityKey }) => entityKey))
    position = wave.next
  }
  return [...new Set(keys)]
}
const company: EntityKind = { type: 'company' }

describe('what somebody names has the key that a search finds it by:', () => {
  test.each([
    ['a company by its site', company, 'https://orreryclocks.example', null, 'company:orreryclocks.example'],
    ['by any page of it', company, 'https://orreryclocks.example/shop', null, 'company:orreryclocks.example'],
    [
      'by its entry in a directory',
      company,
      'https://registerhouse.example/company/orrery-clocks',
      null,
      'company:orreryclocks.example',
    ],
    ['by its name', company, null, 'Orrery Clocks', 'company:orreryclocks.example'],
    [
      'one that has no site',
      company,
      'https://registerhouse.example/company/tolbrug',
      null,
      'company:tolbrug',
    ],
    [
      'a paper by its page',
      { type: 'research_paper' },
      'https://journal.example/papers/17',
      null,
      'research_paper:howpendulumclockscametokeeptime',
    ],
    [
      'a paper by its title and an address that nobody has read',
      { type: 'research_paper' },
      'https://doi.org/10.1000/17',
      'How pendulum clocks came to keep time',
      'research_paper:howpendulumclockscametokeeptime',
    ],
    [
      'an article',
      { type: 'article' },
      'http://www.gazette.example/clocks/',
      null,
      'article:gazette.example/clocks',
    ],
  ] as [string, EntityKind, string | null, string | null, string][])(
    '%s',
    async (_, entity, url, name, key) => {
      const recognised = await engine.recognise(teamId, entity, { url, name }, aRun())
      expect(recognised.entityKey).toBe(key)
      expect(await found(entity)).toContain(key)
    },
  )

  test('and of what is nowhere, the one that it would be found by', async () => {
    const { entityKey, documentId } = await engine.recognise(
      teamId,
      company,
      { url: 'https://www.pendula.example/about', name: 'Pendula' },
      aRun(),
    )
    expect({ entityKey, documentId }).toEqual({ entityKey: 'company:pendula.example', documentId: null })
  })
})
