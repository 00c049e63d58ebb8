import type { CostDollars } from '../contract/usage.ts'
import type { Account, Ledger, Usage } from './ledger.ts'
import { toDollars, type Nanos } from './money.ts'
import type { Item, Prices, TokenCount } from './prices.ts'

/** The part of `costDollars` that an item belongs to. */
export type CostPart =
  | 'search.neural'
  | 'search.keyword'
  | 'contents.text'
  | 'contents.highlights'
  | 'contents.summary'
  | 'other'

/**
 * Counts what one operation uses. It is opened by the dispatcher and closed by it, whatever happens: what an
 * operation used before it failed is booked, and what it reserved and did not use is given back.
 */
export interface Meter {
  /** Sets money aside before it is spent; rejects when a budget does not allow it. */
  reserve(item: Item, count?: number): Promise<void>
  /** Counts an item as used, at its price. */
  charge(part: CostPart, item: Item, count?: number): void
  count(usage: Partial<Pick<Usage, 'searches' | 'pages' | 'tokens'>>): void
  /**
   * Counts what a language model used, at its price; what `onUse` of a reading is told. Nothing is set aside for it,
   * because nobody knows beforehand: a budget that it exceeds refuses what comes next.
   */
  countTokens(use: TokenCount): void
  /** What was charged so far, in the shape of the contract. */
  costDollars(): CostDollars
  close(): Promise<void>
}

interface Needs {
  readonly ledger: Ledger
  readonly prices: Prices
  readonly account: Account
  readonly operation: string
  readonly requestId: string
  /** Receives what cost nothing, to be written soon; what cost something is written at once. */
  readonly later: (account: Account, entry: Usage & { operation: string; requestId: string }) => void
}

export function openMeter({ ledger, prices, account, operation, requestId, later }: Needs): Meter {
  const startedAt = performance.now()
  const reservations: string[] = []
  const parts = new Map<CostPart, Nanos>()
  const counts = { searches: 0, pages: 0, tokens: 0 }
  const total = () => [...parts.values()].reduce((sum, nanos) => sum + nanos, 0)

  return {
    async reserve(item, count = 1) {
      reservations.push(await ledger.reserve(account, prices.of(item, count)))
    },
    charge(part, item, count = 1) {
      parts.set(part, (parts.get(part) ?? 0) + prices.of(item, count))
    },
    count({ searches = 0, pages = 0, tokens = 0 }) {
      counts.searches += searches
      counts.pages += pages
      counts.tokens += tokens
    },
    countTokens(use) {
      counts.tokens += use.inputTokens + use.outputTokens
      parts.set('other', (parts.get('other') ?? 0) + prices.ofTokens(use))
    },
    costDollars: () => presentCost(parts, total()),
    async close() {
      const entry = {
        ...counts,
        seconds: (performance.now() - startedAt) / 1000,
        costNanos: total(),
        operation,
        requestId,
      }
      const [first, ...others] = reservations
      if (first === undefined && entry.costNanos === 0) return later(account, entry)
      await ledger.settle(account, entry, first)
      for (const reservation of others) await ledger.release(account, reservation)
    },
  }
}

function presentCost(parts: ReadonlyMap<CostPart, Nanos>, total: Nanos): CostDollars {
  const cost: CostDollars = { total: toDollars(total) }
  for (const [part, nanos] of parts) {
    const [group, name] = part.split('.')
    if (nanos === 0 || name === undefined) continue
    if (group === 'search') cost.search = { ...cost.search, [name]: toDollars(nanos) }
    else cost.contents = { ...cost.contents, [name]: toDollars(nanos) }
  }
  return cost
}
