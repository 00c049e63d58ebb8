import type { z } from 'zod'
import type { CompanyEntity } from '../contract/contents.ts'
import { companyIdentity, type CompanyIdentity } from './company-identity.ts'
import { yearOf } from './dates.ts'
import { foundedYear } from './founding.ts'
import { fundingTotal, latestRound } from './funding.ts'
import { countAlone, headcount } from './headcount.ts'
import { headquarters } from './headquarters.ts'
import type { Page } from './page.ts'
import { placeOf, type Place } from './places.ts'
import { moneyIn } from './quantities.ts'
import { readPage, type Reading } from './reading.ts'
import { annualRevenue } from './revenue.ts'
import { textOf, valuesOf, isItem, type Item } from './structured-data.ts'

export type CompanyProperties = z.output<typeof CompanyEntity>['properties']

/**
 * What a page clearly says of the company that it presents: in its JSON-LD, else under a label, else in a sentence.
 * Null is what it does not say, and what it says in two ways. Amounts are in the currency of the page.
 */
export function companyProperties(page: Page): CompanyProperties {
  const reading = readPage(page)
  return propertiesOf(reading, companyIdentity(reading))
}

export function propertiesOf(reading: Reading, identity: CompanyIdentity): CompanyProperties {
  const { subject, item, name } = identity
  const founded = item === null ? null : yearOf(textOf(item['foundingDate']) ?? '')
  const total = (item === null ? null : declaredHeadcount(reading, item)) ?? headcount(reading, subject)
  const place = (item === null ? null : declaredPlace(reading, item)) ?? headquarters(reading, subject)
  const revenue = annualRevenue(reading, subject)
  const funding = (item === null ? null : declaredFunding(reading, item)) ?? fundingTotal(reading, subject)
  const round = latestRound(reading, subject)
  return {
    name,
    foundedYear: founded ?? foundedYear(reading, subject),
    description: description(reading, identity),
    workforce: total === null ? null : { total },
    headquarters: place,
    financials:
      revenue === null && funding === null && round === null
        ? null
        : { revenueAnnual: revenue, fundingTotal: funding, fundingLatestRound: round },
    webTraffic: null,
  }
}

function declaredHeadcount({ data, page }: Reading, item: Item): number | null {
  const stated = item['numberOfEmployees']
  const [quantity] = data.follow(stated)
  // A range from 51 to 200 is no number of employees.
  const value = quantity ? textOf(quantity['value']) : textOf(stated)
  const count = value === null ? null : countAlone(value, page.language)
  return count !== null && count > 0 ? count : null
}

function declaredPlace({ data }: Reading, item: Item): Place | null {
  const addresses = valuesOf(item['address'] ?? item['location'])
  // Of several addresses none is said to be the head office.
  if (addresses.length !== 1) return null
  const [first] = addresses
  if (typeof first === 'string' && data.follow(first).length === 0) return placeOf(first)
  const [outer] = data.follow(first)
  const address = outer && isItem(outer['address']) ? outer['address'] : outer
  if (!address) return null
  const place = {
    address: textOf(address['streetAddress']),
    city: textOf(address['addressLocality']),
    postalCode: textOf(address['postalCode']),
    country: textOf(address['addressCountry']),
  }
  return Object.values(place).some((part) => part !== null) ? place : null
}

function declaredFunding({ data, page }: Reading, item: Item): number | null {
  const [grant, another] = data.follow(item['funding'])
  if (!grant || another) return null
  const [amount] = data.follow(grant['amount'])
  const value = Number(textOf(amount ? amount['value'] : grant['amount']) ?? Number.NaN)
  if (Number.isFinite(value) && value > 0) return value
  return moneyIn(textOf(grant['amount']) ?? '', page.language)[0]?.amount ?? null
}

/** In the company's own words; a directory's only when they speak of the company. */
function description(
  { page, data, prose }: Reading,
  { item, name, speaksItself, subject }: CompanyIdentity,
): string | null {
  const declared = textOf(item?.['description'])
  if (declared !== null) return declared
  const summaries = [
    page.details.description,
    data.meta.get('description'),
    data.openGraph.get('description'),
  ]
  const summary = summaries
    .flatMap((text) => textOf(text) ?? [])
    .find((text) => speaksItself || speaksOf(text, name))
  if (summary !== undefined) return summary
  const entry = prose.lines.find(
    ({ kind, heading, text }) => kind === 'text' && heading === name && text.length >= 30,
  )
  if (entry && !speaksItself) return entry.text
  return (
    prose.sentences.find((sentence) => isDescription(sentence) && sentence.search(subject.own) >= 0) ?? null
  )
}

const isDescription = (sentence: string): boolean =>
  /[.!]$/.test(sentence) && sentence.length >= 30 && sentence.length <= 400 && !/cookie/i.test(sentence)

const speaksOf = (text: string, name: string | null): boolean =>
  name !== null && text.toLowerCase().includes((name.split(' ')[0] ?? name).toLowerCase())
