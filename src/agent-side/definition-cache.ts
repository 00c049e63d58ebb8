import type { Call, DefinitionCache } from './call.ts'
import { records, type Json } from './json.ts'
import { answered, inPath } from './operations/wire.ts'

const keptMs = 30_000
const mostWebsets = 200

const keyOf = (call: Call, websetId: string) => JSON.stringify([call.caller.teamId, websetId])

/** Definitions change seldom. One that an item refers to and nobody has seen yet is a reason to look again. */
export function createDefinitionCache(): DefinitionCache {
  const known = new Map<string, { readonly definitions: readonly Json[]; readonly until: number }>()

  return {
    async definitions(call, websetId, needed) {
      const key = keyOf(call, websetId)
      const now = call.clock.now().getTime()
      const kept = known.get(key)
      if (
        kept &&
        kept.until > now &&
        [...needed].every((id) => kept.definitions.some((one) => one.id === id))
      )
        return kept.definitions
      const webset = await answered(call.exa.websets.get(inPath(websetId)))
      const definitions = records(webset.enrichments)
      known.delete(key)
      known.set(key, { definitions, until: now + keptMs })
      const [oldest] = known.keys()
      if (known.size > mostWebsets && oldest !== undefined) known.delete(oldest)
      return definitions
    },
    forget(call, websetId) {
      known.delete(keyOf(call, websetId))
    },
  }
}
