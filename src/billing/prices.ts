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

/** Dollars that a language model costs. */
export interface TokenPrices {
  readonly pricePerMillionInput: number
  readonly pricePerMillionOutput: number
}

export interface TokenCount {
  readonly inputTokens: number
  readonly outputTokens: number
}

export type Item = keyof PriceList

export type Prices = ReturnType<typeof createPrices>

export function createPrices(list: PriceList, tokens: TokenPrices) {
  return {
    of: (item: Item, count = 1): Nanos => toNanos(list[item]) * count,
    ofTokens: ({ inputTokens, outputTokens }: TokenCount): Nanos =>
      toNanos(
        (inputTokens * tokens.pricePerMillionInput + outputTokens * tokens.pricePerMillionOutput) / 1e6,
      ),
  }
}
