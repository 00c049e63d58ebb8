import type { Monitor } from '../contract/monitors.ts'
import type { Db, Tx } from '../ports/records.ts'

interface Owned {
  readonly team_id: string
  readonly id: string
}

/**
 * What hangs on websets without being their business: it is shown with them and told what becomes of them, in the
 * transaction in which that happens and under the lock of the webset.
 */
export interface Attached {
  /** The monitors of websets, in the order in which they were made. */
  monitorsOf(
    db: Db,
    teamId: string,
    websetIds: readonly string[],
  ): Promise<(websetId: string) => readonly Monitor[]>
  searchEnded(tx: Tx, search: Owned & { readonly status: string }): Promise<void>
  /** Everything it was doing was ended by somebody. */
  stopped(tx: Tx, webset: Owned, reason: 'webset_canceled' | 'webset_deleted'): Promise<void>
  /** It has done all there was to do, and says so next. */
  rested(tx: Tx, webset: Owned): Promise<void>
}

export const nothingAttached: Attached = {
  monitorsOf: async () => () => [],
  searchEnded: async () => {},
  stopped: async () => {},
  rested: async () => {},
}
