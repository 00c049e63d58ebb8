import { setTimeout as sleep } from 'node:timers/promises'
import type { IndexStatus } from '../../src/contract/index-status.ts'
import { publicTeamId, type PageToSave } from '../../src/documents/index.ts'
import type { TestApi } from './api.ts'

/** A public page with nothing on it but what is given. */
export const pageToSave = (parts: Partial<PageToSave> & { url: string }): PageToSave => ({
  teamId: publicTeamId,
  aliases: [],
  source: 'test',
  fetchedAt: new Date(),
  title: null,
  author: null,
  publishedAt: null,
  language: 'en',
  kind: 'article',
  category: null,
  text: '',
  html: null,
  details: { links: [], imageLinks: [], codeBlocks: [], structured: {} },
  ...parts,
})

/** Saves pages, and waits until they are found. */
export async function savePages(
  api: TestApi,
  ...pages: readonly (Partial<PageToSave> & { url: string })[]
): Promise<void> {
  await api.documents.ensurePublicTeam()
  for (const page of pages) await api.documents.save(pageToSave(page))
  for (let attempt = 0; attempt < 200; attempt++) {
    const { backlog } = await api.call<IndexStatus>('GET', '/winnow/v1/index')
    if (backlog.documents === 0 && backlog.passages === 0) return
    await sleep(25)
  }
  throw new Error('the pages were not indexed within five seconds')
}

/** The events of a stream, as far as it came; the last is `[DONE]` where it ended as it should. */
export async function eventsOf(response: Response): Promise<unknown[]> {
  const text = await response.text()
  return text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: '))
    .map((frame) => frame.slice('data: '.length))
    .map((data): unknown => (data === '[DONE]' ? data : JSON.parse(data)))
}
