import { sql } from 'kysely'
import { AppError } from '../contract/errors.ts'
import { ReadingKind, type StoredReading, type Verification } from '../contract/readings.ts'
import type { Documents } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records, Tx } from '../ports/records.ts'
import { stands } from '../reader/index.ts'
import { referencesOf, type Claim, type NewReading } from './claims.ts'

interface Needs {
  readonly records: Records
  readonly documents: Documents
  readonly clock: Clock
}

export type Readings = ReturnType<typeof createReadings>

/** What was read, kept so that every quote can be looked up again in the version of the page that it is from. */
export function createReadings({ records, documents, clock }: Needs) {
  return {
    /** In the caller's transaction, if given. */
    async save(teamId: string, reading: NewReading, within?: Tx): Promise<void> {
      const { id, kind, question, result, reader, notes, claims } = reading
      const documentIds = claims.flatMap(({ quotes }) => quotes.map(({ documentId }) => documentId))
      await (within ?? records.db)
        .insertInto('readings')
        .values({
          team_id: teamId,
          id,
          kind,
          question,
          result: JSON.stringify(result),
          reader,
          notes: JSON.stringify(notes),
          claims: JSON.stringify(claims),
          document_ids: [...new Set(documentIds)],
          created_at: clock.now(),
        })
        .execute()
    },

    /** Rejects with `not_found`. */
    async get(teamId: string, id: string): Promise<StoredReading> {
      const { kind, question, result, reader, notes, claims, createdAt } = await find(teamId, id)
      return {
        id,
        object: 'reading',
        kind,
        question,
        result,
        reader,
        notes,
        claims: claims.map(({ text, quotes }) => ({ text, references: referencesOf(quotes) })),
        createdAt: createdAt.toISOString(),
      }
    },

    /**
     * Looks every quote up again. Versions of pages never change, so one that stood then stands as long as its page
     * is kept, whatever the page has come to say since. Rejects with `not_found`.
     */
    async verify(teamId: string, id: string): Promise<Verification> {
      const { kind, question, claims } = await find(teamId, id)
      const quotes = claims.flatMap((claim) => claim.quotes)
      const versions = await documents.versions(teamId, quotes)
      const newest = await documents.load(
        teamId,
        quotes.map(({ documentId }) => documentId),
      )
      const checked = claims.map((claim) => {
        const references = referencesOf(claim.quotes).map((reference, at) => {
          const quote = claim.quotes[at]! // references are the quotes, one for one
          const page = versions.find((one) => one.id === quote.documentId && one.version === quote.version)
          const holds = page !== undefined && stands(quote, page)
          const reason = holds ? null : page ? ('text_differs' as const) : ('page_gone' as const)
          const isCurrent = newest.get(quote.documentId)?.version === quote.version
          return { ...reference, stands: holds, reason, isCurrent }
        })
        return { text: claim.text, stands: references.every((one) => one.stands), references }
      })
      return {
        id,
        object: 'verification',
        kind,
        question,
        stands: checked.every((claim) => claim.stands),
        claims: checked,
        checkedAt: clock.now().toISOString(),
      }
    },

    /** If it is there. */
    async remove(teamId: string, id: string): Promise<void> {
      await records.db.deleteFrom('readings').where('team_id', '=', teamId).where('id', '=', id).execute()
    },

    /** Of every team: a page that is forgotten leaves no quote behind. */
    async forgetQuoting(tx: Tx, documentIds: string[]): Promise<void> {
      await sql`delete from readings where document_ids && ${documentIds}::text[]`.execute(tx)
    },

    /** Deletes what is older; answers how many. */
    async prune(before: Date): Promise<number> {
      const { numDeletedRows } = await records
        .acrossTeams('retention covers every team')
        .deleteFrom('readings')
        .where('created_at', '<', before)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }

  async function find(teamId: string, id: string) {
    const row = await records.db
      .selectFrom('readings')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw new AppError('not_found', `There is no reading ${id}.`, { reason: 'READING_NOT_FOUND' })
    return {
      ...row,
      kind: ReadingKind.parse(row.kind),
      claims: row.claims as Claim[], // written by save alone
      createdAt: row.created_at,
    }
  }
}
