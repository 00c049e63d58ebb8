import { record, type ArchivedWorkflow, type Json } from '../agent-side/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records } from '../ports/records.ts'
import { additiveWorkflows } from './additive-workflows.ts'
import type { RunEnd } from './runner.ts'
import { seedWorkflows } from './seed-workflows.ts'

const shipped = [...seedWorkflows, ...additiveWorkflows]

/** The workflows there are, where each stands, and what its runs came to: each team sees its own. */
export function createArchive({ records, clock }: { records: Records; clock: Clock }) {
  const { db } = records
  let seeded: Promise<void> | undefined

  return {
    async note({ task, outcome, durationMs, result, costDollars }: RunEnd): Promise<void> {
      await db
        .insertInto('workflow_runs')
        .values({
          task_id: task.id,
          team_id: task.owner.teamId,
          type: task.type,
          outcome,
          duration_ms: Math.round(durationMs),
          ...measured(result ?? {}),
          cost_dollars: costDollars,
          ended_at: clock.now(),
        })
        .onConflict((conflict) => conflict.column('task_id').doNothing())
        .execute()
    },

    async list(teamId: string): Promise<readonly ArchivedWorkflow[]> {
      await (seeded ??= seed().catch((error: unknown) => {
        seeded = undefined
        throw error
      }))
      const [rows, steps, runs] = await Promise.all([
        db.selectFrom('workflows').selectAll().execute(),
        db.selectFrom('workflow_steps').selectAll().orderBy('step_order').execute(),
        db
          .selectFrom('workflow_runs')
          .select((row) => [
            'type',
            row.fn.countAll<number>().as('count'),
            row.fn.countAll<number>().filterWhere('outcome', '=', 'completed').as('completed'),
            row.fn.avg<number | null>('duration_ms').as('duration'),
            row.fn.avg<number | null>('item_count').as('items'),
            row.fn.avg<number | null>('cost_dollars').as('cost'),
            row.fn.avg<number | null>('coverage').as('coverage'),
          ])
          .where('team_id', '=', teamId)
          .groupBy('type')
          .execute(),
      ])
      const known = rows.map((row): ArchivedWorkflow => {
        const ran = runs.find(({ type }) => type === row.type)
        return {
          id: row.id,
          type: row.type,
          name: row.name,
          description: row.description,
          status: row.status,
          coordinates: {
            scope: row.coord_scope,
            domainStructure: row.coord_domain_structure,
            evidenceType: row.coord_evidence_type,
            timeHorizon: row.coord_time_horizon,
            fidelity: row.coord_fidelity,
          },
          archetype: row.archetype,
          notes: row.notes,
          steps: steps
            .filter(({ workflow_id: id }) => id === row.id)
            .map((step) => ({
              order: step.step_order,
              name: step.name,
              description: step.description,
              rationale: step.rationale,
              toolsRequired: step.tools_required,
              outputs: step.outputs,
            })),
          runs: {
            count: ran?.count ?? 0,
            completed: ran?.completed ?? 0,
            durationMs: numberOr(ran?.duration),
            itemCount: numberOr(ran?.items),
            costDollars: numberOr(ran?.cost),
            coverage: numberOr(ran?.coverage),
          },
        }
      })
      const order = shipped.map(({ id }) => id)
      return known.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
    },
  }

  /** Rows that are there are left as they are: somebody may have changed them. */
  async function seed(): Promise<void> {
    await records.transaction(async (tx) => {
      for (const { id, type, name, description, status, coordinates, archetype, notes, steps } of shipped) {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('workflows')
          .values({
            id,
            type,
            name,
            description,
            status,
            coord_scope: coordinates.scope,
            coord_domain_structure: coordinates.domainStructure,
            coord_evidence_type: coordinates.evidenceType,
            coord_time_horizon: coordinates.timeHorizon,
            coord_fidelity: coordinates.fidelity,
            archetype,
            notes,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows === 0n) continue
        await tx
          .insertInto('workflow_steps')
          .values(
            steps.map((step) => ({
              workflow_id: id,
              step_order: step.order,
              name: step.name,
              description: step.description,
              rationale: step.rationale,
              tools_required: [...step.toolsRequired],
              outputs: [...step.outputs],
            })),
          )
          .execute()
      }
    })
  }
}

const numberOr = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value)

/** What a result says about itself that can be compared. */
function measured(result: Json) {
  const sides = [result.thesis, result.antithesis].map((side) => Number(record(side).itemCount ?? Number.NaN))
  const rounds = Array.isArray(result.rounds) ? (result.rounds as Json[]) : undefined
  const counts = [
    result.itemCount,
    result.totalItems,
    result.totalUniqueEntities,
    result.totalUnique,
    Array.isArray(result.pages) ? result.pages.length : undefined,
    sides[0]! + sides[1]!,
    rounds?.reduce((sum, { itemCount }) => sum + Number(itemCount ?? 0), 0),
  ]
  const { coverage } = record(result.qualityMetrics)
  return {
    item_count: counts.find((one): one is number => typeof one === 'number' && Number.isFinite(one)) ?? null,
    coverage: typeof coverage === 'number' ? coverage : null,
  }
}
