import { records, type AgentCaller, type Dispatcher, type Json } from '../../agent-side/index.ts'

interface Needs {
  readonly dispatcher: Dispatcher
  readonly caller: AgentCaller
}

/** Ids that a person may be about to type. Completion is a convenience: where a list cannot be had, none is offered. */
export function createCompletions({ dispatcher, caller }: Needs) {
  async function ids(
    typed: string,
    operation: string,
    args: Json,
    [list, id]: [string, string],
  ): Promise<string[]> {
    const signal = AbortSignal.timeout(3000)
    const input = { operation, args: { limit: 100, ...args } }
    const { body } = await dispatcher
      .call({ caller, input, signal, readOnly: true })
      .catch(() => ({ body: {} as Json }))
    return matching(
      typed,
      records(body[list]).map((one) => String(one[id])),
    )
  }

  return {
    websetIds: (typed: string) => ids(typed, 'websets.list', {}, ['data', 'id']),
    /** Of the webset that was named before; without one there is nothing to choose from. */
    itemIds: async (typed: string, websetId: string | undefined) =>
      websetId ? ids(typed, 'items.list', { websetId, filter: 'none' }, ['data', 'id']) : [],
    taskIds: (typed: string) => ids(typed, 'tasks.list', {}, ['tasks', 'taskId']),
  }
}

export const matching = (typed: string, names: readonly string[]): string[] =>
  names.filter((name) => name.toLowerCase().includes(typed.toLowerCase())).slice(0, 100)
