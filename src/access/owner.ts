/** Whose server it is. */
export const ownerTeamId = 'team_owner'
export const ownerKeyId = 'key_owner'
