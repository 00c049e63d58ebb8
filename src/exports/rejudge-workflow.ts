import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Disagreement } from '../contract/exports.ts'
import { AppError } from '../contract/errors.ts'
import type { Document, Documents } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { RetryPolicy, WorkflowDefinition } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { OpenReader } from '../reader/index.ts'
import {
  createSecondReading,
  currentItems,
  evaluationsOf,
  findWebset,
  loadEnrichments,
  OutOfBudget,
  resultsOf,
  type Citation,
  type EnrichmentRow,
  type EnrichmentSpec,
  type ItemRow,
  type Run,
  type SecondReading,
  type Spending,
} from '../websets/index.ts'
import { presentedBy, presentSubject, presentValue, presentVerdict, sameValue } from './claims.ts'
import { findRejudgement, rejudgeWorkflowName, type RejudgementRow } from './rejudgements.ts'

interface Needs {
  readonly records: Records
  readonly documents: Pick<Documents, 'versions'>
  readonly reader: OpenReader
  readonly spending: Spending
  readonly clock: Clock
  readonly log: Log
}

type Payload = { teamId: string; rejudgementId: string }

/** What came of reading one item again. */
interface Outcome {
  readonly disagreements: readonly { readonly data: Disagreement; readonly documentIds: readonly string[] }[]
  readonly agreed: number
  readonly unreadable: number
}

export const rejudgeQueue = { name: 'rejudgements', concurrency: 1 }
const retry: RetryPolicy = { attempts: 5, firstDelayMs: 1000, factor: 3 }
const sliceMs = 4000

/**
 * Reads the evidence of each item again, one after another. What came of an item is committed together with how far it
 * has come, so one that is killed repeats a single item and counts none twice.
 */
export function createRejudgeWorkflow(needs: Needs): WorkflowDefinition<Payload> {
  const { records, documents, reader, spending, clock, log } = needs

  return {
    name: rejudgeWorkflowName,
    queue: rejudgeQueue.name,
    async run(context, payload) {
      try {
        for (;;) {
          const { isOver } = await context.step('slice', (signal) => slice(payload, signal), retry)
          if (isOver) return
        }
      } catch (error) {
        if (context.signal.aborted) throw error
        log.error({ rejudgement: payload.rejudgementId, err: error }, 'a rejudgement failed')
        await context.step('fail', () => finish(payload, 'failed', describe(error)))
      }
    },
  }

  async function slice(payload: Payload, signal: AbortSignal): Promise<{ isOver: boolean }> {
    const { teamId } = payload
    for (const deadline = clock.now().getTime() + sliceMs; clock.now().getTime() < deadline;) {
      signal.throwIfAborted()
      const row = await findRejudgement(records.db, teamId, payload.rejudgementId)
      if (!row || row.status === 'completed' || row.status === 'failed') return { isOver: true }
      await findWebset(records.db, teamId, row.webset_id)
      const item = await currentItems(records.db, teamId, row.webset_id)
        .where('item.position', '>', row.last_position)
        .orderBy('item.position')
        .executeTakeFirst()
      if (!item) {
        await finish(payload, 'completed', null)
        return { isOver: true }
      }
      await take(row, item, signal)
    }
    return { isOver: false }
  }

  /** Paid for like the first reading of a candidate. */
  async function take(row: RejudgementRow, item: ItemRow, signal: AbortSignal): Promise<void> {
    const payer = { teamId: row.team_id, keyId: row.key_id, websetId: row.webset_id }
    const tokens = await spending.countTokens(payer).catch(unlessSpent)
    const payment = await spending.reserve(payer, 'websetCandidate').catch(unlessSpent)
    let isTaken = false
    try {
      const outcome = await readAgain(row, item, { signal, onUse: tokens.onUse })
      signal.throwIfAborted()
      isTaken = await records.transaction(async (tx) => {
        const counted = await count(tx, row, item, outcome)
        if (counted) await payment.settle(tx)
        return counted
      })
    } finally {
      if (!isTaken) await payment.release()
      await tokens.book()
    }
  }

  async function readAgain(
    row: RejudgementRow,
    item: ItemRow,
    reading: Pick<Run, 'signal' | 'onUse'>,
  ): Promise<Outcome> {
    const second = createSecondReading(row.reader === 'extractive' ? reader.withoutModel : reader)
    const enrichments = await loadEnrichments(records.db, row.team_id, [row.webset_id])
    const pages = await evidenceOf(row.team_id, item)
    // “Today” is what it was when it was read first: the pages are as old.
    const run: Run = { ...reading, now: item.version_at, mayFetch: false }
    const claims = [
      ...evaluationsOf(item).map((stored) => () => judgeAgain(second, item, stored, pages, run)),
      ...enrichments.map((one) => () => extractAgain(second, item, one, pages, run)),
    ]
    const outcomes: (Disagreement | 'agreed' | 'unreadable' | null)[] = []
    for (const claim of claims) {
      // Reading can keep this thread busy: requests and connections come in between.
      await othersTurn()
      outcomes.push(await claim())
    }
    return {
      disagreements: outcomes.flatMap((data) =>
        data === null || typeof data === 'string'
          ? []
          : [{ data, documentIds: [...new Set(pages.map(({ id }) => id))] }],
      ),
      agreed: outcomes.filter((one) => one === 'agreed').length,
      unreadable: outcomes.filter((one) => one === 'unreadable').length,
    }
  }

  /** The versions of pages that anything about the item rests on, the one that presents it first. */
  async function evidenceOf(teamId: string, item: ItemRow): Promise<Document[]> {
    const content = presentedBy(item)
    const claims = [...evaluationsOf(item), ...Object.values(resultsOf(item))]
    const wanted = [
      ...(content ? [content] : []),
      ...claims.flatMap(({ citations }) => citations.map(spanOf)),
    ]
    const distinct = new Map(wanted.map((one) => [`${one.documentId}@${one.version}`, one]))
    const found = await documents.versions(teamId, [...distinct.values()])
    return [...distinct.values()].flatMap(
      ({ documentId, version }) =>
        found.find((page) => page.id === documentId && page.version === version) ?? [],
    )
  }

  /** False when somebody else has counted it. */
  async function count(
    tx: Tx,
    row: RejudgementRow,
    item: ItemRow,
    { disagreements, agreed, unreadable }: Outcome,
  ): Promise<boolean> {
    const moved = await tx
      .updateTable('webset_rejudgements')
      .set((columns) => ({
        status: 'processing',
        last_position: item.position,
        items: columns('items', '+', 1),
        claims: columns('claims', '+', agreed + disagreements.length),
        agreed: columns('agreed', '+', agreed),
        disagreed: columns('disagreed', '+', disagreements.length),
        unreadable: columns('unreadable', '+', unreadable),
        updated_at: clock.now(),
      }))
      .where('team_id', '=', row.team_id)
      .where('id', '=', row.id)
      .where('last_position', '=', row.last_position)
      .where('status', 'in', ['pending', 'processing'])
      .returning('disagreed')
      .executeTakeFirst()
    if (!moved) return false
    if (disagreements.length > 0)
      await tx
        .insertInto('webset_disagreements')
        .values(
          disagreements.map(({ data, documentIds }, index) => ({
            rejudgement_id: row.id,
            position: moved.disagreed - disagreements.length + index + 1,
            team_id: row.team_id,
            data: JSON.stringify(data),
            document_ids: [...documentIds],
          })),
        )
        .execute()
    return true
  }

  async function finish(
    { teamId, rejudgementId }: Payload,
    status: 'completed' | 'failed',
    error: string | null,
  ): Promise<void> {
    const now = clock.now()
    await records.db
      .updateTable('webset_rejudgements')
      .set({ status, error, updated_at: now, completed_at: status === 'completed' ? now : null })
      .where('team_id', '=', teamId)
      .where('id', '=', rejudgementId)
      .where('status', 'in', ['pending', 'processing'])
      .execute()
  }
}

