import { createHash } from 'node:crypto'
import { addressKey } from '../documents/index.ts'

const hashed = (kind: string, key: string): string =>
  `${kind}_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`

/** A company is its registrable domain, on whichever page it is met. */
export const companyId = (domain: string): string => hashed('company', domain.toLowerCase())

/** A company without a domain that we know of is the page that presents it, as every person is. */
export const pageId = (type: 'company' | 'person', url: string): string =>
  hashed(type, addressKey(url) ?? url)
