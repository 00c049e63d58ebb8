import type { AgentCaller } from './call.ts'
import { Failure } from './failure.ts'
import { isJson, record, text, type Json } from './json.ts'
import { UpstreamError } from './upstream.ts'

/** On whose behalf, and for how long. */
interface Access {
  readonly caller: AgentCaller
  readonly signal: AbortSignal
}

/**
 * Where agents keep what they note for themselves: on the server that keeps their tasks, whatever the upstream is.
 * Absence is `Failure('not_found', …)`, also for an annotation of another key. Aborting ends the wait only.
 */
export interface AnnotationStore {
  /** Durable before it answers. The same `idempotencyKey` of the same caller answers the same annotation. */
  create(access: Access, draft: Json): Promise<Json>
  get(access: Access, id: string): Promise<Json>
  /** A page of them, the newest first. */
  list(access: Access, query: Json): Promise<Json>
  update(access: Access, id: string, changes: Json): Promise<Json>
  /** Answers it as it was last. */
  delete(access: Access, id: string): Promise<Json>
}

interface Needs {
  /** To the server that keeps them, with the credential of the caller. */
  readonly fetch: (caller: AgentCaller, path: string, init: RequestInit) => Promise<Response>
}

const all = '/winnow/v1/annotations'
const one = (id: string) => `${all}/${encodeURIComponent(id)}`

/** Over HTTP, also within one process: who may do what is decided there. */
export function createAnnotationStore({ fetch }: Needs): AnnotationStore {
  async function ask({ caller, signal }: Access, method: string, path: string, body?: Json): Promise<Json> {
    const response = await fetch(caller, path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    })
    const said = record(await response.json().catch(() => null))
    if (response.ok) return said
    const message = text(record(said.error).message) ?? `The server answered ${response.status}.`
    if (response.status === 404) throw new Failure('not_found', message)
    throw new UpstreamError(message, { status: response.status, path })
  }

  return {
    create: (access, draft) => ask(access, 'POST', all, draft),
    get: (access, id) => ask(access, 'GET', one(id)),
    list: (access, query) => ask(access, 'GET', `${all}?${written(query)}`),
    update: (access, id, changes) => ask(access, 'PATCH', one(id), changes),
    delete: (access, id) => ask(access, 'DELETE', one(id)),
  }
}

/** A field of an object goes as `subject[type]=webset`. */
function written(query: Json): string {
  const fields = Object.entries(query).flatMap(([name, value]) =>
    isJson(value)
      ? Object.entries(value).map(([field, inner]): [string, unknown] => [`${name}[${field}]`, inner])
      : [[name, value] as [string, unknown]],
  )
  const parameters = new URLSearchParams()
  for (const [name, value] of fields)
    if (typeof value === 'string' || typeof value === 'number') parameters.set(name, String(value))
  return parameters.toString()
}

const refuse = (): Promise<never> =>
  Promise.reject(new Failure('unsupported', 'This server keeps no annotations.'))

/** Where nothing keeps them. */
export const noAnnotations: AnnotationStore = {
  create: refuse,
  get: refuse,
  list: refuse,
  update: refuse,
  delete: refuse,
}
