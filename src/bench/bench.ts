/** One figure. The target is what the project has promised itself; missing it is shown, and is no failure. */
export interface Figure {
  readonly name: string
  readonly value: number
  /** Empty for a share or a score between 0 and 1. */
  readonly unit: 'ms' | 's' | 'MB' | '%' | '/s' | '×' | ''
  readonly target?: { readonly atMost: number } | { readonly atLeast: number }
}

export interface BenchContext<Options extends Readonly<Record<string, BenchOption>>> {
  readonly options: {
    readonly [Name in keyof Options]: OptionValue<Options[Name]['default']>
  }
  readonly signal: AbortSignal
  /** Says on standard error what is being measured. */
  readonly progress: (text: string) => void
}

type OptionValue<Default> = Default extends false ? boolean : number

export interface BenchOption {
  readonly about: string
  /** False: a switch. */
  readonly default: number | false
}

/** A benchmark is a file of this folder that exports one of these as `bench`, and a line in main.ts. */
export interface Bench<
  Options extends Readonly<Record<string, BenchOption>> = Readonly<Record<string, BenchOption>>,
> {
  readonly about: string
  readonly options: Options
  run(context: BenchContext<Options>): Promise<readonly Figure[]>
}

/** Keeps the names of the options while checking the shape. */
export const defineBench = <const Options extends Readonly<Record<string, BenchOption>>>(
  bench: Bench<Options>,
): Bench<Options> => bench

export const isMet = ({ value, target }: Figure): boolean =>
  target === undefined || ('atMost' in target ? value <= target.atMost : value >= target.atLeast)

/** The value below which the given share of the samples lies; the nearest sample, never one in between. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)
