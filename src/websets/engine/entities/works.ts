import { fold } from '../../../contents/index.ts'
import { addressKey, type Document } from '../../../documents/index.ts'
import { slug } from '../../../entities/index.ts'
import type { Run } from '../../engine.ts'
import type { Library } from '../library.ts'
import { perPage, sightingOn, type Sighting } from './sighting.ts'

/** Shorter titles are those of many: “Editorial”, “News”. */
const fewestWords = 4
const mostCopies = 10
/** Of the shingles of the shorter text: a copy may have a note of its publisher more. */
const copied = 0.7
const shingleWords = 4

/** Papers, articles and other pages. Copies of one, on whichever sites, are one. */
export function createWorks({ library }: { library: Library }) {
  return { presentedOn, copies, samePaper }

  /**
   * A paper is its title: a preprint and its printed form have two DOIs. An article or another page is its address,
   * or that of the page it is a copy of.
   */
  async function presentedOn(
    type: 'article' | 'research_paper' | 'custom',
    teamId: string,
    page: Document,
    run: Run,
  ): Promise<Sighting> {
    if (type === 'research_paper') {
      const [best = page] = await samePaper(teamId, page, run)
      return sightingOn(paperKey(page), best, page.title)
    }
    const [original = page] = await copies(teamId, page, run)
    return sightingOn(pageKey(type, original.url), original, original.title)
  }

  /** The page and its copies, the original first: the earliest, else the one with the shortest address. */
  async function copies(teamId: string, page: Document, run: Run): Promise<Document[]> {
    const others = (await titled(teamId, page, run)).filter((other) => isCopy(page, other))
    return [page, ...others].toSorted(
      (one, other) =>
        (one.publishedAt?.getTime() ?? Infinity) - (other.publishedAt?.getTime() ?? Infinity) ||
        one.url.length - other.url.length ||
        (one.url < other.url ? -1 : 1),
    )
  }

  /** The abstract before the full text. */
  async function samePaper(teamId: string, page: Document, run: Run): Promise<Document[]> {
    const same = (await titled(teamId, page, run)).filter((other) => other.category === 'publication')
    return [page, ...same].toSorted(
      (one, other) =>
        isFile(one) - isFile(other) || one.url.length - other.url.length || (one.url < other.url ? -1 : 1),
    )
  }

  /** Other pages with the same title. */
  async function titled(teamId: string, page: Document, { signal }: Run): Promise<Document[]> {
    const title = page.title?.trim() ?? ''
    if (title.split(/\s+/).length < fewestWords) return []
    const hits = await library.byWords(title, { teamId, excludeDocuments: [page.id] }, 5 * mostCopies, signal)
    const same = hits.filter((hit) => slug(hit.title ?? '') === slug(title))
    return library.read(teamId, same.slice(0, mostCopies))
  }
}

export const pageKey = (type: 'article' | 'custom', url: string): string =>
  `${type}:${addressKey(url) ?? url}`

const isFile = ({ details }: Document): number => (details.contentType === 'application/pdf' ? 1 : 0)

const doi = /\b10\.\d{4,9}\/[^\s"'<>)\]]+[^\s"'<>)\].,;]/

export function paperKey({ title, url, text }: Pick<Document, 'title' | 'url' | 'text'>): string {
  const called = title?.trim() ?? ''
  if (called.split(/\s+/).length >= fewestWords) return `research_paper:${slug(called)}`
  const number = doi.exec(`${url} ${text.slice(0, 3000)}`)?.[0]
  return `research_paper:${number?.toLowerCase() ?? addressKey(url) ?? url}`
}

const shinglesOf = perPage(({ text }) => {
  const words = fold(text.slice(0, 20_000)).match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.slice(shingleWords - 1).map((_, at) => words.slice(at, at + shingleWords).join(' ')))
})

function isCopy(one: Document, other: Document): boolean {
  const [few, many] = [shinglesOf(one), shinglesOf(other)].toSorted((a, b) => a.size - b.size)
  if (!few || !many || few.size === 0) return false
  let shared = 0
  for (const shingle of few) if (many.has(shingle)) shared++
  return shared / few.size >= copied && few.size / many.size >= 0.5
}
