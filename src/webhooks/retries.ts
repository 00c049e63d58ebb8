/**
 * When a message that did not arrive is sent again, and what happens to those behind it:
 *
 * - Messages are sent one at a time, the oldest first. One that fails is due again after a delay that grows with each
 *   of its tries, over about a day. Then it is given up, until somebody asks for it again.
 * - Its first retries come within a minute, and those behind it wait for them: a hiccup changes no order. After that it
 *   steps aside, and comes back whenever it is due: one that is never taken keeps back no other.
 * - When the next one fails as well, it is the receiver that is down. It is then tried every few minutes only, and when
 *   something arrives again, everything that waits is sent at once, in order. Only a last try is left to its time.
 */
export interface RetryPolicy {
  /** Tries until a message is given up, the first included. */
  readonly attempts: number
  readonly firstDelayMs: number
  /** How much longer each delay is than the one before. */
  readonly factor: number
}

/** Tries in which a message keeps its place at the head. */
const triesAtHead = 3
const longestPauseMs = 5 * 60_000

export interface Failure {
  /** Of this message, the one that failed included. */
  readonly tries: number
  /** In a row of whatever was sent to this receiver, this one included. */
  readonly failures: number
}

export interface AfterFailure {
  /** Null when it is given up. */
  readonly retryInMs: number | null
  /** Until anything is sent to this receiver. */
  readonly pauseMs: number
}

export function afterFailure(policy: RetryPolicy, { tries, failures }: Failure): AfterFailure {
  const retryInMs = tries >= policy.attempts ? null : delayAfter(policy, tries)
  if (isDown(failures))
    return { retryInMs, pauseMs: Math.min(longestPauseMs, delayAfter(policy, failures - 1)) }
  return { retryInMs, pauseMs: tries < triesAtHead ? (retryInMs ?? 0) : 0 }
}

/** Whether so many failures in a row cannot be the fault of one message. */
export const isDown = (failures: number): boolean => failures > triesAtHead

const delayAfter = ({ firstDelayMs, factor }: RetryPolicy, tries: number): number =>
  Math.round(firstDelayMs * factor ** (tries - 1))
