export interface EntailmentTask {
  /** A statement that may or may not be so: “Accepts dogs”. */
  readonly claim: string
  /** Whom or what the page is about, in a few words. */
  readonly about: string
  /** What the page says, in order. */
  readonly sentences: readonly string[]
  readonly isCriterion?: boolean
}

/** A claim with a text that is short enough to be read at once; what is too long is cut off. */
export interface Passage {
  readonly claim: string
  readonly about: string
  readonly text: string
  /** The claim is a criterion; else a value, an option or a question. Each kind is learnt by itself. */
  readonly isCriterion?: boolean
}

/** How a text bears on a claim; the three shares add up to 1. */
export interface Shares {
  readonly supports: number
  readonly denies: number
  readonly isSilent: number
}

/** How some sentences that stand together bear on a claim. */
export interface Bearing extends Shares {
  /** Their places among the sentences of the task, in order; never none. */
  readonly places: readonly number[]
}

/** Tells whether text bears a claim out, in English. It knows nothing but the text that it is given. */
export interface Entailment {
  /**
   * The parts of a page that come nearest to the claim, and how each bears on it. No sentences give none.
   *
   * Aborting rejects with the signal's reason at once. A model that cannot be run rejects with `unavailable`, and the
   * next call tries again.
   */
  weigh(task: EntailmentTask, signal: AbortSignal): Promise<readonly Bearing[]>
  /** The places of all sentences, those first that come nearest to the claim; none is read. Ends as `weigh` does. */
  nearest(task: Pick<EntailmentTask, 'claim' | 'sentences'>, signal: AbortSignal): Promise<readonly number[]>
  /** How each passage bears on its claim, in their order. Ends as `weigh` does. */
  weighEach(passages: readonly Passage[], signal: AbortSignal): Promise<readonly Shares[]>
  /** Rejects what is waiting with `unavailable` and lets go of thread and memory. May be called twice. */
  close(): Promise<void>
}
