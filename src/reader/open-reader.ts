import { AppError } from '../contract/errors.ts'
import type { Log } from '../ports/log.ts'
import type { Metrics } from '../ports/metrics.ts'
import { checkedReader } from './checked-reader.ts'
import { disarm } from './injection.ts'
import type {
  AnswerTask,
  Classification,
  Decomposition,
  ExtractTask,
  Extraction,
  Filled,
  FillTask,
  JudgeTask,
  Plan,
  Reader,
  Reading,
  Statement,
  SummaryTask,
  Verdict,
} from './reader.ts'
import type { Document } from '../documents/index.ts'
import { unheedingReader } from './unheeding-reader.ts'

/** Who read, and what a caller should know about it. */
export interface ReadBy {
  readonly reader: string
  readonly notes: readonly string[]
}

/** `unasked`: not since this process started. */
export interface ModelState {
  readonly state: 'none' | 'unasked' | 'answers' | 'fails'
  readonly failure: string | null
}

interface Needs {
  readonly extractive: Reader
  /** Unset: no language model is configured. */
  readonly model?: Reader | undefined
  readonly log: Log
  readonly metrics: Metrics
}

export type OpenReader = ReturnType<typeof openReader>
/** A reader that says who read, with a language model or without. */
export type NamedReader = Omit<OpenReader, 'usesModel' | 'modelState' | 'withoutModel'>

/**
 * The reader that everything uses: the language model where there is one, and the extractive reader without one or
 * when it fails, which the result then says. Nothing reaches a caller unchecked, whoever read, and neither is shown
 * what pages tell it to do.
 */
export function openReader({ extractive, model, log, metrics }: Needs) {
  const dropped = metrics.counter('reader_claims_dropped_total', 'Claims whose quotes did not stand.', [
    'reader',
    'kind',
  ])
  const failed = metrics.counter('reader_fallbacks_total', 'Readings that the language model failed at.', [
    'method',
  ])
  const instructed = metrics.counter(
    'reader_instructions_total',
    'Readings of pages that give instructions to their reader.',
  )
  const check = (reader: Reader): Reader =>
    checkedReader(unheedingReader(reader), (kind) => dropped({ reader: reader.name, kind }))
  const plain = check(extractive)
  const better = model && check(model)
  let modelState: ModelState = { state: 'unasked', failure: null }
  const answered = () => void (modelState = { state: 'answers', failure: null })

  return {
    ...readerWith(better),
    /** Whether a language model is asked first. */
    usesModel: better !== undefined,
    /** How the language model did when it was last asked. */
    modelState: (): ModelState => (better ? modelState : { state: 'none', failure: null }),
    /** For what must not cost anything. */
    withoutModel: readerWith(undefined),
  }

  function readerWith(better: Reader | undefined) {
    return {
      /** The reader that is asked first. */
      name: (better ?? plain).name,

      judge: (task: JudgeTask, reading: Reading) =>
        read<Verdict>(better, 'judge', (reader) => reader.judge(task, reading), task.sources, reading),
      extract: (task: ExtractTask, reading: Reading) =>
        read<Extraction>(better, 'extract', (reader) => reader.extract(task, reading), task.sources, reading),
      fill: (task: FillTask, reading: Reading) =>
        read<Filled>(better, 'fill', (reader) => reader.fill(task, reading), task.sources, reading),
      decompose: (wish: string, reading: Reading) =>
        read<Decomposition>(better, 'decompose', (reader) => reader.decompose(wish, reading), [], reading),
      plan: (goal: string, reading: Reading) =>
        read<Plan>(better, 'plan', (reader) => reader.plan(goal, reading), [], reading),
      classify: (source: Document, reading: Reading) =>
        read<Classification>(
          better,
          'classify',
          (reader) => reader.classify(source, reading),
          [source],
          reading,
        ),

      async summarise(
        task: SummaryTask,
        reading: Reading,
      ): Promise<{ statements: readonly Statement[] } & ReadBy> {
        return read(
          better,
          'summarise',
          async (reader) => ({ statements: await reader.summarise(task, reading) }),
          [task.source],
          reading,
        )
      },

      /** Falls back only while nothing has been said: two readers never write one answer. */
      async *answer(task: AnswerTask, reading: Reading): AsyncGenerator<Statement, ReadBy> {
        const notes = noteInstructions(task.sources)
        if (!better) {
          yield* plain.answer(task, reading)
          return by(plain, ...notes)
        }
        let hasBegun = false
        try {
          for await (const statement of better.answer(task, reading)) {
            hasBegun = true
            yield statement
          }
          answered()
          return by(better, ...notes)
        } catch (error) {
          if (hasBegun) throw error
          const note = noteFailure('answer', error, reading)
          yield* plain.answer(task, reading)
          return by(plain, note, ...notes)
        }
      },
    }
  }

  async function read<T extends object>(
    better: Reader | undefined,
    method: string,
    ask: (reader: Reader) => Promise<T>,
    sources: readonly Document[],
    reading: Reading,
  ): Promise<T & ReadBy> {
    const notes = noteInstructions(sources)
    if (!better) return { ...(await ask(plain)), ...by(plain, ...notes) }
    try {
      const result = await ask(better)
      answered()
      return { ...result, ...by(better, ...notes) }
    } catch (error) {
      const note = noteFailure(method, error, reading)
      return { ...(await ask(plain)), ...by(plain, note, ...notes) }
    }
  }

  function noteInstructions(sources: readonly Document[]): string[] {
    return sources.flatMap((source) => {
      const [first] = disarm(source).found
      if (first === undefined) return []
      const { url, id, version } = source
      instructed()
      log.warn(
        { url, documentId: id, version, instruction: first.slice(0, 200) },
        'a page gives its reader instructions; they were not followed',
      )
      return [`${url} gives instructions to programs that read it; they were not followed.`]
    })
  }

  /** Only a model that cannot read is stood in for: a caller who left or a mistake of ours is none. */
  function noteFailure(method: string, error: unknown, { signal }: Reading): string {
    signal.throwIfAborted()
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
    failed({ method })
    modelState = { state: 'fails', failure: error.message }
    log.warn({ err: error, method }, 'the language model failed; read extractively')
    return `${error.message.replace(/\.$/, '')}; read extractively.`
  }
}

const by = ({ name }: Reader, ...notes: string[]): ReadBy => ({ reader: name, notes })
