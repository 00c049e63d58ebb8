import type { Page } from '../../src/entities/index.ts'

interface PageParts extends Partial<Omit<Page, 'details'>> {
  readonly details?: Partial<Page['details']>
  /** What extraction kept of it; anything, because pages hold anything. */
  readonly structured?: unknown
}

/** A page as extraction leaves it, with nothing on it but what is given. */
export function aPage({ details, structured, ...parts }: PageParts = {}): Page {
  return {
    url: 'https://site.example/page',
    contentType: 'text/html',
    title: null,
    author: null,
    publishedAt: null,
    language: 'en',
    kind: 'other',
    text: '',
    ...parts,
    details: {
      links: [],
      imageLinks: [],
      codeBlocks: [],
      // Hostile pages make this something other than it should be.
      structured: (structured ?? {}) as Page['details']['structured'],
      ...details,
    },
  }
}
