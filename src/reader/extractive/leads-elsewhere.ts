import type { Subject } from '../reader.ts'

const heading =
  /^\W*(?:(?:similar|related|recommended)(?!\p{L})(?! (?:work|experience|to)(?!\p{L}))|(?:other|further) (?:jobs|vacancies|positions|events|products|articles|stories|papers|talks|exhibitors|members|firms|companies|organi[sz]ations|listings)(?!\p{L})|more (?:jobs|events|products|articles|stories|from|like this)(?!\p{L})|you (?:may|might) (?:also )?(?:like|be interested)|(?:people|customers|readers|visitors) also(?!\p{L})|see also|also (?:of interest|in this issue)|read next|elsewhere)/iu
const ofOrganisations =
  /(?<!\p{L})(?:firms|companies|organi[sz]ations|members|exhibitors|suppliers)(?!\p{L})/iu
const organisations: ReadonlySet<string | undefined> = new Set(['company', 'organization', 'organisation'])

/**
 * Whether what stands under a heading is about others than the page: “Similar jobs”, “You may also like”. Related products
 * on an organisation's own page are its own.
 */
export const leadsElsewhere = (text: string, { type }: Subject, isOwnPage: boolean): boolean =>
  heading.test(text) && (!isOwnPage || !organisations.has(type) || ofOrganisations.test(text))
