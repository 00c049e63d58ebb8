/** Queries go before passages, and some models prepare the two differently. */
export type EmbedKind = 'query' | 'passage'

export interface EmbedOptions {
  readonly kind: EmbedKind
  readonly signal?: AbortSignal
}

/** Turns text into vectors whose dot product is the similarity of meaning. */
export interface Embedder {
  /**
   * Names the model, its version and its dimensions. Vectors made under different names are never compared,
   * so whatever changes the numbers changes the name.
   */
  readonly model: string
  readonly dimensions: number
  /**
   * Answers one vector of length 1 for each text, in the order given; no texts give no vectors. Texts longer
   * than the model's window are cut at its end. An empty text is embedded like any other.
   *
   * A query never waits for passages that have not begun. Aborting rejects with the signal's reason at once;
   * what has begun ends unheard. A model that cannot be loaded or reached rejects with `unavailable`, and the
   * next call tries again.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>
  /** Rejects what is waiting with `unavailable` and lets go of thread and memory. May be called twice. */
  close(): Promise<void>
}
