import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { addressKey } from '../documents/index.ts'
import { entityTypes } from '../reader/index.ts'

const Listed = z.object({ name: z.string(), urls: z.array(z.string()).min(1) })

/** A search with the complete list of what it should find; `arguable` entities are neither right nor wrong. */
const WebsetCase = z.object({
  id: z.string(),
  clock: z.iso.date(),
  query: z.string(),
  entity: z.object({ type: z.enum(entityTypes) }),
  criteria: z.array(z.object({ description: z.string() })),
  truth: z.array(Listed),
  arguable: z.array(Listed),
})
export type WebsetCase = z.output<typeof WebsetCase>

export async function readWebsetCases(): Promise<WebsetCase[]> {
  const file = new URL('../../sample/truth/websets.json', import.meta.url)
  return z.array(WebsetCase).parse(JSON.parse(await readFile(file, 'utf8')))
}

export interface FoundItem {
  readonly url: string
  readonly name: string | null
}

export interface WebsetScore {
  readonly expected: number
  readonly found: number
  /** Items that are neither on the list nor arguable. */
  readonly wrong: readonly FoundItem[]
  /** Items for an entity that another item is already. */
  readonly repeated: number
  readonly missed: readonly string[]
}

export function scoreWebset(
  { entity, truth, arguable }: WebsetCase,
  items: readonly FoundItem[],
): WebsetScore {
  // Several people share a page; whoever it is, the name tells. Everything else is its page.
  const isSame = (listed: WebsetCase['truth'][number], item: FoundItem): boolean =>
    entity.type === 'person'
      ? listed.name === item.name
      : listed.urls.some((url) => addressKey(url) === addressKey(item.url))
  const right = items.map((item) => truth.find((listed) => isSame(listed, item)))
  const found = new Set(right.filter((listed) => listed !== undefined))
  return {
    expected: truth.length,
    found: found.size,
    wrong: items.filter((item, place) => !right[place] && !arguable.some((listed) => isSame(listed, item))),
    repeated: right.filter((listed) => listed !== undefined).length - found.size,
    missed: truth.filter((listed) => !found.has(listed)).map(({ name }) => name),
  }
}
