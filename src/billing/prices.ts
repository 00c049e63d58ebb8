import { toNanos, type Nanos } from './money.ts'

/** Dollars, as they stand in the configuration. */
export interface PriceList {
  readonly search: number
  readonly extraResult: number
  readonly deepSearch: number
  readonly deepReasoningSearch: number
  readonly contentsPage: number
  readonly summary: number
  readonly answer: number
  readonly monitorRun: number
  readonly websetCandidate: number
  readonly websetEnrichment: number
}

export type Item = keyof PriceList

export type Prices = ReturnType<typeof createPrices>

export function createPrices(list: PriceList) {
  return {
    of: (item: Item, count = 1): Nanos => toNanos(list[item]) * count,
  }
}
