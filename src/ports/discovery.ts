/** Asks somebody else's search engine for addresses. What is behind them is fetched, read and ranked here. */
export interface Discovery {
  /**
   * Addresses, the best first, fewer when there are no more. Rejects with `unavailable` when the engine does not
   * answer or does not make sense, with `forbidden` when it refuses the key, and with the signal's reason.
   */
  find(query: string, options: { readonly limit: number; readonly signal: AbortSignal }): Promise<string[]>
}
