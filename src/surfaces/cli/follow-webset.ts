import type { FeedEvent, WebsetRow } from '../../contract/webset-rows.ts'
import type { WebsetSearch } from '../../contract/webset-searches.ts'
import type { Webset } from '../../contract/websets.ts'
import type { EventClient } from './api-client.ts'
import { CliError } from './cli-error.ts'
import type { Terminal } from './terminal.ts'

/** Shows a webset as it happens until it rests; with `json` every event as a line. A spent budget is a failure. */
export async function followWebset(
  events: EventClient,
  terminal: Terminal,
  id: string,
  { json, quiet = false }: { json?: boolean | undefined; quiet?: boolean },
): Promise<void> {
  for await (const event of events<FeedEvent>('GET', `/winnow/v1/websets/${encodeURIComponent(id)}/feed`)) {
    if (json && !quiet) terminal.print(JSON.stringify(event))
    else if (!json) show(event, terminal)
    if (event.type === 'error') throw new CliError(`The feed broke off: ${String(event.data.message)}`)
    if (event.type === 'webset.paused' || event.data.status === 'paused')
      throw new CliError(
        'The budget is spent, so the webset is paused.',
        'It goes on when the budget is raised.',
      )
    const hasEnded = event.type === 'webset.idle' || event.type === 'webset.deleted'
    if (hasEnded || (event.type === 'webset.snapshot' && event.data.status === 'idle')) break
  }
  terminal.progress(null)
}

function show({ type, data }: FeedEvent, terminal: Terminal): void {
  // The feed has each kind of event carry its own resource.
  const row = data as unknown as WebsetRow
  if (type === 'webset.item.created') terminal.note(`+ ${row.name} ${terminal.style('cyan', row.url)}`)
  if (type === 'webset.search.completed')
    terminal.note(`search completed: ${searchLine(data as unknown as WebsetSearch)}`)
  if (type === 'webset.search.canceled') terminal.note('search canceled')
  if (type.startsWith('webset.search.')) terminal.progress(searchLine(data as unknown as WebsetSearch))
  if (type === 'webset.snapshot') {
    const running = (data as unknown as Webset).searches.find(({ status }) => status === 'running')
    if (running) terminal.progress(searchLine(running))
  }
}

const searchLine = ({ progress: { found, analyzed, timeLeft }, count }: WebsetSearch): string =>
  `${found} of ${count} found, ${analyzed} looked at${timeLeft ? `, about ${timeLeft} s left` : ''}`
