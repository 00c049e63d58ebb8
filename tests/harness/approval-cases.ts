import { expect, test } from 'vitest'

/** What the person does who is asked. `silent`: nothing, until the time is over. */
export type Person =
  | { readonly does: 'approve' | 'decline' | 'cancel' | 'silent' }
  | { readonly does: 'reject'; readonly reason: string }

/** What became of a call, whatever channel it was made over. */
export type CaseOutcome =
  | { readonly kind: 'ran' }
  | { readonly kind: 'rejected'; readonly reason: string; readonly retryable: boolean }
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
  /** Those that the channel knows; elsewhere a person can only approve, reject or be silent. */
  readonly forms: boolean
  prepare(): Promise<Target>
  /** Makes the call on the target, and has the person answer. Null: nobody is there who could be asked. */
  call(target: Target, toolCallId: string, person: Person | null): Promise<CaseOutcome>
}

let calls = 0
const nextCall = () => `case-${Date.now()}-${calls++}`

/** The same table for every channel: who runs it brings a server whose policy asks about the call. */
export function approvalCases<Target extends CaseTarget>(open: () => Promise<ApprovalChannel<Target>>): void {
  const one = async (person: Person | null) => {
    const channel = await open()
    const target = await channel.prepare()
    return { outcome: await channel.call(target, nextCall(), person), runs: await target.runs() }
  }

  test('approve', async () => {
    expect(await one({ does: 'approve' })).toMatchObject({ outcome: { kind: 'ran' }, runs: 1 })
  })

  test('reject', async () => {
    const { outcome, runs } = await one({ does: 'reject', reason: 'still needed' })
    expect(outcome).toEqual({ kind: 'rejected', reason: 'still needed', retryable: false })
    expect(runs).toBe(0)
  })

  test('decline', async ({ skip }) => {
    if (!(await open()).forms) skip()
    const { outcome, runs } = await one({ does: 'decline' })
    expect(outcome).toEqual({ kind: 'rejected', reason: 'declined by user', retryable: false })
    expect(runs).toBe(0)
  })

  test('cancel', async ({ skip }) => {
    if (!(await open()).forms) skip()
    const { outcome, runs } = await one({ does: 'cancel' })
    expect(outcome).toEqual({ kind: 'rejected', reason: 'dismissed', retryable: true })
    expect(runs).toBe(0)
  })

  test('timeout', async () => {
    const { outcome, runs } = await one({ does: 'silent' })
    expect(outcome).toEqual({ kind: 'rejected', reason: 'approval timed out', retryable: true })
    expect(runs).toBe(0)
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
    const channel = await open()
    const [target, other] = [await channel.prepare(), await channel.prepare()]
    const id = nextCall()
    await channel.call(target, id, null)
    expect(await channel.call(other, id, { does: 'approve' })).toEqual({ kind: 'refused' })
    expect([await target.runs(), await other.runs()]).toEqual([0, 0])
  })

  test('replay', async () => {
    const channel = await open()
    const target = await channel.prepare()
    const id = nextCall()
    expect(await channel.call(target, id, { does: 'approve' })).toEqual({ kind: 'ran' })
    expect(await channel.call(target, id, { does: 'approve' })).toEqual({ kind: 'refused' })
    expect(await target.runs()).toBe(1)
  })
}
