export { createCatalogue, type Catalogue } from './catalogue.ts'
export {
  publicTeamId,
  type Document,
  type PageDetails,
  type PageLink,
  type PageToSave,
  type PageVersion,
} from './document.ts'
export {
  createDocuments,
  versionKey,
  type Documents,
  type VersionReference,
  type VersionSeen,
} from './documents.ts'
export { fetchedPageToSave, type PageReader, type ReadPage } from './fetched-page.ts'
export { createProjection, type Projection } from './projection.ts'
export { addressKey, canonicalUrl, registrableDomain, tidyUrl } from './page-address.ts'
