import { createHmac } from 'node:crypto'
import type { Records } from '../ports/records.ts'
import { ownerKeyId, ownerTeamId } from './owner.ts'

/**
 * A secret for one purpose that follows from the owner's key: every process on these records has the same one, none is
 * written anywhere, and a new owner's key ends them all.
 */
export async function serverSecret(records: Records, purpose: string): Promise<Buffer> {
  const { hash } = await records.db
    .selectFrom('api_keys')
    .select('hash')
    .where('team_id', '=', ownerTeamId)
    .where('id', '=', ownerKeyId)
    .executeTakeFirstOrThrow()
  return createHmac('sha256', hash).update(purpose).digest()
}
