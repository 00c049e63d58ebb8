import { describe, expect, test } from 'vitest'
import type { Document } from '../../documents/index.ts'
import { aRun, engineOver, page } from './fixture-web.suite.ts'

const home = page(
  'https://www.orreryclocks.example/',
  'Orrery Clocks',
  'Orrery Clocks makes clocks.\n\nChief executive: Femke Aalders',
  {
    category: 'company',
    links: [
      ['https://www.orreryclocks.example/kontakt', 'Get in touch'],
      ['https://www.orreryclocks.example/shop', 'Shop'],
      ['https://elsewhere.example/contact', 'Contact'],
    ],
  },
)
const item = {
  entityKey: 'company:orreryclocks.example',
  url: 'https://www.orreryclocks.example/',
  properties: { type: 'company', company: { name: 'Orrery Clocks' } },
}

describe('an enrichment', () => {
  test('is read off the pages of the entity, with the quote it rests on', async () => {
    const about = page(
      'https://www.orreryclocks.example/about',
      'About',
      'Orrery Clocks. Founders: Bo Lund, Ute Holl',
      {
        category: 'company',
      },
    )
    const { engine } = await engineOver([home, about])
    const outcome = await engine.enrich(
      'team_reader',
      item,
      { description: 'Founders', format: 'text' },
      aRun(),
    )
    expect(outcome).toMatchObject({
      format: 'text',
      result: ['Bo Lund', 'Ute Holl'],
      citations: [
        { url: 'https://www.orreryclocks.example/about', span: { quote: 'Founders: Bo Lund, Ute Holl' } },
      ],
      reader: 'words',
    })
  })

  test('is read off a page of the site that is fetched for it, only where that is allowed and needed', async () => {
    const fetched: string[] = []
    const contact = page(
      'https://www.orreryclocks.example/kontakt',
      'Contact',
      'E-mail: clocks@orreryclocks.example',
    )
    const { engine } = await engineOver([home], {
      pages: {
        async get({ url }) {
          fetched.push(url)
          const document = { ...contact, id: 'doc_fetched', version: 1, host: 'www.orreryclocks.example' }
          return { document: document as unknown as Document, source: 'crawled' }
        },
      },
    })
    const ask = (description: string, mayFetch: boolean) =>
      engine.enrich('team_reader', item, { description, format: 'email' }, aRun({ mayFetch }))
    expect((await ask('E-mail', false)).result).toBeNull()
    expect((await ask('Chief executive', true)).result).toEqual(['Femke Aalders'])
    expect(fetched).toEqual([])
    expect(await ask('E-mail', true)).toMatchObject({
      result: ['clocks@orreryclocks.example'],
      citations: [{ url: 'https://www.orreryclocks.example/kontakt' }],
    })
    expect(fetched).toEqual(['https://www.orreryclocks.example/kontakt'])
    await ask('E-mail', true)
    expect(fetched).toHaveLength(1)
  })

  test('of an entity without pages finds nothing and says so', async () => {
    const { engine } = await engineOver([])
    const outcome = await engine.enrich(
      'team_reader',
      item,
      { description: 'Founders', format: 'text' },
      aRun(),
    )
    expect(outcome).toMatchObject({ result: null, citations: [] })
  })
})
