import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records } from '../ports/records.ts'
import { localAgentKeyId, localKeyId, ownerKeyId } from './owner.ts'
import type { Caller } from './caller.ts'
import { generateKey, hashKey } from './secret-key.ts'

const sessionMs = 30 * 24 * 60 * 60 * 1000
const linkMs = 10 * 60 * 1000

type Holder = Pick<Caller, 'teamId' | 'keyId'>

export type Sessions = ReturnType<typeof createSessions>

/** Signing in with a browser: it holds an opaque secret that can be revoked, and never a key. */
export function createSessions({ records, clock }: { records: Records; clock: Clock }) {
  const acrossTeams = records.acrossTeams('the secret decides which team the session belongs to')

  async function make({ teamId, keyId }: Holder, isLink: boolean): Promise<string> {
    if (keyId === localAgentKeyId)
      throw new AppError('forbidden', 'An agent cannot sign in with a browser.', { reason: 'MISSING_SCOPE' })
    const secret = generateKey()
    const now = clock.now()
    await records.db
      .insertInto('sessions')
      .values({
        hash: hashKey(secret),
        team_id: teamId,
        // Whoever may use this machine's command line is its owner.
        key_id: keyId === localKeyId ? ownerKeyId : keyId,
        is_link: isLink,
        created_at: now,
        expires_at: new Date(now.getTime() + (isLink ? linkMs : sessionMs)),
      })
      .execute()
    return secret
  }

  return {
    lifeSeconds: sessionMs / 1000,
    open: (holder: Holder): Promise<string> => make(holder, false),
    /** A secret that signs in once, for a link that somebody opens within minutes. */
    link: (holder: Holder): Promise<string> => make(holder, true),

    /** The session that a link leads to. Rejects with `unauthenticated` when it was used or is too old. */
    async follow(link: string): Promise<string> {
      const used = await acrossTeams
        .deleteFrom('sessions')
        .where('hash', '=', hashKey(link))
        .where('is_link', '=', true)
        .where('expires_at', '>', clock.now())
        .returning(['team_id', 'key_id'])
        .executeTakeFirst()
      if (!used) throw new AppError('unauthenticated', 'This link was used already, or is too old.')
      return make({ teamId: used.team_id, keyId: used.key_id }, false)
    },

    async close(secret: string): Promise<void> {
      await acrossTeams.deleteFrom('sessions').where('hash', '=', hashKey(secret)).execute()
    },

    /** Deletes what nobody can use any more; answers how many sessions that were. */
    async prune(): Promise<number> {
      const { numDeletedRows } = await acrossTeams
        .deleteFrom('sessions')
        .where('expires_at', '<', clock.now())
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/**
 * What a page of ours sends along with every change. A page of another site can make the browser send the cookie, but
 * cannot read this.
 */
export const csrfTokenOf = (secret: string): string =>
  createHash('sha256').update(`csrf ${secret}`).digest('base64url')

export function checkCsrfToken(secret: string, presented: string | undefined): void {
  const expected = Buffer.from(csrfTokenOf(secret))
  const given = Buffer.from(presented ?? '')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError('forbidden', 'The request did not come from a page of this server.', {
      reason: 'CSRF_TOKEN_MISSING',
    })
}
