export { categories, categoryFilter, type Category, type CategoryFilter } from './category.ts'
export { companyProperties, type CompanyProperties } from './company-properties.ts'
export type { Page } from './page.ts'
