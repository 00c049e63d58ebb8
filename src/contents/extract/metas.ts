import type { PageHead } from './head.ts'

/** Those that say something of the page rather than to a browser, a search engine's console or an application. */
const telling =
  /^(?:twitter:|(?:bepress_)?citation_|dc(?:terms)?[.:]|prism\.|eprints\.|geo\.|icbm$|generator$|rating$|keywords$|news_keywords$|classification$|category$|subject$|author$|publisher$|copyright$|language$)/

const mostMetas = 100
const longestValue = 2000

/** Metas by name. One that is repeated, as `citation_author` is for each author, has all its values. */
export function readMetas({ repeated }: PageHead): Record<string, string> {
  const kept = [...repeated].filter(([name]) => telling.test(name)).slice(0, mostMetas)
  return Object.fromEntries(
    kept.map(([name, values]) => [name, [...new Set(values)].join('; ').slice(0, longestValue)]),
  )
}
