import type { NamedReader, OpenReader, Reading } from '../reader/index.ts'
import { LimitReached, type RunContext, type Step, type StepWork } from '../runs/index.ts'

type ReadingStep<Outcome> = Omit<Step<Outcome>, 'perform' | 'uses' | 'mayUse' | 'isFree'> & {
  /** Where a limit forbids it, it is not done at all. */
  readonly isOptional?: boolean
  readonly read: (reader: NamedReader, reading: Reading) => Promise<Outcome>
}

/** A step of a reader. Where a limit forbids what a language model may use, it is read without one, for nothing. */
export async function readingStep<Outcome>(
  run: RunContext,
  reader: OpenReader,
  { read, isOptional = false, ...step }: ReadingStep<Outcome>,
): Promise<Outcome> {
  try {
    return await run.step({
      ...step,
      ...(reader.usesModel && { mayUse: { token: Infinity } }),
      perform: (work) => read(reader, readingOf(run, work)),
    })
  } catch (error) {
    if (isOptional || !(error instanceof LimitReached)) throw error
    return run.step({
      ...step,
      key: `${step.key}.plain`,
      isFree: true,
      perform: (work) => read(reader.withoutModel, readingOf(run, work)),
    })
  }
}

const readingOf = ({ now }: RunContext, { signal, use }: StepWork): Reading => ({
  now,
  signal,
  onUse: ({ inputTokens, outputTokens }) => {
    use('token', inputTokens + outputTokens)
    use('outputToken', outputTokens)
  },
})
