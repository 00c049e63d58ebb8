/** Whose server it is. */
export const ownerTeamId = 'team_owner'
export const ownerKeyId = 'key_owner'
/** The command line of this machine, which needs no key. */
export const localKeyId = 'key_local'
/** An agent on this machine that was given no key of its own: it may do what an agent's key may, and not approve. */
export const localAgentKeyId = 'key_local_agent'
