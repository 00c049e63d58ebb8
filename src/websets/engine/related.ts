import { contentWords, sameStem, wordsOf } from '../../contents/index.ts'
import type { Document } from '../../documents/index.ts'
import { peopleNamed, personProfile, sameName, slug } from '../../entities/index.ts'
import type { EntityType, OpenReader } from '../../reader/index.ts'
import type { Candidate, Run, SearchSpec } from '../engine.ts'
import { sourcesFor, type Dossiers, type Subject } from './dossier.ts'
import { type Entities } from './entities/index.ts'
import type { Sighting } from './entities/sighting.ts'
import type { Library } from './library.ts'

interface Needs {
  readonly reader: Pick<OpenReader, 'extract'>
  readonly library: Library
  readonly entities: Entities
  readonly openDossier: Dossiers
}

/** A name that stands in a relation, with the page that says so. */
interface Named {
  readonly name: string
  readonly page: Document
  /** Whether it was said to stand in the relation, or only stands where the relation is spoken of. */
  readonly isStated: boolean
}

const mostNames = 40

/** Follows a relation from one entity to others: what its pages say of it, resolved to entities of the search's type. */
export function createRelated({ reader, library, entities, openDossier }: Needs) {
  return async function related(
    search: SearchSpec,
    source: Pick<Candidate, 'url' | 'name'>,
    { definition, limit }: { definition: string; limit: number },
    run: Run,
  ): Promise<readonly Candidate[]> {
    const { teamId, entity } = search
    const subject = await subjectAt(teamId, source, run)
    const relation = relationIn(definition)
    const dossier = subject && (await openDossier(teamId, subject, [relation], run))
    if (!subject || !dossier) return []
    const sources = sourcesFor(dossier, relation)
    const names = [
      ...(await extracted(relation, subject, sources, run)),
      ...sources.flatMap((page) => spokenOf(page, relation, entity.type)),
    ]
    const found = new Map<string, Sighting>()
    for (const named of names.slice(0, mostNames)) {
      if (found.size >= limit) break
      if (subject.name !== null && sameName(named.name, subject.name)) continue
      const sighting = await resolve(search, named, run)
      if (sighting && sighting.entityKey !== subject.entityKey) found.set(sighting.entityKey, sighting)
    }
    return [...found.values()].map((sighting) => ({
      ...sighting,
      foundBy: { keyword: false, vector: false },
    }))
  }

  async function subjectAt(
    teamId: string,
    { url, name }: Pick<Candidate, 'url' | 'name'>,
    run: Run,
  ): Promise<Subject | null> {
    const page =
      (await library.at(teamId, url)) ??
      (run.mayFetch ? await library.fetched(teamId, url, run.signal) : null)
    if (!page) return null
    const company =
      page.category === 'company' ? await entities.companies.presentedOn(teamId, page, run) : null
    if (company) return { ...company, type: 'company', name: name ?? company.name }
    const isPerson =
      name !== null &&
      (personProfile(page).name === name || peopleNamed(page).some((one) => one.name === name))
    const type = isPerson ? 'person' : 'custom'
    return { type, entityKey: `${type}:${url}`, url, documentId: page.id, name: name ?? page.title }
  }

  async function extracted(
    relation: string,
    { type, name, url }: Subject,
    sources: readonly Document[],
    run: Run,
  ): Promise<Named[]> {
    const subject = { type, name: name ?? undefined, url }
    const { values, spans } = await reader.extract(
      { description: relation, format: 'text', subject, sources },
      run,
    )
    const says = sources.find(({ id }) => id === spans[0]?.documentId)
    return says ? (values ?? []).map((name) => ({ name, page: says, isStated: true })) : []
  }

  /** An entity by its name. What no page presents is known by the page that names it, if that says so outright. */
  async function resolve(
    { teamId, entity }: SearchSpec,
    { name, page, isStated }: Named,
    run: Run,
  ): Promise<Sighting | null> {
    const spoken = { url: page.url, documentId: page.id, name }
    if (entity.type === 'company') {
      const linked = page.details.links.find(({ text }) => sameName(text.trim(), name))
      const site = linked && URL.canParse(linked.url) ? await library.at(teamId, linked.url) : null
      const company = site && (await entities.companies.presentedOn(teamId, site, run))
      const known = company ?? (await entities.companies.named(teamId, name, run))
      return known ?? (isStated ? { ...spoken, entityKey: `company:${slug(name)}` } : null)
    }
    if (entity.type === 'person') {
      const { entityKey, pages } = await entities.people.find(teamId, name, run, page)
      const [best = page] = pages
      return { entityKey, url: best.url, documentId: best.id, name }
    }
    const hits = await library.byWords(name, { teamId }, 20, run.signal)
    const [hit] = hits.filter(({ title }) => slug(title ?? '') === slug(name))
    const [work] = hit ? await library.read(teamId, [hit]) : []
    return work ? entities.works.presentedOn(entity.type, teamId, work, run) : null
  }
}

/** “investors of” and “the company's investors” ask for investors. */
const relationIn = (definition: string): string =>
  definition
    .trim()
    .replace(/^(?:the|their|its|his|her|all|any)\s+/i, '')
    .replace(/\s+(?:of|for|at|by|from|in)(?:\s+(?:the|this|that|each)\s+\p{L}+)?[.?]*$/iu, '')

/** Words by which a relation is told: “led by” tells of investors, “joined” of employers. */
const toldBy: readonly { readonly asked: RegExp; readonly words: string }[] = [
  { asked: /invest|backer|fund/i, words: 'investor invested led backed round raised series funding' },
  { asked: /employ|work|affiliat|compan/i, words: 'works work joined employed chief professor head founder' },
  { asked: /found/i, words: 'founder founded founders started' },
  { asked: /customer|client|user/i, words: 'customer customers client clients uses' },
  { asked: /acqui|bought|owner|parent/i, words: 'acquired acquires bought buys owned purchase subsidiary' },
  { asked: /partner/i, words: 'partner partners together partnership' },
  { asked: /author|wrote|publi/i, words: 'author authors by with published' },
]

/** Names in the sentences that speak of the relation; for people, only those who are named with what they do. */
function spokenOf(page: Document, relation: string, type: EntityType): Named[] {
  const asked = [
    ...contentWords(relation),
    ...toldBy.filter((one) => one.asked.test(relation)).flatMap((one) => one.words.split(' ')),
  ]
  const speaks = (sentence: string): boolean =>
    wordsOf(sentence).some((word) => asked.some((other) => sameStem(word, other)))
  const sentences = page.text.split(/(?<=[.!?])\s+|\n+/).filter(speaks)
  if (type === 'person')
    return peopleNamed(page)
      .filter(({ name }) => sentences.some((sentence) => sentence.includes(name)))
      .map(({ name }) => ({ name, page, isStated: false }))
  return sentences.flatMap((sentence) =>
    [...sentence.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').matchAll(capitals)].map(([name]) => ({
      name,
      page,
      isStated: false,
    })),
  )
}

const capitals = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’-]*(?: (?:& |of |and )?\p{Lu}[\p{L}\p{N}'’-]*){0,4}/gu
