import { expect, test } from 'vitest'
import { aRun, aSearch, engineOver, page } from './fixture-web.suite.ts'

const { engine } = await engineOver([
  page(
    'https://www.orreryclocks.example/',
    'Orrery Clocks',
    'Orrery Clocks makes clocks. We are in Delft.\n\nInvestors: Millrace Capital, Unheard Partners\n\nOttilie Brandt, chief executive, was backed by her aunt.',
    { category: 'company' },
  ),
  page(
    'https://millrace.example/',
    'Millrace Capital',
    'Millrace Capital is an investor. We invest slowly.',
    {
      category: 'company',
    },
  ),
  page(
    'https://kofi.example/',
    'Kofi Mensah',
    'Kofi Mensah is an engineer. He works at Orrery Clocks since 2019.',
    {
      category: 'personal site',
    },
  ),
])
const orrery = { url: 'https://www.orreryclocks.example/', name: 'Orrery Clocks' }

test('what a page says stands in the relation becomes entities, with the page that says so', async () => {
  const search = aSearch({ query: 'q', entity: { type: 'company' } })
  const found = await engine.related(search, orrery, { definition: 'Investors of', limit: 10 }, aRun())
  expect(found.map(({ entityKey, url }) => [entityKey, url])).toEqual([
    ['company:millrace.example', 'https://millrace.example/'],
    ['company:unheardpartners', 'https://www.orreryclocks.example/'],
  ])
  expect(await engine.related(search, orrery, { definition: 'Investors of', limit: 1 }, aRun())).toHaveLength(
    1,
  )
})

test('names that stand where the relation is spoken of count when a page presents them', async () => {
  const kofi = { url: 'https://kofi.example/', name: 'Kofi Mensah' }
  const search = aSearch({ query: 'q', entity: { type: 'company' } })
  const found = await engine.related(search, kofi, { definition: 'current employer', limit: 3 }, aRun())
  expect(found.map(({ entityKey }) => entityKey)).toEqual(['company:orreryclocks.example'])
})

test('from a company to its people', async () => {
  const search = aSearch({ query: 'q', entity: { type: 'person' } })
  const found = await engine.related(
    search,
    orrery,
    { definition: 'the chief executive of', limit: 3 },
    aRun(),
  )
  expect(found).toMatchObject([{ entityKey: 'person:ottiliebrandt', name: 'Ottilie Brandt' }])
})

test('a source whose page is unknown leads nowhere', async () => {
  const search = aSearch({ query: 'q', entity: { type: 'company' } })
  const nowhere = { url: 'https://nowhere.example/', name: null }
  expect(await engine.related(search, nowhere, { definition: 'owners', limit: 3 }, aRun())).toEqual([])
})
