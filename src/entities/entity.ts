import type { Entity } from '../contract/contents.ts'
import { companyIdentity } from './company-identity.ts'
import { propertiesOf } from './company-properties.ts'
import { companyId, pageId } from './entity-id.ts'
import type { Page } from './page.ts'
import { personProperties } from './person-properties.ts'
import { readPage } from './reading.ts'

interface VersionedPage extends Page {
  readonly version: number
}

/** The company that a page presents, as results of the category carry it. */
export function companyEntity(page: VersionedPage): Entity {
  const reading = readPage(page)
  const identity = companyIdentity(reading)
  const id = identity.domain === null ? pageId('company', page.url) : companyId(identity.domain)
  return { id, type: 'company', version: page.version, properties: propertiesOf(reading, identity) }
}

/** The person whom a page presents, as results of the category carry it. */
export const personEntity = (page: VersionedPage): Entity => ({
  id: pageId('person', page.url),
  type: 'person',
  version: page.version,
  properties: personProperties(page),
})