function unlessSpent(error: unknown): never {
  if (!(error instanceof OutOfBudget)) throw error
  throw new AppError('team_budget_exceeded', 'The budget does not allow to read on.')
}

const spanOf = ({ span }: Citation) => span

async function judgeAgain(
  second: SecondReading,
  item: ItemRow,
  stored: ReturnType<typeof evaluationsOf>[number],
  [first, ...others]: readonly Document[],
  run: Run,
): Promise<Disagreement | 'agreed' | 'unreadable'> {
  if (!first) return 'unreadable'
  const { criterion } = stored
  const verdict = await second.judge(subjectOf(item), criterion, [first, ...others], run)
  if (verdict.satisfied === stored.satisfied) return 'agreed'
  return {
    kind: 'verdict',
    item: presentSubject(item),
    criterion,
    stored: presentVerdict(stored),
    second: presentVerdict(verdict),
  }
}

/** Null where nothing was found out yet. */
async function extractAgain(
  second: SecondReading,
  item: ItemRow,
  { id, revision, description, format, options }: EnrichmentRow,
  [first, ...others]: readonly Document[],
  run: Run,
): Promise<Disagreement | 'agreed' | 'unreadable' | null> {
  const stored = resultsOf(item)[id]
  if (stored?.revision !== revision) return null
  if (!first) return 'unreadable'
  const spec: EnrichmentSpec = {
    description,
    format: format as EnrichmentSpec['format'], // checked when it was defined
    ...(options && { options: options.map(({ label }) => label) }),
  }
  const value = await second.extract(subjectOf(item), spec, [first, ...others], run)
  if (sameValue(value.result, stored.result)) return 'agreed'
  return {
    kind: 'value',
    item: presentSubject(item),
    enrichmentId: id,
    description,
    stored: presentValue(stored),
    second: presentValue(value),
  }
}

const subjectOf = ({ properties, entity_key: entityKey }: ItemRow) => ({
  url: String(properties.url),
  properties,
  entityKey,
})

const describe = (error: unknown): string =>
  error instanceof AppError && error.code !== 'internal'
    ? error.message
    : 'Something went wrong on our side. The log has the details.'
