import type { z } from 'zod'

/** What one call of a language model used. */
export interface TokenUse {
  readonly model: string
  readonly inputTokens: number
  readonly outputTokens: number
}

export interface ModelRequest<T> {
  /** What is asked for, in a word, for metrics and recordings: `judge`. */
  readonly purpose: string
  /** How to go about it: the same words for every call of one purpose. */
  readonly instructions: string
  /** The question, and the material that it is about. */
  readonly prompt: string
  /** The day that “today” means. Apart from the prompt, so that a recording can be played on another day. */
  readonly today?: string | undefined
  /**
   * The object that is wanted. Endpoints with strict schemas demand that every property be required: what may be
   * missing is nullable instead.
   */
  readonly answer: z.ZodType<T>
}

export interface ModelCall {
  readonly signal: AbortSignal
  /** Told what was used as it is used, also by an answer that then turns out to be useless. */
  readonly onUse?: ((use: TokenUse) => void) | undefined
}

/**
 * Writes objects. It is not believed: what comes back has the shape that was asked for, and nothing else is known
 * about it.
 *
 * An endpoint that cannot be reached, refuses, stays silent, or twice answers something that is not the object, and a
 * budget that is spent, reject with `unavailable`. Aborting rejects with the signal's reason, at once; what the
 * endpoint has used by then is used.
 */
export interface LanguageModel {
  /** The model's name, as results show it. */
  readonly name: string
  complete<T>(request: ModelRequest<T>, call: ModelCall): Promise<T>
  /**
   * Any number of objects, each as soon as it is complete; none is a result. Rejects also after some have come, when
   * the rest does not: those that came are right as far as they go.
   */
  stream<T>(request: ModelRequest<T>, call: ModelCall): AsyncIterable<T>
  /** Ends calls under way with `unavailable`. May be called twice. */
  close(): Promise<void>
}
