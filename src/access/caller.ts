import type { Grant, LimitClass, Scope } from '../contract/access.ts'
import { AppError } from '../contract/errors.ts'

/** On whose behalf something runs. Every query of a domain service is filtered by its team. */
export interface Caller {
  readonly teamId: string
  readonly teamName: string
  readonly keyId: string
  readonly keyName: string
  readonly scopes: ReadonlySet<Scope>
  /** Of whoever showed an access token: what that was granted, which narrows the scopes. Keys have none. */
  readonly grants?: ReadonlySet<Grant>
  /** The owner's team is not limited. */
  readonly isOwner: boolean
  /** Our own work on the caller's behalf: it was counted against the limits when it was asked for. */
  readonly isInternal?: true
  readonly teamLimits: Partial<Record<LimitClass, number>>
  readonly keyLimits: Partial<Record<LimitClass, number>>
}

/** Whose pages may be seen. */
export type Viewer = Pick<Caller, 'teamId'>

export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.has(scope)) return
  throw new AppError('forbidden', `This key lacks the scope "${scope}".`, {
    reason: 'MISSING_SCOPE',
    details: { scope },
  })
}
