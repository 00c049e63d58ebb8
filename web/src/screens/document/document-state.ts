/** The version that an address names; the newest where it names none. */
export interface DocumentState {
  readonly version?: number
}

export function readDocumentState(given: Record<string, unknown>): DocumentState {
  const version = Number(given.version)
  return Number.isInteger(version) && version > 0 ? { version } : {}
}
