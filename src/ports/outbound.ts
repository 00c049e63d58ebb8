import type { FailureReason, Visibility } from './fetcher.ts'

/** One request that left the machine, or was kept from leaving. Each hop of a redirect is one of its own. */
export interface OutboundRequest {
  readonly method: string
  /** Without credentials. */
  readonly url: string
  readonly reason: string
  /** `answered` is any response, whatever its status. */
  readonly outcome: 'answered' | FailureReason
  readonly status: number | null
  readonly visibility: Visibility | null
  /** Bytes of the response body on the wire. */
  readonly bytes: number
  readonly durationMs: number
}

/** Told about every outbound request when it ends. Must not throw. */
export type OnRequest = (request: OutboundRequest) => void

/** Posts to addresses that others chose, such as webhooks, under the same guard as pages are fetched. */
export interface Sender {
  /** Why nothing may be sent there, as far as its spelling tells; null when that is only known when it is sent. */
  refusal(url: string): string | null
  /** Whatever goes wrong, cancellation included, is an outcome. Redirects are answers, not followed. */
  post(url: string, message: OutboundMessage): Promise<SendOutcome>
}

export interface OutboundMessage {
  readonly reason: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export type SendOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      /** The beginning of the answer, for a log of deliveries. */
      readonly text: string
    }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly detail: string }

/** An HTTP proxy on loopback whose way out is guarded. Everything that came through one of them has one visibility. */
export interface GuardedProxy {
  readonly url: string
  readonly username: string
  readonly password: string
  /** Restricted once anything came from a restricted address. */
  visibility(): Visibility
  /** Ends everything under way. */
  close(): Promise<void>
}
