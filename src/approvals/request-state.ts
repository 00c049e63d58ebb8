import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../ports/clock.ts'
import { hashOf, type Asker, type Question } from './question.ts'

const State = z.object({
  approval: z.string(),
  team: z.string(),
  key: z.string(),
  operation: z.string(),
  args: z.string(),
  call: z.string(),
  /** Milliseconds of the epoch. */
  until: z.number(),
})

interface Needs {
  readonly clock: Clock
  /** The same in every process on these records. */
  readonly secret: () => Promise<Buffer>
}

/**
 * What a question is sent out with, and what its answer has to bring back: it says for whom, for which call and until
 * when the question was asked, and is signed. It says nothing about the answer, so it is worth nothing without one.
 */
export function createRequestStates({ clock, secret }: Needs) {
  const sign = async (said: string) =>
    createHmac('sha256', await secret())
      .update(said)
      .digest()

  return {
    async seal(asker: Asker, question: Question, approvalId: string, expiresAt: Date): Promise<string> {
      const state: z.input<typeof State> = {
        approval: approvalId,
        ...claimsOf(asker, question),
        until: expiresAt.getTime(),
      }
      const said = Buffer.from(JSON.stringify(state)).toString('base64url')
      return `${said}.${(await sign(said)).toString('base64url')}`
    },

    /** The approval that it speaks of, and whether its time is over. Null unless it was signed here for this very call. */
    async open(
      sealed: string,
      asker: Asker,
      question: Question,
    ): Promise<{ approval: string; isOver: boolean } | null> {
      const [said = '', signature = ''] = sealed.split('.')
      const expected = await sign(said)
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const { approval, until, ...claims } = State.parse(
        JSON.parse(Buffer.from(said, 'base64url').toString()),
      )
      const wanted = claimsOf(asker, question)
      const isSame = Object.entries(wanted).every(
        ([name, value]) => claims[name as keyof typeof wanted] === value,
      )
      return isSame ? { approval, isOver: until <= clock.now().getTime() } : null
    },
  }
}

const claimsOf = ({ teamId, keyId }: Asker, { operation, args, toolCallId }: Question) => ({
  team: teamId,
  key: keyId,
  operation,
  args: hashOf(args),
  call: toolCallId,
})

/** The call that a state speaks of, as it says; whether it says so rightly is found out when it is opened. */
export function callIdOf(sealed: string): string | undefined {
  try {
    const [said = ''] = sealed.split('.')
    return State.parse(JSON.parse(Buffer.from(said, 'base64url').toString())).call
  } catch {
    return undefined
  }
}
