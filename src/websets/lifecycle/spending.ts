import type { Ledger, Prices, TokenCount } from '../../billing/index.ts'
import { AppError } from '../../contract/errors.ts'
import type { Tx } from '../../ports/records.ts'

/** What one piece of work costs, set aside before it is done. */
export interface Payment {
  /** In the transaction that takes what was done, so that it is paid for exactly when it counts. */
  settle(tx: Tx): Promise<void>
  /** When nothing came of it. */
  release(): Promise<void>
}

/** What a language model used in a stretch of work. */
interface TokenTally {
  onUse(this: void, use: TokenCount): void
  book(): Promise<void>
}

/** The budget does not allow the next piece of work. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget'
  readonly nanos: number

  constructor(nanos: number) {
    super('The budget does not allow the next piece of work.')
    this.nanos = nanos
  }
}

const free: Payment = { settle: async () => {}, release: async () => {} }

export type Spending = ReturnType<typeof createSpending>

export function createSpending({ ledger, prices }: { ledger: Ledger; prices: Prices }) {
  return {
    /** Rejects with `OutOfBudget`. */
    async reserve(
      payer: { teamId: string; keyId: string; websetId: string },
      item: 'websetCandidate' | 'websetEnrichment',
    ): Promise<Payment> {
      const nanos = prices.of(item)
      if (nanos === 0) return free
      const reservation = await ledger.reserve(payer, nanos).catch((error: unknown) => {
        const isSpent = error instanceof AppError && error.code.endsWith('_budget_exceeded')
        throw isSpent ? new OutOfBudget(nanos) : error
      })
      const operation = item === 'websetCandidate' ? 'websets.verify' : 'websets.enrich'
      const usage = { searches: 0, pages: 0, tokens: 0, seconds: 0, costNanos: nanos }
      return {
        settle: (tx) =>
          ledger.settle(payer, { ...usage, operation, requestId: payer.websetId }, reservation, tx),
        release: () => ledger.release(payer, reservation),
      }
    },
    /**
     * Counts what a language model uses, to be booked once. Nothing is set aside for it, because nobody knows
     * beforehand: a budget that it exceeds refuses what comes next. Rejects with `OutOfBudget` when that is now.
     */
    async countTokens(payer: { teamId: string; keyId: string; websetId: string }): Promise<TokenTally> {
      const haveAPrice = prices.ofTokens({ inputTokens: 1e6, outputTokens: 1e6 }) > 0
      if (haveAPrice && !(await ledger.allows(payer, 1))) throw new OutOfBudget(1)
      let tokens = 0
      let costNanos = 0
      return {
        onUse(use) {
          tokens += use.inputTokens + use.outputTokens
          costNanos += prices.ofTokens(use)
        },
        async book() {
          if (tokens === 0) return
          const entry = {
            operation: 'websets.read',
            requestId: payer.websetId,
            searches: 0,
            pages: 0,
            seconds: 0,
          }
          await ledger.settle(payer, { ...entry, tokens, costNanos })
        },
      }
    },
    allows: (payer: { teamId: string; keyId: string }, nanos: number): Promise<boolean> =>
      ledger.allows(payer, nanos),
  }
}
