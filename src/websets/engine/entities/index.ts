export { companyOn, siteInKey, speaksOfOwner } from './companies.ts'
export { createEntities, type Entities } from './entities.ts'
export { mention } from './people.ts'
export { perPage } from './sighting.ts'
