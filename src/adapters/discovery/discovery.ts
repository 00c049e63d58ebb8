import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { Discovery } from '../../ports/discovery.ts'
import { ask } from './ask.ts'

export interface DiscoveryOptions {
  readonly url: string
  readonly apiKey?: string | undefined
  /** The way out. */
  readonly fetch?: typeof fetch | undefined
}

const engines = {
  searxng: { create: createSearxng, url: null },
  brave: { create: createBrave, url: 'https://api.search.brave.com' },
  exa: { create: createExa, url: 'https://api.exa.ai' },
} as const

/** The configured search engine, or none. Throws when its address is missing. */
export function openDiscovery(settings: {
  readonly kind?: keyof typeof engines | undefined
  readonly url?: string | undefined
  readonly apiKey?: string | undefined
  readonly fetch?: typeof fetch | undefined
}): Discovery | undefined {
  if (settings.kind === undefined) return undefined
  const { create, url } = engines[settings.kind]
  const address = settings.url ?? url
  if (address === null)
    throw new AppError('invalid_request', `Discovery with ${settings.kind} needs discovery.url.`)
  return create({ url: address, apiKey: settings.apiKey, fetch: settings.fetch })
}

const Results = z.array(z.object({ url: z.string() }))
const addresses = (results: z.output<typeof Results>): string[] => results.map(({ url }) => url)

/** SearXNG; its `search.formats` must include `json`. */
export function createSearxng({ url, fetch }: DiscoveryOptions): Discovery {
  return paged(async (query, page, signal) => {
    const asked = new URL('search', withSlash(url))
    asked.search = new URLSearchParams({ q: query, format: 'json', pageno: String(page + 1) }).toString()
    const { results } = await ask({
      engine: 'SearXNG',
      url: asked,
      answer: z.object({ results: Results }),
      fetch,
      signal,
    })
    return addresses(results)
  })
}

const bravePage = 20

export function createBrave({ url, apiKey, fetch }: DiscoveryOptions): Discovery {
  const Answer = z.object({ web: z.object({ results: Results }).optional() })
  return paged(async (query, page, signal) => {
    // Further ones it does not have.
    if (page > 9) return []
    const asked = new URL('res/v1/web/search', withSlash(url))
    asked.search = new URLSearchParams({
      q: query,
      count: String(bravePage),
      offset: String(page),
    }).toString()
    const headers: Record<string, string> = apiKey ? { 'x-subscription-token': apiKey } : {}
    const { web } = await ask({
      engine: 'Brave Search',
      url: asked,
      headers,
      answer: Answer,
      fetch,
      signal,
    })
    return addresses(web?.results ?? [])
  })
}

export function createExa({ url, apiKey, fetch }: DiscoveryOptions): Discovery {
  return {
    async find(query, { limit, signal }) {
      const { results } = await ask({
        engine: 'Exa',
        url: new URL('search', withSlash(url)),
        headers: apiKey ? { 'x-api-key': apiKey } : {},
        body: { query, numResults: Math.min(limit, 100) },
        answer: z.object({ results: Results }),
        fetch,
        signal,
      })
      return unique(addresses(results)).slice(0, limit)
    },
  }
}

/** Asks page after page until there are enough, or a page brings nothing new. */
function paged(getPage: (query: string, page: number, signal: AbortSignal) => Promise<string[]>): Discovery {
  return {
    async find(query, { limit, signal }) {
      let found: string[] = []
      for (let page = 0; found.length < limit; page++) {
        const more = unique([...found, ...(await getPage(query, page, signal))])
        if (more.length === found.length) break
        found = more
      }
      return found.slice(0, limit)
    },
  }
}

const unique = (urls: readonly string[]): string[] => [...new Set(urls)]
const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`)
