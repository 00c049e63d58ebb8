import type { Caller } from '../access/index.ts'
import { findHighlights } from '../contents/index.ts'
import type { ContextRequest } from '../contract/answers.ts'
import type { Document } from '../documents/index.ts'
import type { Run } from '../readings/index.ts'
import type { Search } from '../search/index.ts'

const pagesRead = 10
const dynamicTokens = 5000
/** What tokenizers of English and of code come to, near enough for a budget. */
const charactersPerToken = 4

export type Contexts = ReturnType<typeof createContexts>

/** What pages show and say about something, in one text for a prompt: code first, then the passages around it. */
export function createContexts({ search }: { search: Search }) {
  return {
    async context(caller: Caller, { query, tokensNum }: ContextRequest, run: Run) {
      const startedAt = performance.now()
      await run.meter.reserve('search')
      run.meter.count({ searches: 1 })
      const found = await search.find(caller, { numResults: pagesRead }, { queries: [query] }, run.signal)
      const pages = await search.load(caller, found, pagesRead)
      run.meter.charge(found.way === 'keyword' ? 'search.keyword' : 'search.neural', 'search')
      run.meter.count({ pages: pages.length })
      const tokens = tokensNum === 'dynamic' ? dynamicTokens : tokensNum
      const sections = withinBudget(
        pages.map((page) => ({ heading: headingOf(page), pieces: piecesOf(page, query) })),
        tokens * charactersPerToken,
      )
      const response = sections.join('\n\n')
      return {
        query,
        response,
        resultsCount: sections.length,
        searchTime: performance.now() - startedAt,
        outputTokens: Math.ceil(response.length / charactersPerToken),
      }
    },
  }
}

interface Section {
  readonly heading: string
  readonly pieces: readonly string[]
}

const headingOf = ({ title, url }: Document): string => `## ${title ?? url}\n${url}`

function piecesOf(page: Document, query: string): string[] {
  const said = findHighlights(page, query, passages)
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end }) => page.text.slice(start, end))
  const shown = page.details.codeBlocks.filter((code) => !said.some((passage) => passage.includes(code)))
  return [...shown.map(fenced), ...said]
}

const passages = {
  query: undefined,
  maxCharacters: 2000,
  dynamic: undefined,
  numSentences: 3,
  highlightsPerUrl: 4,
}

/** A fence that the code itself does not close. */
function fenced(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${code.trimEnd()}\n${fence}`
}

/** Page by page, whole pieces as long as they fit; at least the beginning of the first. */
function withinBudget(sections: readonly Section[], characters: number): string[] {
  const chosen: string[] = []
  let left = characters
  for (const { heading, pieces } of sections) {
    const kept = [heading]
    let length = heading.length
    for (const piece of pieces) {
      if (length + piece.length + 4 > left) continue
      kept.push(piece)
      length += piece.length + 2
    }
    if (kept.length === 1) continue
    chosen.push(kept.join('\n\n'))
    left -= length + 2
  }
  const [first] = sections
  if (chosen.length > 0 || !first) return chosen
  return [[first.heading, ...first.pieces].join('\n\n').slice(0, characters)]
}
