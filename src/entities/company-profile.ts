import { companyIdentity } from './company-identity.ts'
import { propertiesOf } from './company-properties.ts'
import type { Page } from './page.ts'
import { readPage, siteNames, type Reading } from './reading.ts'
import { isItem, textOf, valuesOf, type Item } from './structured-data.ts'

/** Which company a page presents, in the words that tell companies apart. */
export interface PresentedCompany {
  readonly name: string | null
  /** Whether the page is the company's own rather than a directory's entry. */
  readonly speaksItself: boolean
  /** The registrable domain of the company's own site, where the page tells. */
  readonly domain: string | null
}

export function presentedCompany(page: Page): PresentedCompany {
  const { name, speaksItself, domain } = companyIdentity(readPage(page))
  return { name, speaksItself, domain }
}

/** What a list of companies shows of each. Null is what the page does not clearly say. */
export interface CompanyProfile {
  readonly name: string | null
  readonly location: string | null
  readonly employees: number | null
  readonly industry: string | null
  readonly about: string | null
  readonly logoUrl: string | null
}

export function companyProfile(page: Page): CompanyProfile {
  const reading = readPage(page)
  const identity = companyIdentity(reading)
  const { name, description, workforce, headquarters } = propertiesOf(reading, identity)
  const place = [headquarters?.city, headquarters?.country].filter((part) => part)
  return {
    name,
    location: place.length > 0 ? place.join(', ') : null,
    employees: workforce?.total ?? null,
    industry: industryOf(reading, identity.item),
    about: description,
    logoUrl: declaredImage(reading, identity.item, 'logo') ?? shownLogo(reading),
  }
}

function industryOf({ facts }: Reading, item: Item | null): string | null {
  const labelled = facts.get('industry') ?? []
  return textOf(item?.['industry']) ?? (labelled.length === 1 ? (labelled[0]?.value ?? null) : null)
}

/** The address of a picture that JSON-LD gives, as itself or as an image with one. */
export function declaredImage({ data, page }: Reading, item: Item | null, property: string): string | null {
  const [value] = valuesOf(item?.[property])
  const [image] = data.follow(value)
  const url = isItem(image)
    ? (textOf(image['contentUrl']) ?? textOf(image['url']))
    : typeof value === 'string'
      ? value
      : null
  return url !== null && URL.canParse(url, page.url) ? new URL(url, page.url).href : null
}

/** Only where the page speaks for itself: a directory shows the logos of others. */
function shownLogo(reading: Reading): string | null {
  if (!companyIdentity(reading).speaksItself) return null
  const logo = reading.page.details.imageLinks.find(({ url, text }) =>
    /(?<![a-z])logo(?![a-z])/i.test(`${text} ${url.replace(/^.*\//, '')}`),
  )
  return logo?.url ?? null
}

/** What the site that a page stands on may be called. */
export const siteNamesOf = (page: Page): string[] => siteNames(readPage(page))
