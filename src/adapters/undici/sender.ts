import type { OnRequest, Sender } from '../../ports/outbound.ts'
import { FetchError } from './fetch-error.ts'
import type { GuardedNetwork } from './guarded-network.ts'
import { createRequester } from './requester.ts'

export interface SenderOptions {
  readonly network: GuardedNetwork
  readonly userAgent: string
  readonly onRequest?: OnRequest
}

/** What is kept of an answer. */
const maxAnswerBytes = 16 * 1024

export function createSender({ network, userAgent, onRequest }: SenderOptions): Sender {
  const requester = createRequester(network, onRequest)
  return {
    refusal(text) {
      try {
        network.guard.checkUrl(text)
        return null
      } catch (error) {
        if (!(error instanceof FetchError)) throw error
        return error.message
      }
    },

    async post(text, { reason, headers, body, timeoutMs = 10_000, signal }) {
      try {
        const url = requester.check(text, { reason, method: 'POST' })
        const answered = await requester.request(url, {
          reason,
          method: 'POST',
          // An answer is for a log: asked for uncompressed, and shown as it came.
          headers: { 'user-agent': userAgent, 'accept-encoding': 'identity', ...headers },
          body,
          signal,
          limits: {
            timeoutMs,
            headersMs: timeoutMs,
            idleMs: timeoutMs,
            maxBytes: maxAnswerBytes,
            keepExcess: true,
            keepErrors: true,
          },
        })
        return {
          kind: 'answered',
          status: answered.status,
          headers: answered.headers,
          text: answered.body.toString('utf8'),
        }
      } catch (error) {
        if (!(error instanceof FetchError)) throw error
        return { kind: 'failed', reason: error.reason, detail: error.message }
      }
    },
  }
}
