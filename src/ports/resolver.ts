/** Turns host names into addresses. */
export interface Resolver {
  /**
   * Every address of the name, in the order they should be tried; an empty list when it has none or does not
   * exist. Rejects when the question could not be answered, and with the signal's reason when aborted.
   */
  resolve(hostname: string, signal?: AbortSignal): Promise<readonly string[]>
}
