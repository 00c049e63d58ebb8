import { AppError } from '../../contract/errors.ts'
import type { LanguageModel, ModelCall, ModelRequest, TokenUse } from '../../ports/language-model.ts'
import {
  keyOf,
  openCassetteWriter,
  readCassette,
  type CassetteWriter,
  type Recording,
} from './cassette-file.ts'

export const cassetteModes = ['auto', 'record', 'replay'] as const

export interface CassetteOptions {
  readonly path: string
  /**
   * `record` begins anew, `replay` never asks the model, `auto` asks it what is not recorded yet. In each of them a
   * call that was made before has the outcome that it had, so what is played back is what was seen while recording.
   */
  readonly mode: (typeof cassetteModes)[number]
  /** Needed unless the cassette is only replayed. */
  readonly model?: LanguageModel | undefined
}

interface Take {
  readonly kind: 'complete' | 'stream'
  readonly key: string
  readonly model: LanguageModel
  readonly writer: CassetteWriter
}

/**
 * A language model that remembers what it said. Tokens are reported as they were used when it was said. A call that
 * is not on the cassette rejects with `unprocessable` when replaying: nothing else may stand in for it.
 */
export async function openCassette({ path, mode, model }: CassetteOptions): Promise<LanguageModel> {
  const found = mode === 'record' ? null : await readCassette(path)
  const name = (mode === 'replay' ? found?.model : model?.name) ?? cannotOpen(path, mode)
  if (found && found.model !== name)
    throw new AppError(
      'conflict',
      `The cassette ${path} was recorded with ${found.model}, not with ${name}.`,
      {
        details: { remedy: 'Replay it, record it anew, or name another file.' },
      },
    )
  // What failed may work today; only a replay repeats it.
  const kept = found?.recordings.filter(({ failure }) => mode === 'replay' || failure === undefined) ?? []
  const recordings = new Map(kept.map((recording) => [recording.key, recording]))
  const writer =
    mode === 'replay' ? undefined : await openCassetteWriter(path, name, [...recordings.values()])
  const underWay = new Map<string, Promise<void>>()
  let isClosed = false

  async function* answers<T>(
    kind: 'complete' | 'stream',
    request: ModelRequest<T>,
    call: ModelCall,
  ): AsyncGenerator<T> {
    call.signal.throwIfAborted()
    if (isClosed) throw new AppError('unavailable', 'The language model is closed.')
    const key = keyOf(kind, name, request)
    // Two equal calls at once have one outcome, too.
    for (let other = underWay.get(key); other; other = underWay.get(key))
      await untilAborted(other, call.signal)
    const known = recordings.get(key)
    if (known) {
      yield* play(known, request, call)
      return
    }
    if (!model || !writer) throw isMissing(path, request.purpose, key)

    let end: (() => void) | undefined
    underWay.set(key, new Promise<void>((resolve) => (end = resolve)))
    try {
      yield* record({ kind, key, model, writer }, request, call)
    } finally {
      underWay.delete(key)
      end?.()
    }
  }

  async function* record<T>(
    { kind, key, model, writer }: Take,
    request: ModelRequest<T>,
    call: ModelCall,
  ): AsyncGenerator<T> {
    const said: T[] = []
    const uses: TokenUse[] = []
    const keep = async (failure?: string): Promise<void> => {
      const recording: Recording = {
        key,
        purpose: request.purpose,
        answers: said,
        uses: uses.map(({ inputTokens, outputTokens }) => ({ inputTokens, outputTokens })),
        ...(failure !== undefined && { failure }),
      }
      recordings.set(key, recording)
      await writer.append(recording)
    }
    const heard: ModelCall = {
      ...call,
      onUse(use) {
        uses.push(use)
        call.onUse?.(use)
      },
    }
    try {
      if (kind === 'complete') said.push(await model.complete(request, heard))
      else
        for await (const item of model.stream(request, heard)) {
          said.push(item)
          yield item
        }
    } catch (error) {
      if (!call.signal.aborted && !isClosed && error instanceof AppError && error.code === 'unavailable')
        await keep(error.message)
      throw error
    }
    await keep()
    if (kind === 'complete') yield* said
  }

  async function* play<T>(
    recording: Recording,
    request: ModelRequest<T>,
    call: ModelCall,
  ): AsyncGenerator<T> {
    for (const use of recording.uses) call.onUse?.({ model: name, ...use })
    for (const answer of recording.answers) yield request.answer.parse(answer)
    if (recording.failure !== undefined) throw new AppError('unavailable', recording.failure)
  }

  return {
    name,
    async complete<T>(request: ModelRequest<T>, call: ModelCall): Promise<T> {
      const iterator = answers('complete', request, call)
      const { value } = await iterator.next()
      await iterator.next()
      // There is one when nothing was thrown.
      return value as T
    },
    stream: (request, call) => answers('stream', request, call),
    async close() {
      isClosed = true
      await model?.close()
      await writer?.close()
    },
  }
}

/** Waits for another call, as long as the caller does. */
const untilAborted = (waited: Promise<void>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', giveUp, { once: true })
    void waited.then(resolve).finally(() => signal.removeEventListener('abort', giveUp))
  })

function cannotOpen(path: string, mode: string): never {
  if (mode === 'replay')
    throw new AppError('unprocessable', `There is no cassette ${path} to replay.`, {
      details: { remedy: 'Record it first, or correct WINNOW_LLM_CASSETTE.' },
    })
  throw new AppError(
    'unprocessable',
    'A cassette is recorded from a language model, and none is configured.',
    {
      details: {
        remedy: 'Set WINNOW_LLM_BASE_URL and WINNOW_LLM_MODEL, or WINNOW_LLM_CASSETTE_MODE=replay.',
      },
    },
  )
}

const isMissing = (path: string, purpose: string, key: string): AppError =>
  new AppError(
    'unprocessable',
    `The cassette ${path} has no recording of this call (${purpose}, ${key.slice(0, 12)}).`,
    {
      details: { remedy: 'Record it with WINNOW_LLM_CASSETTE_MODE=auto.' },
    },
  )
