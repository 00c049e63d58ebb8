import { ToolOutcome } from '../../contract/agent-tools.ts'
import { AppError } from '../../contract/errors.ts'
import { record, text } from '../json.ts'
import { UpstreamError } from '../upstream.ts'
import type { AgentTools } from './agent-tools.ts'

interface Needs extends Pick<AgentTools, 'tools'> {
  /** To the server that keeps the calls, with the credential it wants. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
}

/** The tools of another process, over HTTP: calls outlive whoever makes them, so the server makes and keeps them. */
export const createRemoteTools = ({ tools, fetch }: Needs): AgentTools => ({
  tools,
  async call(_, { tool, ...call }, signal) {
    const path = `/winnow/v1/tools/${tool}`
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
      signal,
    })
    const said: unknown = await response.json().catch(() => null)
    if (response.ok) return ToolOutcome.parse(said)
    const { message, code } = record(record(said).error)
    const why = text(message) ?? `The server answered ${response.status}.`
    if (response.status === 400)
      throw new AppError('invalid_request', why, { reason: text(code) ?? undefined })
    throw new UpstreamError(why, { status: response.status, path })
  },
})
