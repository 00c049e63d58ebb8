import { isJson, record, type Dispatcher } from '../../agent-side/index.ts'
import type { Grant } from '../../contract/access.ts'

/** The agent tools have no operations of their own. */
export const exaGrants: readonly Grant[] = ['agent']

const bySubject: Readonly<Record<string, readonly Grant[]>> = {
  'webset:': ['websets:read'],
  'item:': ['websets:read'],
  'task:': ['agent'],
}

/**
 * What an access token must have been granted for a message. HTTP asks before anything else does, because a client that
 * is told so by the status can sign in for more.
 */
export function grantsWanted(dispatcher: Dispatcher, body: unknown): readonly Grant[] {
  const messages = Array.isArray(body) ? body : [body]
  return [...new Set(messages.filter(isJson).flatMap((message) => ofMessage(message)))]

  function ofMessage({ method, params: given }: { method?: unknown; params?: unknown }): readonly Grant[] {
    const params = record(given)
    switch (method) {
      case 'tools/call':
        return ofTool(params.name, record(params.arguments))
      case 'resources/read':
      case 'resources/subscribe':
        return ofResource(params.uri)
      case 'subscriptions/listen': {
        const { resourceSubscriptions: uris } = record(params.notifications)
        return (Array.isArray(uris) ? uris : []).flatMap(ofResource)
      }
      case 'tasks/get':
      case 'tasks/update':
      case 'tasks/cancel':
        // One that only waits is a look at what it waits for, which asks for itself.
        return String(params.taskId).startsWith('task_') ? ['agent'] : []
      default:
        return []
    }
  }

  function ofTool(name: unknown, input: ReturnType<typeof record>): readonly Grant[] {
    if (name === 'exa_search' || name === 'exa_fetch') return exaGrants
    if (name !== 'manage_websets' && name !== 'query_websets') return []
    return dispatcher.grantsFor({ input, readOnly: name === 'query_websets' })
  }
}

const ofResource = (uri: unknown): readonly Grant[] =>
  typeof uri === 'string' && URL.canParse(uri) ? (bySubject[new URL(uri).protocol] ?? []) : []
