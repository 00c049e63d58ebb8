import type { Grant } from '../contract/access.ts'
import type { AgentCaller, Safety } from './call.ts'
import { Failure } from './failure.ts'

/** Operations of these have a grant of their own, whether they read or spend. */
const ownGrants: Readonly<Record<string, Grant>> = {
  research: 'research',
  tasks: 'agent',
  agentRuns: 'agent',
  exa: 'agent',
}

/** What an access token must have been granted for an operation; all of these. */
export function grantsFor(operation: string, safety: Safety): readonly Grant[] {
  const own = ownGrants[operation.split('.')[0] ?? '']
  const destroys = safety === 'destroy' ? (['websets:destroy'] as const) : []
  if (own) return [own, ...(own === 'agent' ? destroys : [])]
  return destroys.length > 0 ? destroys : [safety === 'read' ? 'websets:read' : 'websets:write']
}

export const lackingGrants = ({ grants }: Pick<AgentCaller, 'grants'>, wanted: readonly Grant[]): Grant[] =>
  grants === undefined ? [] : wanted.filter((grant) => !grants.has(grant))

/** Rejects a call that the caller's access token was not granted. */
export function requireGrants(caller: Pick<AgentCaller, 'grants'>, wanted: readonly Grant[]): void {
  const lacking = lackingGrants(caller, wanted)
  if (lacking.length > 0)
    throw new Failure('auth', `The access token lacks the scope "${lacking.join(' ')}".`, {
      httpStatus: 403,
      hints: [`Sign in again with the scope "${lacking.join(' ')}" in addition.`],
    })
}
