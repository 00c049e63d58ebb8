export { siteInKey } from './companies.ts'
export { createEntities, type Entities } from './entities.ts'
export { perPage } from './sighting.ts'
