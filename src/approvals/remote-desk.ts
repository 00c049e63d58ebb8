import { Approval, Verdict } from '../contract/approvals.ts'
import { AppError, errorKinds, type ErrorCode } from '../contract/errors.ts'
import type { ApprovalDesk } from './desk.ts'

interface Needs {
  /** To the server that keeps the approvals, with the credential of the one who asks. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  /** How often one who waits looks whether somebody has decided. */
  readonly lookMs?: number
}

const path = '/winnow/v1/approvals'

/** The desk of another process, asked over HTTP: the server knows who asks by the credential. */
export function createRemoteDesk({ fetch, lookMs = 1000 }: Needs): ApprovalDesk {
  async function ask(method: string, address: string, body?: object, signal?: AbortSignal): Promise<unknown> {
    const response = await fetch(address, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const said: unknown = await response.json().catch(() => null)
    if (response.ok) return said
    const { error } = (said ?? {}) as { error?: { message?: unknown } }
    const message =
      typeof error?.message === 'string' ? error.message : `The server answered ${response.status}.`
    throw new AppError(codeOf(response.status), message)
  }

  return {
    request: async (_, question, { unattended = false } = {}) =>
      Verdict.parse(await ask('POST', path, { question, unattended })),
    elicited: async (_, question, requestState, answer) =>
      Verdict.parse(await ask('POST', path, { question, elicited: { requestState, answer } })),
    async wait(_, id, signal) {
      for (;;) {
        const approval = Approval.parse(
          await ask('GET', `${path}/${encodeURIComponent(id)}`, undefined, signal),
        )
        if (approval.state !== 'pending') return approval
        await pause(lookMs, signal)
      }
    },
  }
}

/** What the server meant, as far as its status tells. */
function codeOf(status: number): ErrorCode {
  const found = Object.entries(errorKinds).find(([, kind]) => kind.status === status)
  return (found?.[0] as ErrorCode | undefined) ?? 'unavailable'
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', stop, { once: true })
    function done() {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    function stop() {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
  })
