import { z } from 'zod'
import { agentOperation, argsSchema, type AgentOperation, type Call } from '../../call.ts'
import { closest } from '../../closest.ts'
import { Failure, toFailure } from '../../failure.ts'
import { pickPresent, records, type Json } from '../../json.ts'
import { answered } from '../wire.ts'

const team = (call: Call) => answered(call.exa.request('/websets/v0/teams/me', 'GET'))

const getTeam = agentOperation({
  name: 'teams.me',
  summary: 'Look at your team: what runs, and how much may.',
  args: z.strictObject({}),
  example: {},
  safety: 'read',
  run: async (call) => ({ body: pickPresent(await team(call), 'id name concurrency limits') }),
})

/** Each part by itself: one that cannot answer is named, and hides nothing of the others. */
const getStatus = agentOperation({
  name: 'status',
  summary: 'See what is going on: websets, monitors, tasks, limits, and what does not work.',
  args: z.strictObject({}),
  example: {},
  safety: 'read',
  async run(call) {
    const degraded: Json[] = []
    const part = async (name: string, ask: () => Promise<Json>): Promise<[string, Json | null]> => {
      try {
        return [name, await ask()]
      } catch (error) {
        const failure = toFailure(error)
        if (!failure) throw error
        degraded.push({ part: name, category: failure.category, message: failure.message })
        return [name, null]
      }
    }
    const parts = await Promise.all([
      part('team', async () => pickPresent(await team(call), 'concurrency limits')),
      part('websets', async () => byStatus(await answered(call.exa.websets.list({ limit: 100 })))),
      part('monitors', async () => byStatus(await answered(call.exa.websets.monitors.list({ limit: 200 })))),
      part('tasks', async () => {
        const { tasks } = await call.tasks.list(call.caller, { limit: 100 })
        return byStatus({ data: tasks })
      }),
    ])
    return { body: { ...Object.fromEntries(parts), degraded } }
  },
})

function byStatus({ data, hasMore }: Json): Json {
  const counts: Record<string, number> = {}
  for (const { status } of records(data)) counts[String(status)] = (counts[String(status)] ?? 0) + 1
  return { ...counts, ...(hasMore === true && { more: true }) }
}

/** Knows the operations beside it, itself included. */
export function overviewOperations(others: readonly AgentOperation[]): AgentOperation[] {
  const all: AgentOperation[] = [...others, getTeam, getStatus]
  const search: AgentOperation = agentOperation({
    name: 'operations.search',
    summary: 'Find an operation by what it does, with its schema if asked for.',
    args: z.strictObject({
      query: z.string().min(1),
      detail: z.enum(['names', 'schemas']).default('names'),
    }),
    example: { query: 'wait for a webset', detail: 'schemas' },
    safety: 'read',
    async run(_, { query, detail }) {
      const described = new Map(all.map((one) => [`${one.name} ${one.summary}`, one]))
      const found = closest(query, [...described.keys()], 5).map((description) => described.get(description))
      if (found.length === 0) throw new Failure('not_found', 'There is no such operation.')
      return {
        body: {
          operations: found.flatMap((one) =>
            one
              ? [
                  {
                    name: one.name,
                    summary: one.summary,
                    reads: one.reads,
                    ...(detail === 'schemas' && { args: argsSchema(one), example: one.example }),
                  },
                ]
              : [],
          ),
        },
      }
    },
  })
  all.push(search)
  return [getTeam, search, getStatus]
}
