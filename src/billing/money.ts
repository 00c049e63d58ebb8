/** Amounts are whole billionths of a dollar, so that sums and comparisons are exact. */
export type Nanos = number

export const toNanos = (dollars: number): Nanos => Math.round(dollars * 1e9)
export const toDollars = (nanos: Nanos): number => nanos / 1e9
