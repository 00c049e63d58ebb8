import { sql, type Selectable } from 'kysely'
import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type {
  Disagreement,
  DisagreementList,
  ListDisagreementsRequest,
  RejudgeRequest,
  Rejudgement,
} from '../contract/exports.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Db, Records, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import type { OpenReader } from '../reader/index.ts'
import { currentItems, findWebset, missing, type WebsetServices } from '../websets/index.ts'

export type RejudgementRow = Selectable<Tables['webset_rejudgements']>

interface Needs {
  readonly records: Records
  readonly websets: Pick<WebsetServices, 'change'>
  readonly reader: Pick<OpenReader, 'name' | 'withoutModel'>
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly days: number
}

export const rejudgeWorkflowName = 'webset.rejudge.v1'
const dayMs = 24 * 60 * 60 * 1000

/** Second opinions: what a reader makes of the evidence that a webset rests on. Nothing of the webset is changed. */
export function createRejudgements({ records, websets, reader, clock, ids, jobs, days }: Needs) {
  const { db } = records

  async function load(teamId: string, reference: string, id: string): Promise<RejudgementRow> {
    const { id: websetId } = await findWebset(db, teamId, reference)
    const row = await findRejudgement(db, teamId, id)
    return row?.webset_id === websetId ? row : missing('rejudgement', id)
  }

  return {
    async create({ teamId, keyId }: Caller, request: RejudgeRequest): Promise<Rejudgement> {
      if (request.reader === 'model' && reader.name === reader.withoutModel.name)
        throw new AppError('unprocessable', 'No language model is configured that could read it again.')
      return websets.change(teamId, request.webset, async (tx, webset) => {
        const now = clock.now()
        const row = await tx
          .insertInto('webset_rejudgements')
          .values({
            id: ids.next('rejudgement'),
            team_id: teamId,
            webset_id: webset.id,
            key_id: keyId,
            reader: request.reader,
            status: 'pending',
            error: null,
            last_position: 0,
            total: await countItems(tx, teamId, webset.id),
            items: 0,
            claims: 0,
            agreed: 0,
            disagreed: 0,
            unreadable: 0,
            created_at: now,
            updated_at: now,
            completed_at: null,
            expires_at: new Date(now.getTime() + days * dayMs),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await jobs.enqueue(tx, {
          id: row.id,
          name: rejudgeWorkflowName,
          payload: { teamId, rejudgementId: row.id },
        })
        return present(row)
      })
    },

    get: async ({ teamId }: Caller, reference: string, id: string): Promise<Rejudgement> =>
      present(await load(teamId, reference, id)),

    /** In the order of the items, as far as they were read again. */
    async disagreements(
      { teamId }: Caller,
      { webset, id, cursor, limit }: ListDisagreementsRequest,
    ): Promise<DisagreementList> {
      await load(teamId, webset, id)
      const after = cursor === undefined ? 0 : Number(cursor)
      if (!Number.isSafeInteger(after))
        throw new AppError('invalid_request', 'Invalid request | "cursor": it is none that was given out.')
      const rows = await db
        .selectFrom('webset_disagreements')
        .select(['position', 'data'])
        .where('team_id', '=', teamId)
        .where('rejudgement_id', '=', id)
        .where('position', '>', after)
        .orderBy('position')
        .limit(limit + 1)
        .execute()
      const shown = rows.slice(0, limit)
      const hasMore = rows.length > limit
      return {
        data: shown.map(({ data }) => data as unknown as Disagreement), // written by the workflow alone
        hasMore,
        nextCursor: hasMore ? String(shown.at(-1)?.position) : null,
      }
    },

    /** Of every team: a page that is forgotten leaves no quote behind. */
    async forgetQuoting(tx: Tx, documentIds: string[]): Promise<void> {
      await sql`delete from webset_disagreements where document_ids && ${documentIds}::text[]`.execute(tx)
    },

    async prune(): Promise<number> {
      const { numDeletedRows } = await records
        .acrossTeams('rejudgements of every team expire')
        .deleteFrom('webset_rejudgements')
        .where('expires_at', '<', clock.now())
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

export async function findRejudgement(
  db: Db,
  teamId: string,
  id: string,
): Promise<RejudgementRow | undefined> {
  return db
    .selectFrom('webset_rejudgements')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst()
}

async function countItems(tx: Tx, teamId: string, websetId: string): Promise<number> {
  const { count } = await currentItems(tx, teamId, websetId)
    .clearSelect()
    .select((columns) => columns.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const present = (row: RejudgementRow): Rejudgement => ({
  id: row.id,
  object: 'webset_rejudgement',
  websetId: row.webset_id,
  reader: row.reader as Rejudgement['reader'], // checked when it was asked for
  status: row.status as Rejudgement['status'],
  error: row.error,
  progress: { items: row.items, total: row.total },
  claims: row.claims,
  agreed: row.agreed,
  disagreed: row.disagreed,
  unreadable: row.unreadable,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  completedAt: row.completed_at?.toISOString() ?? null,
  expiresAt: row.expires_at.toISOString(),
})
