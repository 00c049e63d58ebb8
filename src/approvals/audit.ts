import { createHash } from 'node:crypto'
import type { AuditEvent, AuditLine, AuditReport } from '../contract/approvals.ts'
import type { Db, Tx } from '../ports/records.ts'

/** What the first entry of a log follows. */
const beginning = '0'.repeat(64)

const hashLine = (previousHash: string, entry: string): string =>
  createHash('sha256').update(`${previousHash}\n${entry}`).digest('hex')

export interface Happening {
  readonly event: AuditEvent
  readonly at: Date
  /** Whoever made it happen: a key, or what is not a key. */
  readonly by: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Adds to the log of a team. The transaction holds the team's lock, so that the chain has one end. */
export async function appendAudit(
  tx: Tx,
  teamId: string,
  { event, at, by, details }: Happening,
): Promise<void> {
  const last = await tx
    .selectFrom('approval_audit')
    .select(['number', 'hash'])
    .where('team_id', '=', teamId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const number = (last?.number ?? 0) + 1
  const previousHash = last?.hash ?? beginning
  const entry = JSON.stringify({ number, team: teamId, at: at.toISOString(), event, by, ...details })
  await tx
    .insertInto('approval_audit')
    .values({
      team_id: teamId,
      number,
      entry,
      previous_hash: previousHash,
      hash: hashLine(previousHash, entry),
    })
    .execute()
}

export async function readAudit(db: Db, teamId: string, after: number, limit: number): Promise<AuditLine[]> {
  const rows = await db
    .selectFrom('approval_audit')
    .select(['number', 'entry', 'previous_hash', 'hash'])
    .where('team_id', '=', teamId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(({ number, entry, previous_hash: previousHash, hash }) => ({
    number,
    entry,
    previousHash,
    hash,
  }))
}

/** Whether every line is as it was written, none is missing between two, and the first is the first. */
export async function verifyLines(
  lines: AsyncIterable<AuditLine> | Iterable<AuditLine>,
): Promise<AuditReport> {
  let entries = 0
  let head = beginning
  for await (const { number, entry, previousHash, hash } of lines) {
    const isNext = number === entries + 1 && previousHash === head && numberIn(entry) === number
    if (!isNext || hash !== hashLine(previousHash, entry))
      return { object: 'audit_report', intact: false, entries, head, brokenAt: entries + 1 }
    entries = number
    head = hash
  }
  return { object: 'audit_report', intact: true, entries, head, brokenAt: null }
}

function numberIn(entry: string): unknown {
  try {
    return (JSON.parse(entry) as { number?: unknown }).number
  } catch {
    return undefined
  }
}
