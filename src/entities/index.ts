export { categoryFilter } from './category.ts'
export { classify } from './classify.ts'
export { companyEntity, personEntity } from './entity.ts'
export type { Page } from './page.ts'
