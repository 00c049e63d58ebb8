import { contentWords, sameStem, wordsOf } from '../../contents/index.ts'
import type { Document } from '../../documents/index.ts'
import { withoutLegalForm } from '../../entities/index.ts'
import type { Clock } from '../../ports/clock.ts'
import type { IndexHit } from '../../ports/search-index.ts'
import type { EntityType } from '../../reader/index.ts'
import { rankDocuments } from '../../search/index.ts'
import type { Run } from '../engine.ts'
import { isAboutAftermath } from './aftermath.ts'
import { employerOn, perPage, siteInKey, speaksOfOwner, type Entities } from './entities/index.ts'
import type { Library } from './library.ts'
import { createRecently } from './recently.ts'
import { onSameMatter } from './same-matter.ts'

/** An entity whose pages are to be read. */
export interface Subject {
  readonly type: EntityType
  readonly entityKey: string
  readonly name: string | null
  readonly url: string
  readonly documentId: string | null
}

/** The pages in which an entity is read; gathered once and shared by every question about it. */
export interface Dossier {
  /** The page that presents it. */
  readonly page: Document
  /** The entity's own, or those that are about it. */
  readonly own: readonly Document[]
  /** Those that name it. */
  readonly others: readonly Document[]
  /** Pages of later days about the same: they may take back what an article or a paper says. */
  readonly later: readonly Document[]
}

/** A site of so few passages is taken whole. */
const wholeSite = 60
const mostOwn = 24
const mostOthers = 16
const ownPerQuestion = 8
const othersPerQuestion = 6
const mostLater = 6
const mostEmployers = 3

interface Needs {
  readonly library: Library
  readonly entities: Entities
  readonly clock: Clock
}

export type Dossiers = ReturnType<typeof createDossiers>

