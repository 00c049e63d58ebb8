import { expect, test } from 'vitest'

/** What the person does who is asked. `silent`: nothing, until the time is over. */
export type Person =
  | { readonly does: 'approve' | 'decline' | 'cancel' | 'silent' }
  | { readonly does: 'reject'; readonly reason: string }

/** What became of a call, whatever channel it was made over. */
export type CaseOutcome =
  | { readonly kind: 'ran' }
  /** Null: the channel has no word for whether it may be asked for again. */
  | { readonly kind: 'rejected'; readonly reason: string; readonly retryable: boolean | null }
  /** The call id stands for other arguments, or for a call that has run. */
  | { readonly kind: 'refused' }
  /** Nobody could be asked over this connection. */
  | { readonly kind: 'undecided'; readonly approval: { id: string; url: string; expiresAt: string } }

/** One thing that a call would do something to. */
export interface CaseTarget {
  /** How often the call has run. */
  runs(): Promise<number>
}

export interface ApprovalChannel<Target extends CaseTarget> {
  /** Whether the person sits before a form, which can also be declined or dismissed. */
  readonly forms: boolean
  readonly tellsRetryable?: boolean
  /** A call that is made again is answered as before instead of being refused. */
  readonly keepsResults?: boolean
  prepare(): Promise<Target>
  /** Makes the call on the target, and has the person answer. Null: nobody is there who could be asked. */
  call(target: Target, toolCallId: string, person: Person | null): Promise<CaseOutcome>
}

let calls = 0
const nextCall = () => `case-${Date.now()}-${calls++}`

/** The same table for every channel: who runs it brings one whose policy asks about the call. */
export function approvalCases<Target extends CaseTarget>(channel: ApprovalChannel<Target>): void {
  const one = async (person: Person | null) => {
    const target = await channel.prepare()
    return { outcome: await channel.call(target, nextCall(), person), runs: await target.runs() }
  }

  test('approve', async () => {
    expect(await one({ does: 'approve' })).toEqual({ outcome: { kind: 'ran' }, runs: 1 })
  })

  test.each([
    [{ does: 'reject', reason: 'still needed' }, 'still needed', false],
    ...(channel.forms
      ? ([
          [{ does: 'decline' }, 'declined by user', false],
          [{ does: 'cancel' }, 'dismissed', true],
        ] as const)
      : []),
    [{ does: 'silent' }, 'approval timed out', true],
  ] as const)('%j', async (person, reason, retryable) => {
    const told = channel.tellsRetryable === false ? null : retryable
    expect(await one(person)).toEqual({ outcome: { kind: 'rejected', reason, retryable: told }, runs: 0 })
  })

  test('no capability', async () => {
    const { outcome, runs } = await one(null)
    expect(outcome).toMatchObject({
      kind: 'undecided',
      approval: {
        id: expect.stringMatching(/^approval_/) as string,
        url: expect.stringContaining('/approvals/approval_') as string,
        expiresAt: expect.any(String) as string,
      },
    })
    expect(runs).toBe(0)
  })

  test('changed arguments on retry', async () => {
    const [target, other] = [await channel.prepare(), await channel.prepare()]
    const id = nextCall()
    await channel.call(target, id, null)
    expect(await channel.call(other, id, { does: 'approve' })).toEqual({ kind: 'refused' })
    expect([await target.runs(), await other.runs()]).toEqual([0, 0])
  })

  test('replay', async () => {
    const target = await channel.prepare()
    const id = nextCall()
    expect(await channel.call(target, id, { does: 'approve' })).toEqual({ kind: 'ran' })
    expect(await channel.call(target, id, { does: 'approve' })).toEqual({
      kind: channel.keepsResults ? 'ran' : 'refused',
    })
    expect(await target.runs()).toBe(1)
  })
}
