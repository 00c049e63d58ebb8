import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { Scope } from '../contract/access.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records } from '../ports/records.ts'
import { serverSecret } from './server-secret.ts'

const mark = 'winnow_internal_'
const lifetimeMs = 5 * 60_000

const Claims = z.object({
  team: z.string(),
  key: z.string(),
  scopes: z.array(Scope),
  /** Milliseconds of the epoch. */
  until: z.number(),
})
export type Claims = z.output<typeof Claims>

export type InternalTokens = ReturnType<typeof createInternalTokens>

/**
 * Keys are stored as hashes, so what works on somebody's behalf cannot show their key again. It shows a token that says
 * whose work it is and what that key may do, good for minutes. Whoever accepts it looks whether the key still is, and
 * whatever is spent is spent by that key. The secret that signs it follows from the owner's key, so that every
 * process on these records has the same one, and a new owner's key ends them all.
 */
export function createInternalTokens({ records, clock }: { records: Records; clock: Clock }) {
  return {
    async mint(holder: { teamId: string; keyId: string; scopes: ReadonlySet<Scope> }): Promise<string> {
      const claims: Claims = {
        team: holder.teamId,
        key: holder.keyId,
        scopes: [...holder.scopes],
        until: clock.now().getTime() + lifetimeMs,
      }
      const said = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return `${mark}${said}.${(await sign(said)).toString('base64url')}`
    },

    isOne: (presented: string): boolean => presented.startsWith(mark),

    /** Null for one that was not signed here, or is too old. */
    async open(token: string): Promise<Claims | null> {
      const [said = '', signature = ''] = token.slice(mark.length).split('.')
      const expected = await sign(said)
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const claims = Claims.parse(JSON.parse(Buffer.from(said, 'base64url').toString()))
      return claims.until > clock.now().getTime() ? claims : null
    },
  }

  async function sign(said: string): Promise<Buffer> {
    const secret = await serverSecret(records, 'internal tokens')
    return createHmac('sha256', secret).update(said).digest()
  }
}
