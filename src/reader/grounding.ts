import type { Grounding, JsonObject } from './reader.ts'

/**
 * An object without the values that nothing grounds. A grounding holds for its field and for everything inside it.
 * Null, empty texts and empty lists claim nothing and stay. Lists close up where something was dropped, and the
 * groundings follow.
 */
export function dropUngrounded(
  content: JsonObject,
  grounding: readonly Grounding[],
  onDropped: () => void,
): { content: JsonObject; grounding: Grounding[] } {
  const grounded = new Set(grounding.map(({ field }) => field))
  const isGrounded = (path: string): boolean => pathsDownTo(path).some((above) => grounded.has(above))
  const places = new Map([[whole, whole]])

  /** Undefined: nothing is left of it. */
  function keep(value: unknown, from: string, to: string): unknown {
    if (Array.isArray(value)) {
      const items: unknown[] = []
      for (const [at, item] of value.entries()) {
        const kept = keep(item, `${from}[${at}]`, `${to}[${items.length}]`)
        if (kept !== undefined) items.push(kept)
      }
      places.set(from, to)
      return items
    }
    if (typeof value === 'object' && value !== null) {
      const object = keepObject(value, from, to)
      if (Object.keys(object).length === 0 && Object.keys(value).length > 0) return undefined
      places.set(from, to)
      return object
    }
    const claims = value !== null && value !== '' && value !== undefined
    if (claims && !isGrounded(from)) {
      onDropped()
      return undefined
    }
    places.set(from, to)
    return value
  }

  function keepObject(object: object, from: string, to: string): JsonObject {
    return Object.fromEntries(
      Object.entries(object)
        .map(([name, value]): [string, unknown] => [name, keep(value, within(from, name), within(to, name))])
        .filter(([, value]) => value !== undefined),
    )
  }

  const kept = keepObject(content, '', '')
  return {
    content: kept,
    grounding: grounding.flatMap((ground) => {
      const field = places.get(ground.field)
      return field === undefined ? [] : [{ ...ground, field }]
    }),
  }
}

const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** How a grounding of the object as a whole names it. */
const whole = 'content'

/** `a[0].b` → the whole, `a`, `a[0]`, `a[0].b`. */
function pathsDownTo(path: string): string[] {
  const paths = [whole]
  for (const { index } of path.matchAll(/[.[]/g)) paths.push(path.slice(0, index))
  return [...paths, path]
}
