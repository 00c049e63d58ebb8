/** Whose server it is. */
export const ownerTeamId = 'team_owner'
export const ownerKeyId = 'key_owner'
/** The command line of this machine, which needs no key. */
export const localKeyId = 'key_local'
