import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Documents } from '../documents/index.ts'
import {
  criterionFor,
  isRequired,
  itemsOf,
  optionsOf,
  propertiesOf,
  shapeOf,
  textFormat,
  validate,
  wordsOfName,
  writtenAs,
  type FieldFormat,
  type JsonObject,
  type JsonSchema,
  type NamedReader,
} from '../reader/index.ts'
import { quotesOf, type Quote } from '../readings/index.ts'
import type {
  Candidate,
  Citation,
  Presented,
  Run as EngineRun,
  SearchSpec,
  WebsetEngine,
} from '../websets/index.ts'
import { standingAlone, type ThingList } from './outline.ts'

/** A value of a thing with what it rests on. */
export interface Field {
  /** Within the thing: `ceo.email`. */
  readonly path: string
  readonly quotes: readonly Quote[]
  readonly confidence: number
}

/** A thing as its verification left it. */
export interface Known extends Pick<Presented, 'entityKey' | 'url' | 'properties'> {
  readonly candidate: Candidate
  readonly name: string | null
  /** Where it is called so. */
  readonly naming: readonly Quote[]
  /** How the page at its address begins. */
  readonly opening: readonly Quote[]
}

export interface FilledThing {
  readonly value: JsonObject
  readonly fields: readonly Field[]
}

/** With whom and how far things are looked into. */
export interface Looking {
  readonly engine: WebsetEngine
  readonly asked: NamedReader
  readonly run: EngineRun
  readonly search: SearchSpec
  /** Told of each contact that was found. */
  readonly onContact: (format: 'email' | 'phone') => void
}

type Found = { readonly value: unknown; readonly fields: readonly Field[] } | null

const sure = 0.9

/**
 * Gives a thing the properties that its list asks for, each from the thing's own pages. What they do not say is null,
 * or left out where the schema knows no null. Without `looking` it has only what is known of it already.
 */
