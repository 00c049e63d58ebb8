import { expect, test } from 'vitest'
import { aPage } from '../../tests/harness/page.ts'
import { CompanyEntity, PersonEntity } from '../contract/contents.ts'
import { companyEntity, personEntity } from './entity.ts'

const own = (path: string, host = 'www.marlow-pumps.example') =>
  companyEntity({ ...aPage({ url: `https://${host}${path}`, title: 'Marlow Pumps' }), version: 3 })

test('a company is its registrable domain, on whichever page it is met', () => {
  const entity = own('/')
  expect(CompanyEntity.parse(entity)).toEqual(entity)
  expect(entity).toMatchObject({ type: 'company', version: 3 })
  expect(own('/about', 'marlow-pumps.example').id).toBe(entity.id)
  const entry = { url: 'https://firmbook.example/company/marlow-pumps', title: 'Marlow Pumps | Firmbook' }
  const linked = aPage({
    ...entry,
    details: { links: [{ url: 'https://www.marlow-pumps.example/', text: 'Website' }] },
  })
  expect(companyEntity({ ...linked, version: 1 }).id).toBe(entity.id)
  const labelled = aPage({
    ...entry,
    structured: { definitions: [{ term: 'Website', description: 'marlow-pumps.example' }] },
  })
  expect(companyEntity({ ...labelled, version: 1 }).id).toBe(entity.id)
})

const entry = (slug: string, title: string) =>
  companyEntity({ ...aPage({ url: `https://firmbook.example/company/${slug}`, title }), version: 1 }).id

test('entries of a directory that name no site are not one company', () => {
  expect(entry('marlow-pumps', 'Marlow Pumps | Firmbook')).not.toBe(
    entry('brook-valves', 'Brook Valves | Firmbook'),
  )
  expect(entry('marlow-pumps', 'Marlow Pumps | Firmbook')).toBe(
    entry('marlow-pumps/', 'Marlow Pumps | Firmbook'),
  )
})

test('a person is the page that presents them, and knows the id of an employer that it links to', () => {
  const page = aPage({
    url: 'https://institute.example/people/rosa-lindqvist',
    title: 'Rosa Lindqvist | Institute',
    text: 'Rosa Lindqvist is chief engineer at Marlow Pumps.',
    details: { links: [{ url: 'https://marlow-pumps.example/team', text: 'Marlow Pumps' }] },
  })
  const entity = personEntity({ ...page, version: 2 })
  expect(PersonEntity.parse(entity)).toEqual(entity)
  expect(entity).toMatchObject({
    type: 'person',
    version: 2,
    properties: {
      workHistory: [{ title: 'chief engineer', company: { id: own('/').id, name: 'Marlow Pumps' } }],
    },
  })
  const again = personEntity({
    ...page,
    url: 'http://institute.example/people/rosa-lindqvist/?utm_source=x',
    version: 9,
  })
  expect(again.id).toBe(entity.id)
})
