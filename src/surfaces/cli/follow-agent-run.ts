import { setTimeout as delay } from 'node:timers/promises'
import type { AgentEvent } from '../../contract/agent.ts'
import type { ApiClient } from './api-client.ts'
import type { Terminal } from './terminal.ts'

const pollMs = 300
const isLast = /^agent_run\.(?:completed|failed|cancelled)$/

/** Shows a run as it happens, to its end. */
export async function followAgentRun(api: ApiClient, terminal: Terminal, id: string): Promise<void> {
  let [searches, sources, entries] = [0, 0, 0]
  for (let seen = '0'; ; await delay(pollMs)) {
    const path = `/agent/runs/${encodeURIComponent(id)}/events?limit=100&cursor=${seen}`
    const { data } = await api<{ data: AgentEvent[] }>('GET', path)
    for (const { event, data: told } of data) {
      if (event === 'agent_run.search_trace' && told['tool'] === 'search') searches += 1
      if (event === 'agent_run.source.added') sources += 1
      if (event === 'agent_run.preliminary_list') {
        const { entryKeys } = told['preliminaryList'] as { entryKeys: readonly string[] } // as the server writes it
        entries = entryKeys.length
      }
    }
    terminal.progress(`${searches} searches, ${sources} sources${entries > 0 ? `, ${entries} found` : ''}`)
    seen = data.at(-1)?.id ?? seen
    if (data.some(({ event }) => isLast.test(event))) break
  }
  terminal.progress(null)
}