export async function fillThing(
  { item, root, main }: ThingList,
  known: Known,
  given: JsonObject,
  documents: Pick<Documents, 'load'>,
  looking?: Looking,
): Promise<FilledThing> {
  const { value, fields } = await fillObject(item.schema, '', '')
  return { value, fields }

  async function fillObject(schema: JsonSchema, path: string, words: string) {
    const value: Record<string, unknown> = {}
    const fields: Field[] = []
    for (const [name, place] of propertiesOf(schema)) {
      if (looking) await othersTurn()
      looking?.run.signal.throwIfAborted()
      const here = path === '' ? name : `${path}.${name}`
      const found = await fillPlace(place, here, `${words} ${wordsOfName(name)}`.trim())
      const fitting = found && fits(place, found.value) ? found : null
      const shown = fitting ?? absent(place, isRequired(schema, name))
      if (!shown) continue
      value[name] = shown.value
      fields.push(...shown.fields)
    }
    return { value, fields }
  }

  async function fillPlace(place: JsonSchema, path: string, words: string): Promise<Found> {
    const { type, schema } = shapeOf(place, root)
    // What the caller says of its own rows is taken as it is.
    if (given[path] !== undefined && given[path] !== null)
      return { value: given[path], fields: naming(path, given[path]) }
    if (path === main && known.name !== null) return { value: known.name, fields: naming(path, known.name) }
    const address = type === 'string' ? addressFor(words) : null
    if (address !== null && known.opening.length > 0)
      return { value: address, fields: [{ path, quotes: known.opening, confidence: sure }] }
    if (!looking) return null
    if (type === 'object') {
      const inner = await fillObject(schema, path, words)
      return inner.fields.length > 0 ? inner : null
    }
    const item = shapeOf(itemsOf(schema), root)
    if (type === 'array' && item.type === 'object') return fillList(place, path, words, looking)
    if (type === 'boolean') return fillBoolean(schema, path, words, looking)
    return fillValue(type === 'array' ? item.schema : schema, schema, path, words, looking)
  }

  /** The address of its page, where a property asks for that or for its site. */
  function addressFor(words: string): string | null {
    if (/^(?:url|link|source|source url|page|page url)$/.test(words)) return known.url
    const site = /^company:(.+\..+)$/.exec(known.entityKey)?.[1]
    if (site === undefined || !URL.canParse(known.url)) return null
    const { hostname, origin } = new URL(known.url)
    const isOwn = hostname === site || hostname.endsWith(`.${site}`)
    if (!isOwn) return null
    if (words === 'domain') return site
    return /^(?:website|homepage|website url|company url|site|web site)$/.test(words) ? `${origin}/` : null
  }

  function naming(path: string, value: unknown): Field[] {
    const quotes = known.naming.filter(({ quote }) => quote === value)
    return quotes.length > 0 ? [{ path, quotes, confidence: sure }] : []
  }

  async function fillValue(
    one: JsonSchema,
    schema: JsonSchema,
    path: string,
    words: string,
    { engine, run, search, onContact }: Looking,
  ): Promise<Found> {
    const { type } = shapeOf(one, root)
    const options = new Map(
      type === 'options' ? (optionsOf(one) ?? []).map((option) => [labelOf(option), option]) : [],
    )
    const isNumber = type === 'number' || type === 'integer'
    const format: FieldFormat = isNumber ? 'number' : options.size > 0 ? 'options' : textFormat(one, words)
    const spec = {
      description: descriptionOf(schema, words),
      format,
      ...(options.size > 0 && { options: [...options.keys()] }),
    }
    const { result, citations, confidence } = await engine.enrich(search.teamId, known, spec, run)
    if (result === null || citations.length === 0) return null
    const values = result.flatMap((text) => typed(text) ?? [])
    const isList = shapeOf(schema, root).type === 'array'
    const { maxItems } = schema
    const value = isList
      ? values.slice(0, typeof maxItems === 'number' ? maxItems : values.length)
      : type === 'string' && format === 'text'
        ? values.map(labelOf).join(', ')
        : values[0]
    if (values.length === 0) return null
    if (format === 'email' || format === 'phone') onContact(format)
    return { value, fields: [{ path, quotes: citations.map(toQuote), confidence }] }

    function typed(text: string): unknown {
      if (isNumber) return Number.isFinite(Number(text)) ? Number(text) : null
      if (options.size > 0) return options.get(text) ?? null
      return writtenAs(one, text)
    }
  }

  async function fillBoolean(
    schema: JsonSchema,
    path: string,
    words: string,
    { engine, run, search }: Looking,
  ): Promise<Found> {
    const criterion = criterionFor(words, descriptionOf(schema, words))
    const verified = await engine.verify({ ...search, criteria: [criterion] }, known.candidate, run)
    const [verdict] = verified?.evaluations ?? []
    if (!verdict || verdict.satisfied === 'unclear' || verdict.citations.length === 0) return null
    const quotes = verdict.citations.map(toQuote)
    return { value: verdict.satisfied === 'yes', fields: [{ path, quotes, confidence: verdict.confidence }] }
  }

  /** Lists of objects within a thing are read off the page that presents it. */
  async function fillList(
    place: JsonSchema,
    path: string,
    words: string,
    { asked, run, search }: Looking,
  ): Promise<Found> {
    const { documentId } = known.naming[0] ?? { documentId: known.candidate.documentId }
    const sources =
      documentId === null ? [] : [...(await documents.load(search.teamId, [documentId])).values()]
    const schema = standingAlone({ type: 'object', properties: { list: place } }, root)
    const request = `${descriptionOf(place, words)} of ${known.name ?? 'it'}`
    const task = () => ({ schema, request, sources })
    const { content, grounding } = await asked.fill(task(), run)
    const fields = grounding.map(({ field, spans, confidence }) => ({
      path: `${path}${field.slice('list'.length)}`,
      quotes: quotesOf(spans, sources),
      confidence,
    }))
    return fields.length > 0 ? { value: content['list'], fields } : null
  }

  function fits(place: JsonSchema, value: unknown): boolean {
    return (
      validate(standingAlone({ type: 'object', properties: { value: place } }, root), { value }).length === 0
    )
  }

  /** What stands where nothing was found. Null: the place is left out. */
  function absent(place: JsonSchema, required: boolean): Found {
    const { type, nullable } = shapeOf(place, root)
    if (nullable) return { value: null, fields: [] }
    if (type === 'array') return { value: [], fields: [] }
    return required && (type === 'string' || type === 'anything') ? { value: '', fields: [] } : null
  }
}

const labelOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const descriptionOf = ({ description, title }: JsonSchema, words: string): string =>
  [description, title]
    .find((text): text is string => typeof text === 'string' && text.trim() !== '')
    ?.trim() ?? words

export const toQuote = ({ span, url, title }: Citation): Quote => ({ ...span, url, title })
