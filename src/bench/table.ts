import { isMet, type Figure } from './bench.ts'

/** Target and figure side by side, one line each. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [['', 'measured', 'target', ''], ...figures.map(rowOf)]
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const widths = [width(0), width(1), width(2)] as const
  return rows
    .map(([name = '', measured = '', target = '', verdict = '']) =>
      [name.padEnd(widths[0]), measured.padStart(widths[1]), target.padStart(widths[2]), verdict]
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function rowOf(figure: Figure): string[] {
  const { name, value, unit, target } = figure
  const measured = withUnit(value, unit)
  if (target === undefined) return [name, measured]
  const promised =
    'atMost' in target ? `≤ ${withUnit(target.atMost, unit)}` : `≥ ${withUnit(target.atLeast, unit)}`
  return [name, measured, promised, isMet(figure) ? 'met' : 'MISSED']
}

function withUnit(value: number, unit: Figure['unit']): string {
  const digits = unit === '' ? 3 : value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toFixed(digits)}${unit === '×' ? '' : ' '}${unit}`.trimEnd()
}
