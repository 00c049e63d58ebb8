export interface EntailmentTask {
  /** A statement that may or may not be so: “Accepts dogs”. */
  readonly claim: string
  /** Whom or what the page is about, in a few words. */
  readonly about: string
  /** What the page says, in order. */
  readonly sentences: readonly string[]
}

/** How some sentences that stand together bear on a claim; the three shares add up to 1. */
export interface Bearing {
  /** Their places among the sentences of the task, in order; never none. */
  readonly places: readonly number[]
  readonly supports: number
  readonly denies: number
  readonly isSilent: number
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
  /** Rejects what is waiting with `unavailable` and lets go of thread and memory. May be called twice. */
  close(): Promise<void>
}
