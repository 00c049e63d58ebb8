import type { AgentCaller, Dispatcher, Json } from '../../agent-side/index.ts'

interface Needs {
  readonly dispatcher: Dispatcher
  readonly caller: AgentCaller
  readonly pollMs?: number
}

/**
 * Tells of every change of a webset or a task until it is closed. A webset is looked at every few seconds, because
 * that is the one way that any server of this API offers.
 */
export function watchResource(needs: Needs, uri: string, onChange: () => void): () => void {
  const { protocol, host } = URL.canParse(uri) ? new URL(uri) : { protocol: '', host: '' }
  const id = decodeURIComponent(host)
  if (protocol === 'task:') return needs.dispatcher.tasks.watch(needs.caller, id, onChange)
  if (protocol !== 'webset:') return () => {}
  const closing = new AbortController()
  void follow(needs, { operation: 'websets.get', args: { id } }, closing.signal, onChange)
  return () => closing.abort()
}

async function follow(
  { dispatcher, caller, pollMs = 2000 }: Needs,
  input: Json,
  signal: AbortSignal,
  onChange: () => void,
): Promise<void> {
  let last: string | undefined
  while (!signal.aborted) {
    // What cannot be read now may be readable next time.
    const answer = await dispatcher.call({ caller, input, signal }).catch(() => undefined)
    if (answer && !answer.isError) {
      const seen = JSON.stringify(answer.body)
      if (last !== undefined && seen !== last) onChange()
      last = seen
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, pollMs)
      timer.unref()
      signal.addEventListener('abort', done, { once: true })
      function done() {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
    })
  }
}
