import type { NamedReader, Reading } from '../reader/index.ts'
import type { Searched } from './choose-pages.ts'
import type { Task } from './happening.ts'

/** Questions for which there is something that was not searched for yet. */
export async function otherWords(
  open: readonly Task[],
  searched: ReadonlyMap<string, Searched>,
  asked: NamedReader,
  reading: Reading,
) {
  const again = await Promise.all(
    open.map(async ({ question }) => {
      const { entityDescription, criteria } = await asked.decompose(question, reading)
      const tried = searched.get(question)?.task.searches ?? []
      return { question, searches: unlike([question, entityDescription, ...criteria], tried) }
    }),
  )
  return again.filter(({ searches }) => searches.length > 0)
}

function unlike(candidates: readonly string[], tried: readonly string[]): string[] {
  const known = new Set(tried.map(folded))
  return candidates.filter((one) => folded(one) !== '' && !known.has(folded(one)) && known.add(folded(one)))
}

const folded = (query: string): string =>
  query
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
