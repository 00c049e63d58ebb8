import type { LimitClass, Scope } from '../contract/access.ts'
import { AppError } from '../contract/errors.ts'

/** On whose behalf something runs. Every query of a domain service is filtered by its team. */
export interface Caller {
  readonly teamId: string
  readonly teamName: string
  readonly keyId: string
  readonly keyName: string
  readonly scopes: ReadonlySet<Scope>
  /** The owner's team is not limited. */
  readonly isOwner: boolean
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