export function createDossiers({ library, entities, clock }: Needs) {
  const sites = createRecently<Document[] | null>(clock, { most: 200, forMs: 30_000 })

  /** Null: there is no page to read. */
  return async function openDossier(
    teamId: string,
    subject: Subject,
    questions: readonly string[],
    run: Run,
  ): Promise<Dossier | null> {
    const page = await pageOf(teamId, subject, run)
    if (!page) return null
    const nothing = { page, others: [], later: [] }
    const { type, name } = subject
    if (type === 'company') {
      const site = siteInKey(subject.entityKey)
      const elsewhere = { teamId, ...(site !== null && { excludeDomains: [site] }) }
      const [own, others] = await Promise.all([
        site === null ? [] : pagesOfSite(teamId, site, questions, run),
        name === null ? [] : library.naming(withoutLegalForm(name), elsewhere, mostOthers, run.signal),
      ])
      const about = own.filter((one) => name === null || speaksOfOwner(one, name))
      return { ...nothing, own: distinct([page, ...about]), others }
    }
    if (type === 'person') {
      if (name === null) return { ...nothing, own: [page] }
      const { pages } = await entities.people.find(teamId, name, run, page)
      const own = distinct([page, ...pages])
      return { ...nothing, own, others: await pagesOfEmployers(teamId, own, name, run) }
    }
    const { samePaper, copies } = entities.works
    const [own, later] = await Promise.all([
      type === 'research_paper' ? samePaper(teamId, page, run) : copies(teamId, page, run),
      questions.some(isAboutAftermath) ? laterThan(teamId, page, run) : [],
    ])
    return { ...nothing, own: distinct([page, ...own]), later }
  }

  /** The page that was named; of a company whose page cannot be had, the one that its site begins with. */
  async function pageOf(teamId: string, subject: Subject, run: Run): Promise<Document | null> {
    const { type, entityKey, documentId, url } = subject
    const stored =
      (documentId === null ? null : await library.document(teamId, documentId)) ??
      (await library.at(teamId, url))
    const named = stored ?? (run.mayFetch ? await library.fetched(teamId, url, run.signal) : null)
    const site = type === 'company' ? siteInKey(entityKey) : null
    if (named || site === null) return named
    const home = await entities.companies.ofSite(teamId, site)
    return home && library.at(teamId, home.url)
  }

  /** Where somebody works is often told only on the pages of whom they work for. */
  async function pagesOfEmployers(
    teamId: string,
    pages: readonly Document[],
    name: string,
    run: Run,
  ): Promise<Document[]> {
    const employers = new Set(pages.flatMap((page) => employerOn(page, name) ?? []))
    const found = await Promise.all(
      [...employers]
        .slice(0, mostEmployers)
        .map((employer) => entities.companies.pagesOf(teamId, employer, run)),
    )
    return found.flat().slice(0, mostOthers)
  }

  /** All pages of a small site; of a large one those that speak of the questions. */
  async function pagesOfSite(
    teamId: string,
    site: string,
    questions: readonly string[],
    { signal }: Run,
  ): Promise<Document[]> {
    const shelf = { teamId, includeDomains: [site] }
    const find = (words: string, meaning: string, limit: number) =>
      Promise.all([
        library.byWords(words, shelf, limit, signal),
        library.byMeaning(meaning, shelf, limit, signal),
      ])
    const whole = await sites(`${teamId} ${site}`, async () => {
      // By meaning everything is found that has one yet, and by the site's name most of what has none.
      const name = site.replace(/\.[^.]*$/, '').replaceAll('-', ' ')
      const lists = await find(name, questions[0] ?? name, wholeSite)
      const isWhole = lists.every((hits) => hits.length < wholeSite)
      return isWhole ? library.read(teamId, bestOf(lists).slice(0, mostOwn)) : null
    })
    if (whole) return whole
    const found = await Promise.all(questions.map((question) => find(question, question, wholeSite / 2)))
    return library.read(teamId, bestOf(found.flat()).slice(0, mostOwn))
  }

  /** What younger pages say of the same matter. */
  async function laterThan(teamId: string, page: Document, { signal }: Run): Promise<Document[]> {
    const title = page.title ?? ''
    if (title === '' || page.publishedAt === null) return []
    const shelf = { teamId, published: { from: page.publishedAt.getTime() }, excludeDocuments: [page.id] }
    const hits = await library.byWords(title, shelf, 5 * mostLater, signal)
    const pages = await library.read(teamId, bestOf([hits]).slice(0, 2 * mostLater))
    return pages.flatMap((other) => onSameMatter(page, other) ?? []).slice(0, mostLater)
  }
}

/** The pages that a question is read in: what presents the entity first, then by how much they speak of the question. */
export function sourcesFor({ page, own, others, later }: Dossier, question: string): Document[] {
  const words = contentWords(question)
  const best = (pages: readonly Document[], most: number): Document[] =>
    pages
      .map((one) => ({ one, score: spokenOf(one, words) }))
      .toSorted((a, b) => b.score - a.score || newness(b.one) - newness(a.one))
      .slice(0, most)
      .map(({ one }) => one)
  const sources = [
    page,
    ...best(own, ownPerQuestion),
    ...best(others, othersPerQuestion),
    ...(isAboutAftermath(question) ? later : []),
  ]
  return distinct(sources)
}

const wordsOn = perPage(({ title, text }) => [...new Set(wordsOf(`${title ?? ''} ${text.slice(0, 50_000)}`))])

const spokenOf = (page: Document, words: readonly string[]): number =>
  words.filter((word) => wordsOn(page).some((other) => sameStem(word, other))).length

const newness = ({ publishedAt, fetchedAt }: Document): number => (publishedAt ?? fetchedAt).getTime()

const distinct = (pages: readonly Document[]): Document[] => [
  ...new Map(pages.map((page) => [page.id, page])).values(),
]

/** Each document once, by its best passages in all lists. */
const bestOf = (lists: readonly (readonly IndexHit[])[]): IndexHit[] =>
  rankDocuments(Object.fromEntries(lists.entries())).map(({ document }) => document.best)
