import { contentWords, sameStem, wordsOf } from '../../contents/index.ts'
import { addressKey, registrableDomain, type Document } from '../../documents/index.ts'
import type { EntityType, FieldFormat, OpenReader } from '../../reader/index.ts'
import { entityTypes } from '../../reader/index.ts'
import type { EnrichmentOutcome, EnrichmentSpec, Presented, Run } from '../engine.ts'
import { sourcesFor, type Dossier, type Dossiers, type Subject } from './dossier.ts'
import type { Library } from './library.ts'
import { aboutOf, cite, narrowed } from './verify.ts'

interface Needs {
  readonly reader: Pick<OpenReader, 'extract' | 'name'>
  readonly library: Library
  readonly openDossier: Dossiers
}

const mostFetched = 3

/** Reads a value off an entity's pages, and off pages of its site that nobody has read yet when those do not say. */
export function createEnrich({ reader, library, openDossier }: Needs) {
  return async function enrich(
    teamId: string,
    item: Pick<Presented, 'url' | 'properties' | 'entityKey'>,
    enrichment: EnrichmentSpec,
    run: Run,
  ): Promise<EnrichmentOutcome> {
    const subject = subjectOf(item)
    const { description, format } = enrichment
    const dossier = await openDossier(teamId, subject, [description], run)
    if (!dossier)
      return {
        format,
        result: null,
        confidence: 0,
        reasoning: 'There is no page to read.',
        citations: [],
        reader: reader.name,
      }
    const known = await extract(sourcesFor(dossier, description))
    if (known.result !== null || !run.mayFetch) return known
    const fetched = await fetchMore(teamId, dossier, enrichment, run)
    return fetched.length > 0 ? extract([...fetched, dossier.page]) : known

    async function extract(pages: readonly Document[]): Promise<EnrichmentOutcome> {
      const sources = dossier ? narrowed(subject, dossier, pages) : pages
      const about = dossier ? aboutOf(subject, dossier.page) : {}
      const found = await reader.extract({ ...enrichment, subject: about, sources }, run)
      return {
        format: found.format,
        result: found.values,
        confidence: found.confidence,
        reasoning: found.reasoning,
        citations: cite(found.spans, pages),
        reader: found.reader,
      }
    }
  }

  /** Pages that the entity's own ones link to, on the same site and by what is asked for. */
  async function fetchMore(
    teamId: string,
    { page, own }: Dossier,
    enrichment: EnrichmentSpec,
    { signal }: Run,
  ): Promise<Document[]> {
    const links = linksFor(page, own, enrichment).slice(0, mostFetched)
    const fetched = await Promise.all(links.map((url) => library.fetched(teamId, url, signal)))
    return fetched.filter((document) => document !== null)
  }
}

export function subjectOf({
  url,
  properties,
  entityKey,
}: Pick<Presented, 'url' | 'properties' | 'entityKey'>): Subject {
  const type: EntityType = entityTypes.find((one) => one === properties['type']) ?? 'custom'
  const details = properties[type === 'research_paper' ? 'researchPaper' : type]
  const named = typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {}
  const name = named['name'] ?? named['title']
  return { type, entityKey, url, documentId: null, name: typeof name === 'string' ? name : null }
}

/** Where sites keep what people ask for, in the words of their addresses and links. */
const places: readonly { readonly asked: RegExp; readonly words: RegExp }[] = [
  {
    asked: /e-?mail|phone|telephone|address|contact|telefon|anschrift|téléphone|adresse/i,
    words: /contact|kontakt|imprint|impressum|legal|mentions|coordonn/i,
  },
  {
    asked: /ceo|chief|founder|director|head of|team|leader|people|employ|staff|gründer|leitung|dirig|équipe/i,
    words:
      /team|about|people|leadership|management|company|unternehmen|ueber|über|equipe|équipe|propos|entreprise/i,
  },
  { asked: /price|pricing|cost|plan|preis|prix|tarif/i, words: /pric|plans|preis|tarif|prix/i },
  {
    asked: /news|announce|press|launch|round|funding|raised|presse/i,
    words: /press|news|blog|presse|actualit|aktuell/i,
  },
  { asked: /job|hiring|vacanc|career|stellen|recrut/i, words: /career|jobs|karriere|stellen|recrut/i },
]
const anywhere = /about|company|contact|unternehmen|kontakt|impressum|propos|entreprise/i

const formatPlaces: Partial<Record<FieldFormat, RegExp>> = {
  email: places[0]!.words,
  phone: places[0]!.words,
}

export function linksFor(
  page: Document,
  own: readonly Document[],
  { description, format }: EnrichmentSpec,
): string[] {
  const site = registrableDomain(page.host)
  const known = new Set(own.map(({ url }) => addressKey(url)))
  const asked = contentWords(description)
  const wanted = [
    ...places.filter((place) => place.asked.test(description)).map((place) => place.words),
    ...(formatPlaces[format] ? [formatPlaces[format]] : []),
  ]
  const scores = new Map<string, number>()
  for (const { url, text } of own.flatMap(({ details }) => details.links)) {
    if (!/^https?:/.test(url) || !URL.canParse(url)) continue
    const target = new URL(url)
    target.hash = ''
    if (registrableDomain(target.hostname) !== site || known.has(addressKey(target.href))) continue
    const said = `${target.pathname} ${text}`
    const words = wordsOf(said)
    const score =
      wanted.filter((place) => place.test(said)).length * 3 +
      asked.filter((word) => words.some((other) => sameStem(word, other))).length * 2 +
      (anywhere.test(said) ? 1 : 0)
    if (score > 0) scores.set(target.href, Math.max(score, scores.get(target.href) ?? 0))
  }
  return [...scores].toSorted(([, one], [, other]) => other - one).map(([url]) => url)
}
