import { sql } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Records } from '../../ports/records.ts'
import { hashOf } from '../../approvals/index.ts'
import type { Json } from '../json.ts'
import type { ToolName, ToolResult } from './tool.ts'

export interface CallOwner {
  readonly teamId: string
  readonly keyId: string
}

export interface NewCall {
  readonly tool: ToolName
  readonly toolCallId: string
  readonly args: Json
}

interface Needs {
  readonly records: Records
  readonly clock: Clock
}

export type ToolCalls = ReturnType<typeof createToolCalls>

/** Calls are kept with their results, so that each happens once, whoever repeats it and whatever dies meanwhile. */
export function createToolCalls({ records, clock }: Needs) {
  const { db } = records
  const one = ({ teamId, keyId }: CallOwner, toolCallId: string) =>
    db
      .updateTable('tool_calls')
      .where('team_id', '=', teamId)
      .where('key_id', '=', keyId)
      .where('tool_call_id', '=', toolCallId)
      .where('result', 'is', null)

  return {
    /** The result if there is one. Rejects with `invalid_request` when the id stands for something else. */
    async open(owner: CallOwner, { tool, toolCallId, args }: NewCall): Promise<ToolResult | null> {
      await db
        .insertInto('tool_calls')
        .values({
          team_id: owner.teamId,
          key_id: owner.keyId,
          tool_call_id: toolCallId,
          tool,
          args: JSON.stringify(args),
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.columns(['team_id', 'key_id', 'tool_call_id']).doNothing())
        .execute()
      const call = await db
        .selectFrom('tool_calls')
        .select(['tool', 'args', 'result'])
        .where('team_id', '=', owner.teamId)
        .where('key_id', '=', owner.keyId)
        .where('tool_call_id', '=', toolCallId)
        .executeTakeFirstOrThrow()
      if (call.tool !== tool || hashOf(call.args) !== hashOf(args))
        throw new AppError('invalid_request', `The call ${toolCallId} was made with other arguments.`, {
          reason: 'ARGUMENTS_CHANGED',
          details: { field: 'toolCallId' },
        })
      // Written by `end` alone.
      return call.result as ToolResult | null
    },

    /** Which attempt this is, for the one who may make it now; null when it has ended, or another is at it. */
    async take(
      owner: CallOwner,
      toolCallId: string,
      worker: string,
      untilMs: number,
    ): Promise<number | null> {
      const now = clock.now()
      const taken = await one(owner, toolCallId)
        .where((row) => row.or([row('held_until', 'is', null), row('held_until', '<', now)]))
        .set({ worker, held_until: until(untilMs), attempt: sql<number>`attempt + 1` })
        .returning('attempt')
        .executeTakeFirst()
      return taken?.attempt ?? null
    },

    /** False for one who has lost it. */
    async hold(owner: CallOwner, toolCallId: string, worker: string, untilMs: number): Promise<boolean> {
      const { numUpdatedRows } = await one(owner, toolCallId)
        .where('worker', '=', worker)
        .set({ held_until: until(untilMs) })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async leave(owner: CallOwner, toolCallId: string, worker: string): Promise<void> {
      await one(owner, toolCallId)
        .where('worker', '=', worker)
        .set({ worker: null, held_until: null })
        .execute()
    },

    /** The first result stays. */
    async end(owner: CallOwner, toolCallId: string, result: ToolResult): Promise<boolean> {
      const { numUpdatedRows } = await one(owner, toolCallId)
        .set({ result: JSON.stringify(result), ended_at: clock.now(), worker: null, held_until: null })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Addresses by the ids under which the caller's own searches gave them; the latest counts. */
    async references({ teamId, keyId }: CallOwner, ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<{ id: string; url: string }>`
        select reference->>'id' as id, reference->>'url' as url
        from tool_calls, jsonb_array_elements(result->'success'->'references') as reference
        where team_id = ${teamId} and key_id = ${keyId} and tool = 'exa_search'
          and reference->>'id' = any(${[...ids]}) and reference->>'url' <> ''
        order by ended_at`.execute(db)
      return new Map(rows.map(({ id, url }) => [id, url]))
    },

    async prune(before: Date): Promise<number> {
      const { numDeletedRows } = await records
        .acrossTeams('retention of the tool calls of every team')
        .deleteFrom('tool_calls')
        .where('created_at', '<', before)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }

  function until(ms: number): Date {
    return new Date(clock.now().getTime() + ms)
  }
}
