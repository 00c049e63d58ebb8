import type { Visibility } from '../../ports/fetcher.ts'

/** What a file says about one page. */
export interface PageRecord {
  readonly kind: 'page'
  readonly url: string
  readonly body: Uint8Array
  readonly contentType: string | null
  /** Of the response that a web archive holds. */
  readonly headers?: Readonly<Record<string, string>>
  /** When it was so, if the file says. */
  readonly fetchedAt?: Date
  /** Of what was fetched from elsewhere; a file itself is the team's, unless the owner says otherwise. */
  readonly visibility?: Visibility
  /** What the file says itself, which counts more than what can be read off the page. */
  readonly given?: { title?: string; author?: string; publishedAt?: Date }
}

/** One that could not be read. It is counted by its cause, and the file goes on. */
export interface MalformedRecord {
  readonly kind: 'malformed'
  readonly cause: string
  /** Where or what it is, for people. */
  readonly example: string
}

/** One that lies elsewhere, and is only fetched if it is not passed over. */
export interface RemoteRecord {
  readonly kind: 'remote'
  readonly url: string
  load(signal: AbortSignal): Promise<PageRecord | MalformedRecord>
}

export type FileRecord = PageRecord | MalformedRecord | RemoteRecord

export const malformed = (cause: string, example: string): MalformedRecord => ({
  kind: 'malformed',
  cause,
  example,
})

/** The largest record that is read whole. */
export const maxRecordBytes = 16 * 1024 * 1024

export const dateOf = (value: unknown): Date | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** A web address, perhaps relative to where the pages of the file belong. */
export function addressOf(value: unknown, baseUrl: string | undefined): string | null {
  if (typeof value !== 'string' || value === '' || !URL.canParse(value, baseUrl)) return null
  const url = new URL(value, baseUrl)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}
