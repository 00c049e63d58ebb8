import { toDollars, type Meter, type Prices } from '../billing/index.ts'

/** What a run uses. It has one price, whatever it brings; only what a language model uses comes on top. */
export function countRun(prices: Prices) {
  let costNanos = prices.of('monitorRun')
  const counts = { searches: 1, pages: 0, tokens: 0 }
  const meter: Meter = {
    reserve: async () => {},
    charge() {},
    count({ searches = 0, pages = 0, tokens = 0 }) {
      counts.searches += searches
      counts.pages += pages
      counts.tokens += tokens
    },
    countTokens(use) {
      counts.tokens += use.inputTokens + use.outputTokens
      costNanos += prices.ofTokens(use)
    },
    costDollars: () => ({ total: toDollars(costNanos) }),
    close: async () => {},
  }
  return { meter, used: () => ({ ...counts, costNanos }) }
}
