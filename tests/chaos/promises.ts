import { isDeepStrictEqual } from 'node:util'
import type { ApiKey } from '../../src/contract/access.ts'

/** The part of a key that writers change, all of it in one request: so half a change would be seen. */
export interface Content {
  readonly name: string
  readonly budgetDollars: number | null
  readonly limits: ApiKey['limits']
  /** Null: not revoked. `sometime`: by a request that was never answered, so the moment is unknown. */
  readonly revokedAt: string | null
}

const sometime = 'sometime'

interface Kept {
  /** True once a 2xx said that it is there. */
  acknowledged: boolean
  /** What it may be: what was last acknowledged, and every change since then that was not answered. */
  possible: Content[]
  /** What it is if the last request was carried out. */
  asked: Content[]
  /** What never changes; known from the answer, or from the first look after it. */
  fixed?: Pick<ApiKey, 'id' | 'teamId' | 'hint' | 'scopes' | 'createdAt'>
  secret?: string
}

export type Promises = ReturnType<typeof createPromises>

/** Every key has an origin that it keeps under all its names: `r3-w1-7.v2` is the second version of `r3-w1-7`. */
export const nameOf = (origin: string, version: number): string => `${origin}.v${version}`
const originOf = (name: string): string => name.replace(/\.v\d+$/, '')

/**
 * Remembers what the server has promised and judges what is there against it: what was acknowledged must be there
 * as acknowledged, what was not answered may be there once or not at all, and nothing else may.
 */
export function createPromises() {
  const kept = new Map<string, Kept>()
  const need = (origin: string): Kept => {
    const found = kept.get(origin)
    if (!found) throw new Error(`nobody asked for ${origin}`)
    return found
  }

  return {
    asked(origin: string, content: Content): void {
      kept.set(origin, { acknowledged: false, possible: [content], asked: [content] })
    },
    /** Without an answer when a 2xx came but its body was cut off: that is a promise too. */
    acknowledged(origin: string, answer?: ApiKey & { key?: string }): void {
      const key = need(origin)
      key.acknowledged = true
      key.possible = answer ? [contentOf(answer)] : key.asked
      if (!answer) return
      key.fixed = fixedOf(answer)
      if (answer.key !== undefined) key.secret = answer.key
    },
    askedToChange(origin: string, change: Partial<Content>): void {
      ask(need(origin), (content) => ({ ...content, ...change }))
    },
    askedToRevoke(origin: string): void {
      ask(need(origin), (content) => ({ ...content, revokedAt: content.revokedAt ?? sometime }))
    },
    /** Keys that can be used or must be refused, with what they should do. */
    usable: () =>
      [...kept.values()].flatMap(({ secret, possible: [content], fixed }) =>
        secret !== undefined && content && fixed
          ? [{ secret, id: fixed.id, works: content.revokedAt === null }]
          : [],
      ),
    size: () => kept.size,

    /** Answers what is wrong, if anything. What is seen now must be there from now on. */
    judge(actual: readonly ApiKey[]): string[] {
      const problems: string[] = []
      const seen = new Map<string, ApiKey>()
      for (const key of actual) {
        const origin = originOf(key.name)
        if (seen.has(origin)) problems.push(`${origin} is there twice: ${key.id}, ${seen.get(origin)?.id}`)
        if (!kept.has(origin)) problems.push(`nobody asked for ${key.name} (${key.id})`)
        seen.set(origin, key)
      }
      for (const [origin, promise] of kept) {
        const key = seen.get(origin)
        if (!key) {
          if (promise.acknowledged) problems.push(`${origin} was acknowledged and is missing`)
          kept.delete(origin)
          continue
        }
        const content = contentOf(key)
        if (!promise.possible.some((one) => matches(content, one))) {
          problems.push(
            `${origin} is ${JSON.stringify(content)}, and may only be ${JSON.stringify(promise.possible)}`,
          )
        }
        const fixed = fixedOf(key)
        if (promise.fixed && !isDeepStrictEqual(promise.fixed, fixed)) {
          problems.push(`${origin} was ${JSON.stringify(promise.fixed)} and is ${JSON.stringify(fixed)}`)
        }
        Object.assign(promise, { acknowledged: true, possible: [content], asked: [], fixed } satisfies Kept)
      }
      return problems
    },
  }
}

function ask(key: Kept, change: (content: Content) => Content): void {
  key.asked = key.possible.map(change)
  const distinct = new Map(
    [...key.possible, ...key.asked].map((content) => [JSON.stringify(content), content]),
  )
  key.possible = [...distinct.values()]
}

const contentOf = ({ name, budgetDollars, limits, revokedAt }: ApiKey): Content => ({
  name,
  budgetDollars,
  limits,
  revokedAt,
})

const fixedOf = ({ id, teamId, hint, scopes, createdAt }: ApiKey) => ({ id, teamId, hint, scopes, createdAt })

const matches = (actual: Content, possible: Content): boolean =>
  possible.revokedAt === sometime && actual.revokedAt !== null
    ? isDeepStrictEqual(actual, { ...possible, revokedAt: actual.revokedAt })
    : isDeepStrictEqual(actual, possible)
