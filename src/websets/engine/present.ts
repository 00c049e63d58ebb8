import { registrableDomain, type Document } from '../../documents/index.ts'
import {
  companyProfile,
  personProfile,
  sameName,
  type CompanyProfile,
  type PersonProfile,
} from '../../entities/index.ts'
import type { Presented } from '../engine.ts'
import { companyOn, mention, perPage, siteInKey } from './entities/index.ts'
import type { Dossier, Subject } from './dossier.ts'

const companyProfileOn = perPage(companyProfile)
const personProfileOn = perPage(personProfile)
const longestDescription = 300

/** What an entity is, from its pages: the first that clearly says something counts, what none says is null. */
export function present(subject: Subject, dossier: Dossier): Presented {
  const { page } = dossier
  const { entityKey, type } = subject
  const content = type === 'person' ? null : { documentId: page.id, version: page.version }
  const properties = { type, url: page.url, ...propertiesOf(subject, dossier) }
  return { entityKey, url: page.url, content, properties }
}

function propertiesOf(subject: Subject, dossier: Dossier): Record<string, unknown> {
  const { page } = dossier
  const { type } = subject
  if (type === 'company') {
    const company = companyOf(subject, dossier)
    return { description: company.about ?? descriptionOf(page), company }
  }
  if (type === 'person') {
    const person = personOf(subject, dossier)
    return { description: describePerson(person) ?? descriptionOf(page), person }
  }
  const publishedAt = page.publishedAt?.toISOString() ?? null
  const work = { title: page.title, author: page.author, publishedAt }
  const description = descriptionOf(page)
  return type === 'research_paper' ? { description, researchPaper: work } : { description, [type]: work }
}

function companyOf({ entityKey, name }: Subject, { page, own, others }: Dossier): CompanyProfile {
  const site = siteInKey(entityKey)
  const isAbout = (one: Document): boolean => {
    if (site !== null && registrableDomain(one.host) === site)
      return one.category === 'company' || one === page
    const presented = companyOn(one)
    return (
      one.category === 'company' && (presented.domain === site || sameName(presented.name ?? '', name ?? ''))
    )
  }
  const profiles = [...own, ...others].filter(isAbout).map(companyProfileOn)
  const first = <Key extends keyof CompanyProfile>(key: Key): CompanyProfile[Key] | null =>
    profiles.map((profile) => profile[key]).find((value) => value !== null) ?? null
  return {
    name: name ?? first('name') ?? page.title,
    location: first('location'),
    employees: first('employees'),
    industry: first('industry'),
    about: first('about'),
    logoUrl: first('logoUrl'),
  }
}

function personOf({ name }: Subject, { page, own }: Dossier): PersonProfile {
  const profiles = own.map(personProfileOn).filter((profile) => profile.name === name)
  const first = <Key extends keyof PersonProfile>(key: Key): PersonProfile[Key] | null =>
    profiles.map((profile) => profile[key]).find((value) => value !== null) ?? null
  // Position and employer from one page, lest somebody be made head of what they advise.
  const employed = profiles.find(({ position, company }) => position !== null || company !== null)
  const named = employed ? undefined : own.map((one) => mention(one, name ?? '')).find((one) => one?.position)
  const company =
    employed?.company ?? (named?.affiliation ? { name: named.affiliation, location: null } : null)
  return {
    name: name ?? first('name') ?? page.title,
    location: first('location'),
    position: employed?.position ?? named?.position ?? null,
    company,
    pictureUrl: first('pictureUrl'),
  }
}

function describePerson({ position, company }: PersonProfile): string | null {
  if (position === null) return null
  return company === null ? position : `${position}, ${company.name}`
}

/** In the page's own words: its description, or how its text begins. */
function descriptionOf({ details, text, title }: Document): string {
  const stated = details.description?.trim()
  if (stated) return clipped(stated)
  const prose = text
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/[*_`]/g, '')
        .trim(),
    )
    .find((line) => line.length >= 60 && !/^[#|>-]/.test(line))
  return clipped(prose ?? title ?? '')
}

function clipped(text: string): string {
  if (text.length <= longestDescription) return text
  return `${text.slice(0, longestDescription).replace(/\s+\S*$/, '')} …`
}
