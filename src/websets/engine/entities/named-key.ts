import { addressKey, registrableDomain } from '../../../documents/index.ts'
import { slug } from '../../../entities/index.ts'
import type { EntityType } from '../../../reader/index.ts'
import type { Named } from '../../engine.ts'
import { keyOfName, keyOfSite } from './companies.ts'
import { pageKey, paperKey } from './works.ts'

/** Sites on which companies have pages, and which are none of theirs. */
const shared = new Set([
  'linkedin.com',
  'crunchbase.com',
  'facebook.com',
  'instagram.com',
  'twitter.com',
  'x.com',
  'youtube.com',
  'tiktok.com',
  'github.com',
  'wikipedia.org',
  'wikidata.org',
  'xing.com',
  'glassdoor.com',
  'angel.co',
  'wellfound.com',
  'pitchbook.com',
  'medium.com',
  'bloomberg.com',
  'producthunt.com',
])

/** The key of what somebody names, as far as that tells: the one that a search makes where no page says otherwise. */
export function keyOfNamed(type: EntityType, { url, name, isOnSharedSite = false }: Named): string {
  const called = name?.trim() ?? ''
  const address = url === null ? '' : (addressKey(url) ?? url)
  if (type === 'company') {
    const site = url === null ? null : registrableDomain(new URL(url).hostname)
    if (site !== null && !shared.has(site) && !isOnSharedSite) return keyOfSite(site)
    return keyOfName(slug(called) === '' ? address : called)
  }
  if (type === 'person') return `person:${slug(called) || slug(address)}`
  if (type === 'research_paper') return paperKey({ title: called, url: url ?? slug(called), text: '' })
  return url === null ? `${type}:${slug(called)}` : pageKey(type, url)
}
