import { record, records, text, type Json } from './json.ts'
import { clip } from './size-guard.ts'

/** Texts longer than this are cut wherever many items are shown. */
const longestText = 500

export interface ItemProjection {
  readonly definitions: readonly Json[]
  readonly warn: (warning: string) => void
}

/** What an item is called, by whatever is known of it. */
export function nameOf(properties: Json): string {
  const { company, person, article, researchPaper, custom, description, url } = properties
  return (
    text(record(company).name) ??
    text(record(person).name) ??
    text(record(article).title) ??
    text(record(researchPaper).title) ??
    text(record(custom).title) ??
    text(description) ??
    hostOf(text(url)) ??
    'unknown'
  )
}

const hostOf = (url: string | null): string | null =>
  url !== null && URL.canParse(url) ? text(new URL(url).host) : null

/** Enough to choose by: 100 to 300 bytes. */
export function tier1(item: Json, projection: Pick<ItemProjection, 'warn'>): Json {
  const properties = record(item.properties)
  const cut = cutter(projection)
  return {
    id: item.id ?? null,
    url: properties.url ?? null,
    name: cut(nameOf(properties)),
    entityType: properties.type ?? null,
    description: clip(text(properties.description) ?? '', 200),
    evaluations: records(item.evaluations).map(({ criterion, satisfied }) => ({
      criterion: cut(criterion),
      satisfied: verdict(satisfied),
    })),
  }
}

/** With what the enrichments found. */
export function tier2(item: Json, projection: ItemProjection): Json {
  const cut = cutter(projection)
  const definitions = new Map(projection.definitions.map((one) => [one.id, one]))
  return {
    ...tier1(item, projection),
    enrichments: records(item.enrichments).map((enrichment) => {
      const definition = definitions.get(enrichment.enrichmentId)
      return {
        enrichmentId: enrichment.enrichmentId ?? null,
        description: cut(definition?.description ?? null),
        format: enrichment.format ?? definition?.format ?? null,
        status: enrichment.status ?? null,
        result: results(enrichment, cut),
      }
    }),
  }
}

/** As items stand in the results of workflows. */
export function workflowItem(item: Json, projection: ItemProjection): Json {
  const properties = record(item.properties)
  const cut = cutter(projection)
  const keys = resultKeys(projection.definitions)
  return {
    id: item.id ?? null,
    url: properties.url ?? null,
    name: cut(nameOf(properties)),
    description: clip(text(properties.description) ?? '', 200),
    satisfied: records(item.evaluations)
      .filter(({ satisfied }) => satisfied === 'yes')
      .map(({ criterion }) => cut(criterion)),
    enrichmentResults: Object.fromEntries(
      records(item.enrichments).map((enrichment) => [
        keys.get(enrichment.enrichmentId) ?? String(enrichment.enrichmentId),
        results(enrichment, cut),
      ]),
    ),
  }
}

/** Two definitions in the same words are told apart by a number. */
function resultKeys(definitions: readonly Json[]): ReadonlyMap<unknown, string> {
  const seen = new Map<string, number>()
  return new Map(
    definitions.map((definition) => {
      const description = text(definition.description) ?? String(definition.id)
      const count = (seen.get(description) ?? 0) + 1
      seen.set(description, count)
      return [definition.id, count === 1 ? description : `${description} (${count})`]
    }),
  )
}

/** Whole, but for the text of the page, which has a length of its own. */
export function tier3(item: Json, maxContentCharacters: number): Json {
  const properties = record(item.properties)
  const content = text(properties.content)
  if (content === null) return item
  return { ...item, properties: { ...properties, content: clip(content, maxContentCharacters) } }
}

/** Items that were judged and met nothing are seldom wanted; those that nobody judged always are. */
export function passes(item: Json, filter: 'any' | 'all' | 'none'): boolean {
  const verdicts = records(item.evaluations).map(({ satisfied }) => satisfied)
  if (filter === 'none' || verdicts.length === 0) return true
  return filter === 'all' ? verdicts.every((one) => one === 'yes') : verdicts.includes('yes')
}

/** Whatever is no clear yes or no is unclear. */
const verdict = (satisfied: unknown): string =>
  satisfied === 'yes' || satisfied === 'no' ? satisfied : 'unclear'

const results = (enrichment: Json, cut: (value: unknown) => unknown): unknown =>
  Array.isArray(enrichment.result) ? enrichment.result.map(cut) : null

function cutter({ warn }: Pick<ItemProjection, 'warn'>) {
  return (value: unknown): unknown => {
    if (typeof value !== 'string' || value.length <= longestText) return value
    warn(`Texts longer than ${longestText} characters were cut; items.get shows one item whole.`)
    return clip(value, longestText)
  }
}
