/** The files that are made for teams, each whole or not there at all. */
export interface ExportFiles {
  /**
   * Keeps what comes under the id, in the place of what was there. It can be seen only when it is complete and on
   * disk; rejects, and leaves nothing to be seen, when the source or the signal ends it.
   */
  write(
    place: ExportPlace,
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<{ readonly bytes: number; readonly sha256: string }>
  /** Null when there is none. */
  open(place: ExportPlace): Promise<ReadableStream<Uint8Array> | null>
  /** Every file of every team, with those that were never finished, in no order. */
  all(): AsyncIterable<ExportPlace & { readonly savedAt: Date }>
  /** One that is not there is no failure. */
  remove(place: ExportPlace): Promise<void>
}

export interface ExportPlace {
  readonly teamId: string
  readonly id: string
}
