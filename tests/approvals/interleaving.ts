import { expect } from 'vitest'
import type { Approvals, Question } from '../../src/approvals/index.ts'
import { hashOf } from '../../src/approvals/index.ts'
import type { Verdict } from '../../src/contract/approvals.ts'
import { createRandom } from '../chaos/random.ts'
import type { ApprovalWorld } from '../harness/approval-desk.ts'
import { usualPolicy } from '../harness/approval-policy.ts'

/** What the test knows of a call by itself: what a person has approved, and until when. */
interface Known {
  readonly hash: string
  approvedUntil: number | null
  hasRun: boolean
  isRejected: boolean
  askedUntil: number
  id: string
  readonly states: { requestState: string; question: Question }[]
}

const { timeoutMs } = usualPolicy

const question = (call: string, thing = Number(call.slice(5)) % 3): Question => ({
  tool: 'manage_websets',
  operation: 'websets.delete',
  class: 'destroy',
  args: { id: `webset_${thing}` },
  toolCallId: call,
  conversation: null,
  domains: [],
  results: null,
  estimatedUsd: 0,
})

/**
 * One random course of asking, deciding, answering forms, replaying, changing arguments, waiting and restarting, in two
 * processes. Whatever happens: no call runs unless a person approved that very call, in time, and it had not run.
 */
export async function interleave(world: ApprovalWorld, seed: number, steps: number): Promise<number> {
  const random = createRandom(seed)
  const { asker, approver } = await world.addTeam()
  const stranger = { ...asker, keyId: 'key_stranger' }
  const processes: Approvals[] = [world.open(), world.open()]
  const calls = new Map<string, Known>()
  let ran = 0
  const now = () => world.clock.now().getTime()
  const desk = () => (random.one(processes) as Approvals).desk
  const office = () => (random.one(processes) as Approvals).office
  /** Holds a verdict against what the test knows; both too much and too little are found. */
  function judge(asked: Question, verdict: Verdict): void {
    const call = asked.toolCallId
    const known = calls.get(call)
    const isGood =
      known !== undefined &&
      known.hash === hashOf(asked.args) &&
      known.approvedUntil !== null &&
      known.approvedUntil > now() &&
      !known.hasRun
    expect([call, verdict.state === 'allowed']).toEqual([call, isGood])
    if (verdict.state === 'allowed' && known) {
      known.hasRun = true
      ran++
    }
    if (verdict.state !== 'pending') return
    if (known) known.states.push({ requestState: verdict.requestState, question: asked })
    else
      calls.set(call, {
        hash: hashOf(asked.args),
        approvedUntil: null,
        hasRun: false,
        isRejected: false,
        askedUntil: now() + timeoutMs,
        id: verdict.approval.id,
        states: [{ requestState: verdict.requestState, question: asked }],
      })
  }
  const isOpen = (known: Known) =>
    !known.isRejected && known.approvedUntil === null && known.askedUntil > now()
  function decided(known: Known, approves: boolean): void {
    if (approves) known.approvedUntil = now() + timeoutMs
    else known.isRejected = true
  }

  const deeds: Record<string, () => Promise<void>> = {
    async ask() {
      const asked = question(`call-${random.whole(4)}`)
      judge(asked, await desk().request(asker, asked))
    },
    async askTwice() {
      const asked = question(`call-${random.whole(4)}`)
      const verdicts = await Promise.all(processes.map((one) => one.desk.request(asker, asked)))
      // Of two that come at once one may run: the other is judged after it.
      for (const verdict of verdicts.toSorted((one) => (one.state === 'allowed' ? -1 : 1)))
        judge(asked, verdict)
    },
    async askWithOtherArguments() {
      const call = `call-${random.whole(4)}`
      const asked = question(call, 9)
      if (calls.has(call))
        await expect(desk().request(asker, asked)).rejects.toMatchObject({ code: 'conflict' })
    },
    async askAsAnother() {
      const verdict = await desk().request(stranger, question(`call-${random.whole(4)}`))
      expect(verdict.state).not.toBe('allowed')
    },
    async decide() {
      const known = random.one([...calls.values()])
      if (!known) return
      const approves = random.whole(3) > 0
      const decision = { decision: approves ? 'approve' : 'reject' } as const
      const deciding = office().decide(approver, known.id, decision, 'rest')
      if (!isOpen(known)) return expect(deciding).rejects.toMatchObject({ code: 'conflict' })
      await deciding
      decided(known, approves)
    },
    async decideAsAgent() {
      const known = random.one([...calls.values()])
      if (!known) return
      const self = { ...approver, keyId: asker.keyId }
      const deciding = office().decide(self, known.id, { decision: 'approve' }, 'rest')
      await expect(deciding).rejects.toMatchObject({ code: 'forbidden' })
    },
    async answerForm() {
      const known = random.one([...calls.values()])
      const state = known && random.one(known.states)
      if (!state) return
      const approves = random.whole(3) > 0
      const content = { decision: approves ? 'approve' : 'reject' } as const
      if (isOpen(known)) decided(known, approves)
      judge(
        state.question,
        await desk().elicited(asker, state.question, state.requestState, { action: 'accept', content }),
      )
    },
    async answerFormForAnother() {
      const [one, other] = [random.one([...calls.values()]), random.one([...calls.values()])]
      const [state, wrong] = [one && random.one(one.states), other && random.one(other.states)]
      if (!state || !wrong || one === other) return
      const answer = { action: 'accept', content: { decision: 'approve' } } as const
      await expect(desk().elicited(asker, wrong.question, state.requestState, answer)).rejects.toMatchObject({
        code: 'conflict',
      })
    },
    async wait() {
      world.pass(random.one([1000, timeoutMs / 2, timeoutMs]) as number)
    },
    async restart() {
      processes[random.whole(processes.length)] = world.open()
    },
  }
  const often = ['ask', 'ask', 'ask', 'askTwice', 'decide', 'decide', 'answerForm', ...Object.keys(deeds)]
  const course: string[] = []
  try {
    for (let step = 0; step < steps; step++) {
      const deed = random.one(often) as string
      course.push(deed)
      await deeds[deed]?.()
    }
  } catch (cause) {
    throw new Error(`seed ${seed}: ${course.join(', ')}`, { cause })
  }
  expect(await office().verifyAudit(asker.teamId)).toMatchObject({ intact: true })
  return ran
}
