import type { UsageReport, UsageTotals } from '../../../../src/contract/usage.ts'

export interface Stack {
  readonly day: string
  /** One for each of the series, in their order. */
  readonly values: readonly number[]
}

export interface Stacked {
  readonly series: readonly { readonly name: string; readonly total: number }[]
  readonly days: readonly Stack[]
}

const dayMs = 86_400_000
/** As many colours as people tell apart; what is smaller shares one. */
const most = 5

/** Every day from the first to today, also those without any use, with the operations that matter most apart. */
export function stackDays(
  rows: UsageReport['data'],
  from: Date,
  measure: keyof UsageTotals,
  today = new Date(),
): Stacked {
  const totals = new Map<string, number>()
  const cells = new Map<string, number>()
  for (const row of rows) {
    const { day = '', operation = '' } = row
    totals.set(operation, (totals.get(operation) ?? 0) + row[measure])
    cells.set(`${day} ${operation}`, (cells.get(`${day} ${operation}`) ?? 0) + row[measure])
  }
  const ranked = [...totals]
    .filter(([, total]) => total > 0)
    .toSorted((one, other) => other[1] - one[1])
    .map(([name, total]) => ({ name, total, operations: [name] }))
  const rest = ranked.slice(most)
  const series =
    rest.length === 0
      ? ranked
      : [
          ...ranked.slice(0, most),
          {
            name: 'others',
            total: rest.reduce((sum, { total }) => sum + total, 0),
            operations: rest.map(({ name }) => name),
          },
        ]
  const days: Stack[] = []
  for (let at = from.getTime(); at <= today.getTime(); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    days.push({
      day,
      values: series.map(({ operations }) =>
        operations.reduce((sum, operation) => sum + (cells.get(`${day} ${operation}`) ?? 0), 0),
      ),
    })
  }
  return { series: series.map(({ name, total }) => ({ name, total })), days }
}
