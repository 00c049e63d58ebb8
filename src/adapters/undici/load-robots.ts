import { decodeBody } from './decode-body.ts'
import { FetchError } from './fetch-error.ts'
import { newTrace, type FollowLimits, type FollowRedirects } from './follow-redirects.ts'
import { pageHeaders } from './request-headers.ts'
import type { RobotsFile } from './robots.ts'

/** What the RFC asks a crawler to read at least. */
const maxTextBytes = 500 * 1024

export interface LoadRobotsNeeds {
  readonly follow: FollowRedirects
  readonly userAgent: string
  readonly limits: FollowLimits
  readonly signal: AbortSignal
}

/** Asks for a robots.txt and says what the answer means. Rejects when it was not the time to ask. */
export async function loadRobots(
  url: URL,
  { follow, userAgent, limits, signal }: LoadRobotsNeeds,
): Promise<RobotsFile> {
  try {
    const { answered } = await follow(
      url.href,
      {
        reason: 'robots.txt',
        headersFor: pageHeaders(userAgent, url.href, { headers: { accept: 'text/plain, */*;q=0.1' } }),
        limits: {
          ...limits,
          timeoutMs: Math.min(limits.timeoutMs, 10_000),
          maxBytes: maxTextBytes,
          keepExcess: true,
          maxRedirects: 5,
        },
        signal,
      },
      newTrace(url.href),
    )
    const { status, headers } = answered
    if (status >= 200 && status < 300) {
      // The limit is for the text: compressed, it can be cut only after it was decompressed.
      const body = await decodeBody(answered.body, headers['content-encoding'], 16 * maxTextBytes)
      return { kind: 'found', text: body.subarray(0, maxTextBytes).toString('utf8') }
    }
    // "Too many requests" is no statement about the file, so it counts with the server's own failures.
    if (status >= 400 && status < 500 && status !== 429) return { kind: 'absent' }
    return { kind: 'unreachable', detail: `the server answered ${status}` }
  } catch (error) {
    if (!(error instanceof FetchError) || error.reason === 'deferred' || error.reason === 'aborted')
      throw error
    if (error.reason === 'redirect_limit' || error.reason === 'redirect_loop') return { kind: 'absent' }
    return { kind: 'unreachable', detail: error.message }
  }
}
