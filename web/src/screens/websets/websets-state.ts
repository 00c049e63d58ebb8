/** What the list of websets shows, as it stands in the address. */
export interface WebsetsState {
  readonly find?: string
  /** In plain words, what should be in a webset: its preview is open. */
  readonly wish?: string
}

export function readWebsetsState(given: Record<string, unknown>): WebsetsState {
  // What consists of digits is read as a number.
  const text = (name: keyof WebsetsState) => {
    const value = given[name]
    const isText = typeof value === 'number' || (typeof value === 'string' && value !== '')
    return isText ? { [name]: String(value) } : {}
  }
  return { ...text('find'), ...text('wish') }
}
