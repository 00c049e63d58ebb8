import { sql, type Selectable } from 'kysely'
import type { Caller } from '../access/index.ts'
import type {
  Annotation,
  AnnotationSubject,
  CreateAnnotationRequest,
  ListAnnotationsRequest,
  UpdateAnnotationRequest,
} from '../contract/annotations.ts'
import { AppError } from '../contract/errors.ts'
import { pageFrom } from '../contract/pagination.ts'
import { addressKey, publicTeamId } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  /** How many one key may have. */
  readonly mostOfAKey?: number
}

type Owner = Pick<Caller, 'teamId' | 'keyId'>

export type Annotations = ReturnType<typeof createAnnotations>

/**
 * What agents note for themselves. An annotation is its key's: to another key it is not there. Nothing that searches,
 * reads or judges knows of them, so none can become evidence.
 */
export function createAnnotations({ records, clock, ids, mostOfAKey = 10_000 }: Needs) {
  const { db } = records
  const own = ({ teamId, keyId }: Owner) =>
    db.selectFrom('annotations').selectAll().where('team_id', '=', teamId).where('key_id', '=', keyId)

  return {
    /** Durable when it answers. The same idempotency key of the same owner answers the annotation that has it. */
    create: (owner: Owner, request: CreateAnnotationRequest): Promise<Annotation> =>
      records.transaction(async (tx) => {
        const { teamId, keyId } = owner
        // One at a time for each key: what there is is looked at before more is written.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`annotations ${teamId} ${keyId}`}, 0))`.execute(
          tx,
        )
        const mine = tx.selectFrom('annotations').where('team_id', '=', teamId).where('key_id', '=', keyId)
        const { kind, subject, labels, text, metadata, idempotencyKey = null } = request
        const known =
          idempotencyKey &&
          (await mine.selectAll().where('idempotency_key', '=', idempotencyKey).executeTakeFirst())
        if (known) return present(known)
        const { count } = await mine
          .select((row) => row.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        if (count >= mostOfAKey)
          throw new AppError('unprocessable', `This key has ${count} annotations, and may have no more.`, {
            reason: 'TOO_MANY_ANNOTATIONS',
          })
        const now = clock.now()
        const row = await tx
          .insertInto('annotations')
          .values({
            id: ids.next('annotation'),
            team_id: teamId,
            key_id: keyId,
            kind,
            ...subjectColumns(subject ?? null),
            labels,
            text,
            metadata: JSON.stringify(metadata),
            idempotency_key: idempotencyKey,
            created_at: now,
            updated_at: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        return present(row)
      }),

    async get(owner: Owner, id: string): Promise<Annotation> {
      return present((await own(owner).where('id', '=', id).executeTakeFirst()) ?? missing(id))
    },

    /** The newest first. */
    async list(owner: Owner, { cursor, limit, kind, label, subject, search }: ListAnnotationsRequest) {
      const last =
        cursor === undefined ? undefined : await own(owner).where('id', '=', cursor).executeTakeFirst()
      if (cursor !== undefined && !last)
        throw new AppError('invalid_request', 'The cursor is not one that an earlier page gave.', {
          details: { field: 'cursor' },
        })
      const about = subject && subjectColumns(subject)
      const rows = await own(owner)
        .$if(last !== undefined, (query) => query.where('position', '<', last?.position ?? 0))
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
        .$if(label !== undefined, (query) => query.where(sql<boolean>`${label} = any(labels)`))
        .$if(about !== undefined, (query) =>
          query
            .where('subject_type', '=', about?.subject_type ?? '')
            .where('subject_key', '=', about?.subject_key ?? ''),
        )
        .$if(search !== undefined, (query) =>
          query.where(sql<boolean>`position(lower(${search}) in lower(text)) > 0`),
        )
        .orderBy('position', 'desc')
        .limit(limit + 1)
        .execute()
      return pageFrom(rows, limit, present)
    },

    /** Only what is given is changed. */
    async update(owner: Owner, { id, ...changes }: UpdateAnnotationRequest): Promise<Annotation> {
      const { kind, subject, labels, text, metadata } = changes
      const row = await db
        .updateTable('annotations')
        .set({
          ...(kind !== undefined && { kind }),
          ...(subject !== undefined && subjectColumns(subject)),
          ...(labels !== undefined && { labels }),
          ...(text !== undefined && { text }),
          ...(metadata !== undefined && { metadata: JSON.stringify(metadata ?? {}) }),
          updated_at: clock.now(),
        })
        .where('team_id', '=', owner.teamId)
        .where('key_id', '=', owner.keyId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return present(row ?? missing(id))
    },

    /** Answers it as it was last. */
    async remove(owner: Owner, id: string): Promise<Annotation> {
      const row = await db
        .deleteFrom('annotations')
        .where('team_id', '=', owner.teamId)
        .where('key_id', '=', owner.keyId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return present(row ?? missing(id))
    },

    /** A page that is forgotten takes along what was noted about it: a team's own page its team's, a public one everybody's. */
    async forgetAbout(tx: Tx, documentIds: string[]): Promise<void> {
      await sql`
        delete from annotations using documents
        where documents.id = any(${documentIds}) and subject_type = 'document' and subject_key = documents.address_key
          and (annotations.team_id = documents.team_id or documents.team_id = ${publicTeamId})`.execute(tx)
    },
  }
}

function missing(id: string): never {
  throw new AppError('not_found', `There is no annotation ${id}.`, { reason: 'ANNOTATION_NOT_FOUND' })
}

const subjectColumns = (subject: AnnotationSubject | null) => ({
  subject: subject && JSON.stringify(subject),
  subject_type: subject?.type ?? null,
  subject_key: subject && keyOf(subject),
})

function keyOf(subject: AnnotationSubject): string {
  if (subject.type === 'document') return addressKey(subject.url) ?? subject.url
  return subject.type === 'item' ? `${subject.websetId}/${subject.id}` : subject.id
}

const present = (row: Selectable<Tables['annotations']>): Annotation => ({
  id: row.id,
  object: 'annotation',
  kind: row.kind,
  subject: row.subject as AnnotationSubject | null, // written by us alone
  labels: row.labels,
  text: row.text,
  metadata: row.metadata,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
