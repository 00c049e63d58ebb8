import { fuseByRank } from '../search/index.ts'
import type { Page, Task } from './happening.ts'

export interface Searched {
  readonly task: Task
  /** What each of its searches found, best first. */
  readonly lists: readonly (readonly Page[])[]
}

export interface Chosen {
  readonly task: Task
  readonly page: Page
}

/**
 * The pages to read for each task, none twice: the best of every task first, then the second best, so that wherever
 * the reading ends each task has had its share. A page that another task reads counts among one's own.
 */
export function choosePages(
  searched: readonly Searched[],
  known: ReadonlySet<string>,
  most: number,
): { toRead: Chosen[]; wanted: Map<string, Page[]> } {
  const wanted = new Map(
    searched.map(({ task, lists }) => {
      const ranked = fuseByRank(
        lists.map((pages, at) => ({ name: `${at}`, items: pages.map((item) => ({ item, score: 0 })) })),
        pageKey,
      ).map(({ item }) => item)
      // What was read before does not use up what this round may read.
      const old = ranked.filter((page) => known.has(pageKey(page)))
      const fresh = ranked.filter((page) => !known.has(pageKey(page))).slice(0, most)
      return [task.key, ranked.filter((page) => old.includes(page) || fresh.includes(page))] as const
    }),
  )
  const seen = new Set(known)
  const toRead: Chosen[] = []
  const depth = Math.max(0, ...[...wanted.values()].map((pages) => pages.length))
  for (let at = 0; at < depth; at += 1)
    for (const { task } of searched) {
      const page = wanted.get(task.key)?.[at]
      if (!page || seen.has(pageKey(page))) continue
      seen.add(pageKey(page))
      toRead.push({ task, page })
    }
  return { toRead, wanted }
}

export const pageKey = ({ documentId, version }: Pick<Page, 'documentId' | 'version'>): string =>
  `${documentId}@${version}`
