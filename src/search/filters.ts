import type { Viewer } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type { SearchFilters } from '../contract/search.ts'
import { categoryFilter } from '../entities/index.ts'
import type { IndexFilter } from '../ports/search-index.ts'

const mostResults = 100

/** The number of results, or the error that the contract has for too many. */
export function resultCount({ numResults = 10, contents }: SearchFilters): number {
  if (numResults <= mostResults) return numResults
  const message = `\`numResults\` is ${numResults}; at most ${mostResults} are possible.`
  throw new AppError(contents?.highlights ? 'invalid_num_results' : 'num_results_exceeded', message)
}

/** Entities are found by what they are, not by when or how a page spoke of them. */
const entityCategories = new Set(['company', 'people'])

export function toIndexFilter(viewer: Viewer, filters: SearchFilters): IndexFilter {
  const { category, includeDomains, excludeDomains, includeText, excludeText, moderation } = filters
  if (category !== undefined && entityCategories.has(category)) refuseUnsupported(category, filters)
  const wanted = category === undefined ? null : categoryFilter(category)
  const published = bounds(filters.startPublishedDate, filters.endPublishedDate, 'PublishedDate')
  const crawled = bounds(filters.startCrawlDate, filters.endCrawlDate, 'CrawlDate')
  return {
    visibleTo: ['public', viewer.teamId],
    ...(includeDomains?.length && { includeDomains }),
    ...(excludeDomains?.length && { excludeDomains }),
    ...(published && { published }),
    ...(crawled && { crawled }),
    ...(includeText?.length && { includeText }),
    ...(excludeText?.length && { excludeText }),
    ...(moderation && { excludeFlags: ['unsafe'] }),
    ...(wanted && ('categories' in wanted ? { kinds: wanted.categories } : { requireFlags: ['pdf'] })),
  }
}

function refuseUnsupported(category: string, filters: SearchFilters): void {
  const given = (
    [
      'startPublishedDate',
      'endPublishedDate',
      'startCrawlDate',
      'endCrawlDate',
      'includeText',
      'excludeText',
      'excludeDomains',
    ] as const
  ).find((name) => filters[name] !== undefined)
  if (given)
    throw new AppError(
      'conflicting_options',
      `\`${given}\` is not supported with the category "${category}".`,
    )
}

function bounds(from: Date | undefined, to: Date | undefined, name: string) {
  if (from && to && from > to)
    throw new AppError('conflicting_options', `\`start${name}\` is later than \`end${name}\`.`)
  if (!from && !to) return undefined
  return { ...(from && { from: from.getTime() }), ...(to && { to: to.getTime() }) }
}
