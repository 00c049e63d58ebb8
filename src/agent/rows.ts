import { addressKey, registrableDomain } from '../documents/index.ts'
import { sameName } from '../entities/index.ts'
import { kindIn, type EntityType, type JsonObject } from '../reader/index.ts'
import type { Candidate } from '../websets/index.ts'

/** Whom or what a row of a caller is about. */
export interface RowSubject {
  readonly name: string | null
  readonly url: string | null
}

const namesUrl = /(?:^|[_ ])(?:url|website|site|domain|homepage|link|web)$/i
const namesName =
  /^(?:(?:full|company|person|organi[sz]ation|business)?[_ ]?name|company|person|title|organi[sz]ation|entity|label)$/i

/** By the names of its columns, and by what their values look like. */
export function subjectOf(row: JsonObject): RowSubject {
  const texts = Object.entries(row).flatMap(([key, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[wordsOf(key), value.trim()] as const] : [],
  )
  const address =
    texts.find(([key, value]) => namesUrl.test(key) && urlIn(value) !== null) ??
    texts.find(([, value]) => /^https?:\/\//.test(value))
  const name =
    texts.find(([key]) => namesName.test(key)) ??
    texts.find((pair) => pair !== address && urlIn(pair[1]) === null && !pair[1].includes('@'))
  return { name: name?.[1] ?? null, url: address ? urlIn(address[1]) : null }
}

/** What rows are about: by the names of their columns, or by what the wish calls each of them. */
export function kindOfRows(rows: readonly JsonObject[], query: string): EntityType | null {
  const columns = Object.keys(rows[0] ?? {}).map((key) => wordsOf(key).replaceAll('_', ' '))
  const each = /\b(?:each|every|these|those|the following|all the|all)\s+(.*)/i.exec(query)?.[1] ?? ''
  return [...columns, each].map((words) => kindIn(words)?.type).find((type) => type !== undefined) ?? null
}

const wordsOf = (key: string): string => key.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_').toLowerCase()

/** An address, or a bare domain. */
function urlIn(value: string): string | null {
  const url = /^https?:\/\//.test(value)
    ? value
    : /^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/.test(value)
      ? `https://${value}`
      : ''
  return URL.canParse(url) ? new URL(url).href : null
}

/** A row with an address, as something that can be looked into. */
export function candidateAt({ name, url }: RowSubject, type: EntityType): Candidate | null {
  if (url === null) return null
  const site = registrableDomain(new URL(url).hostname)
  const entityKey =
    type === 'company' && site !== null ? `company:${site}` : `${type}:${addressKey(url) ?? url}`
  return { entityKey, url, name, documentId: null, foundBy: { keyword: false, vector: false } }
}

export const isCalled = (candidate: Pick<Candidate, 'name'>, name: string): boolean =>
  candidate.name !== null && sameName(candidate.name, name)

/** Whether something is among the rows that are to be left out. */
export function excludedBy(rows: readonly JsonObject[]): (one: Pick<Candidate, 'name' | 'url'>) => boolean {
  const subjects = rows.map(subjectOf)
  return ({ name, url }) =>
    subjects.some((subject) => {
      if (subject.name !== null && name !== null && sameName(subject.name, name)) return true
      return subject.url !== null && isSamePlace(subject.url, url)
    })
}

/** A bare site stands for all of its pages. */
function isSamePlace(excluded: string, url: string): boolean {
  if (!URL.canParse(url)) return false
  if (addressKey(excluded) === addressKey(url)) return true
  const { pathname, hostname } = new URL(excluded)
  return pathname === '/' && registrableDomain(hostname) === registrableDomain(new URL(url).hostname)
}
