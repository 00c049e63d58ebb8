import type { Document } from '../../documents/index.ts'
import type { Run, SearchSpec } from '../engine.ts'
import type { Library } from './library.ts'

const address = /https?:\/\/[^\s<>"'“”«»()[\]]+/g
const mostPages = 3
const longestContext = 400

export const addressesIn = (query: string): string[] => [
  ...new Set((query.match(address) ?? []).map((url) => url.replace(/[.,;:!?]+$/, ''))),
]

/** The query without the addresses in it, if anything is left then: nobody means their letters. */
export const wordsOfQuery = (query: string): string =>
  addressesIn(query)
    .reduce((words, url) => words.replaceAll(url, ' '), query)
    .trim() || query

/**
 * What the pages say that a query names by their addresses: “like https://…” looks for what that page is about. A page
 * that cannot be had says nothing.
 */
export async function contextOf(
  library: Library,
  { teamId, query }: SearchSpec,
  run: Run,
): Promise<string[]> {
  const named = addressesIn(query).slice(0, mostPages)
  const pages = await Promise.all(
    named.map(
      async (url) =>
        (await library.at(teamId, url)) ??
        (run.mayFetch ? await library.fetched(teamId, url, run.signal) : null),
    ),
  )
  return pages.flatMap((page) => (page ? [gistOf(page)] : []))
}

/** Without addresses, which would be looked for as words. */
function gistOf({ title, text, details }: Document): string {
  const prose = text.replaceAll(/\[([^\]]*)\]\([^)]*\)|[#*|>`_]|https?:\S+/g, '$1').replaceAll(/\s+/g, ' ')
  return `${title ?? ''}. ${details.description ?? ''} ${prose}`.trim().slice(0, longestContext)
}
