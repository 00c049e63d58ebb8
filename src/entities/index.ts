export { monthNumbers } from './dates.ts'
export { categoryFilter } from './category.ts'
export { classify } from './classify.ts'
export { companyEntity, personEntity } from './entity.ts'
export { countryOf } from './page-country.ts'
export type { Page } from './page.ts'
export { countOf, numberIn } from './quantities.ts'
export { sentencesOf as splitSentences } from './prose.ts'
export { isInstitution } from './career-words.ts'
export { attribute, companySubject, isUncertain, sameName, withoutLegalForm } from './attribution.ts'
export {
  companyProfile,
  presentedCompany,
  siteNamesOf,
  type CompanyProfile,
  type PresentedCompany,
} from './company-profile.ts'
export { isMadeFrom, linkedDomains, slug } from './page-address.ts'
export { peopleNamed, type PersonNamed } from './people-named.ts'
export { splitName as splitPersonName } from './person-name.ts'
export { personProfile, type PersonProfile } from './person-profile.ts'
export { unsafeKindsOf } from './unsafe.ts'
