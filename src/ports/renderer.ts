import type { FailureReason, Visibility } from './fetcher.ts'

/** Loads pages in a browser: for those whose text appears only when their scripts have run. */
export interface Renderer {
  /**
   * Whatever goes wrong with the page, cancellation included, is an outcome; rejects with `unavailable` when there is
   * no browser. Does not ask robots.txt: render what a fetcher was allowed to fetch.
   */
  render(url: string, options: RenderOptions): Promise<RenderOutcome>
  /** Ends renderings under way as `aborted`, and the browser. */
  close(): Promise<void>
}

export interface RenderOptions {
  /** Why, for the log of outbound requests. */
  readonly reason: string
  readonly signal?: AbortSignal
  /** For all of it, the wait for a free page included. */
  readonly timeoutMs?: number
}

export type RenderOutcome =
  | {
      readonly kind: 'page'
      readonly url: string
      readonly finalUrl: string
      readonly status: number
      /** The document as it stood after its scripts had run. */
      readonly html: string
      /** Restricted if the page, or anything that it loaded, came from a restricted address. */
      readonly visibility: Visibility
    }
  | {
      readonly kind: 'failed'
      readonly url: string
      readonly reason: FailureReason
      readonly detail: string
      readonly status: number | null
    }
