import { record, records, type Json } from './json.ts'

/** Dollars, as the settings have them. */
export interface Prices {
  readonly search: number
  readonly extraResult: number
  readonly deepSearch: number
  readonly deepReasoningSearch: number
  readonly contentsPage: number
  readonly answer: number
  readonly monitorRun: number
  readonly websetCandidate: number
  readonly websetEnrichment: number
  readonly researchSearch: number
  readonly researchPage: number
  readonly researchProPage: number
  readonly agentMinimal: number
  readonly agentLow: number
  readonly agentMedium: number
  readonly agentHigh: number
  readonly agentXhigh: number
}

/** What is not known before: how many candidates an item takes, how many items a webset has, how often a month is. */
const candidatesPerItem = 10
const usualItems = 25
const runsInAMonth = 30
const pagesOfAnswer = 5

/** Searches and pages of a research run, by model. */
const effort: Readonly<Record<string, readonly [searches: number, pages: number]>> = {
  'exa-research-fast': [5, 10],
  'exa-research': [10, 20],
  'exa-research-pro': [20, 40],
}

const number = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

/** What a call is likely to cost: enough to tell small from large before it runs, no bill. */
export function estimateCost(prices: Prices, operation: string, args: Json): number {
  const webset = (count: number, enrichments: unknown) =>
    count *
    (candidatesPerItem * prices.websetCandidate + records(enrichments).length * prices.websetEnrichment)

  const research = (model: unknown) => {
    const name = typeof model === 'string' && model in effort ? model : 'exa-research'
    const [searches, pages] = effort[name] ?? [0, 0]
    const page = name === 'exa-research-pro' ? prices.researchProPage : prices.researchPage
    return searches * prices.researchSearch + pages * page
  }

  const search = (results: number, type: unknown) => {
    const isDeep = typeof type === 'string' && type.startsWith('deep')
    const deep = type === 'deep-reasoning' ? prices.deepReasoningSearch : prices.deepSearch
    return (isDeep ? deep : prices.search) + Math.max(0, results - 10) * prices.extraResult
  }
  const pages = (named: unknown) => (Array.isArray(named) ? named.length : 1) * prices.contentsPage

  const task = (type: unknown, given: Json): number => {
    const one = webset(number(given.count, usualItems), given.enrichments)
    switch (type) {
      case 'convergent.search':
        return (Array.isArray(given.queries) ? given.queries.length : 2) * one
      case 'adversarial.verify':
        return 2 * one + (given.synthesize === true ? research(given.synthesisModel) : 0)
      case 'research.deep':
        return research(given.model)
      case 'research.verifiedCollection':
        return one + number(given.researchLimit, 10) * research(given.researchModel)
      case 'retrieval.searchAndRead':
        return (
          search(number(given.numResults, 10), given.type) + number(given.readCount, 5) * prices.contentsPage
        )
      case 'retrieval.expandAndCollect':
        return lengthOf([given.queries, given.seeds]) * search(number(given.numResults, 10), given.type)
      case 'retrieval.verifiedAnswer':
        return number(given.attempts, 2) * (prices.answer + pagesOfAnswer * prices.contentsPage)
      case 'semantic.cron':
        return (given.monitorId === undefined ? runsInAMonth : 1) * prices.monitorRun
      case 'verify.enrichments':
        return number(given.count, usualItems) * number(given.sourcesPerItem, 3) * prices.contentsPage
      case 'qd.winnow':
        return number(given.maxRounds, 1) * webset(number(given.count, 50), given.enrichments)
      default:
        return one
    }
  }

  switch (operation) {
    case 'websets.create': {
      const { count } = record(args.search)
      const isSearched = args.search !== undefined || args.searchQuery !== undefined
      return isSearched ? webset(number(count ?? args.searchCount, 10), args.enrichments) : 0
    }
    case 'websets.preview':
    case 'searches.create':
      return webset(number(args.count, 10), [])
    case 'enrichments.create':
      return usualItems * prices.websetEnrichment
    case 'monitors.create':
      return runsInAMonth * webset(number(args.count, 10), [])
    case 'research.create':
      return research(args.model)
    case 'tasks.create':
      return task(args.type, record(args.args))
    case 'exa_search':
    case 'exa.search':
    case 'exa.findSimilar':
      return search(number(args.numResults, 10), args.type)
    case 'exa_fetch':
      return pages(args.ids)
    case 'exa.getContents':
      return pages(args.urls)
    case 'exa.answer':
      return prices.answer
    case 'searchMonitors.create':
      return runsInAMonth * prices.monitorRun
    case 'searchMonitors.trigger':
      return prices.monitorRun
    case 'agentRuns.create':
      return costOfRun(prices, args)
    default:
      return 0
  }
}

const lengthOf = (lists: readonly unknown[]): number =>
  lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)

function costOfRun(prices: Prices, { effort: level, budget }: Json): number {
  const { maxCostDollars } = record(budget)
  if (typeof maxCostDollars === 'number') return maxCostDollars
  const fixed: Readonly<Record<string, number>> = {
    minimal: prices.agentMinimal,
    low: prices.agentLow,
    medium: prices.agentMedium,
    high: prices.agentHigh,
  }
  return fixed[String(level)] ?? prices.agentXhigh
}
