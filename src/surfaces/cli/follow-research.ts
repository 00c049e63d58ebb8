import type { ResearchEvent } from '../../contract/research.ts'
import type { EventClient } from './api-client.ts'
import type { Terminal } from './terminal.ts'

/** Shows research as it happens, to its end. */
export async function followResearch(events: EventClient, terminal: Terminal, id: string): Promise<void> {
  let [searches, pages, answered, tasks] = [0, 0, 0, 0]
  const path = `/research/v1/${encodeURIComponent(id)}?stream=true`
  for await (const event of events<ResearchEvent>('GET', path)) {
    if (event.eventType === 'task-definition') {
      tasks += 1
      terminal.note(terminal.style('dim', `? ${event.instructions}`))
    }
    if (event.eventType === 'task-operation' && event.data.type === 'search') searches += 1
    if (event.eventType === 'task-operation' && event.data.type === 'crawl') pages += 1
    if (event.eventType === 'task-output') answered += 1
    terminal.progress(`${searches} searches, ${pages} pages read, ${answered} of ${tasks} questions done`)
  }
  terminal.progress(null)
}
