import { isJson, type Json } from './json.ts'

export interface Coercion {
  readonly path: string
  readonly from: unknown
  readonly to: unknown
}

export interface Coerced {
  readonly args: Json
  readonly coercions: readonly Coercion[]
}

const entityNames: Readonly<Record<string, string>> = {
  company: 'company',
  person: 'person',
  article: 'article',
  research_paper: 'research_paper',
  paper: 'research_paper',
  'research paper': 'research_paper',
}

const numbers = new Set([
  'count',
  'searchCount',
  'limit',
  'maxItems',
  'numResults',
  'researchLimit',
  'maxRounds',
  'convergenceThreshold',
  'timeout',
  'timeoutMs',
  'pollInterval',
  'size',
  'maxPeoplePerCompany',
  'searchMaxPeoplePerCompany',
  'wait',
])
const booleans = new Set(['cleanup', 'synthesize', 'critique', 'recall', 'searchRecall', 'successful'])
const singles = new Set(['queries', 'events', 'types', 'expand'])
/** What each may be when it was written as JSON text. */
const encoded: Readonly<Record<string, 'object' | 'list'>> = {
  entity: 'object',
  criteria: 'list',
  searchCriteria: 'list',
  enrichments: 'list',
  outputSchema: 'object',
  researchSchema: 'object',
  metadata: 'object',
}

const taskTypes: Readonly<Record<string, string>> = {
  lifecycle: 'lifecycle.harvest',
  convergent: 'convergent.search',
  adversarial: 'adversarial.verify',
  verifiedCollection: 'research.verifiedCollection',
}

/**
 * Repairs arguments where the repair is certain and loses nothing: at the top, inside `search`, inside each
 * enrichment, and inside the arguments of a workflow. Whatever cannot be repaired stays as it is, so that
 * validation reports it.
 */
export function coerce(operation: string, args: Json): Coerced {
  const coercions: Coercion[] = []
  const coerced = coerceFields(operation, renamed(operation, args, note), '', note)
  const isDefinition = operation === 'enrichments.create' || operation === 'enrichments.update'
  return { args: isDefinition ? asChoice(coerced, '', note) : coerced, coercions }

  function note(path: string, from: unknown, to: unknown): void {
    coercions.push({ path, from: from ?? null, to: to ?? null })
  }
}

type Note = (path: string, from: unknown, to: unknown) => void

function coerceFields(operation: string, args: Json, prefix: string, note: Note): Json {
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(args)) {
    const path = prefix + name
    const repaired = coerceField(operation, name, value)
    if (repaired !== value) note(path, value, repaired)
    result[name] = coerceInside(operation, name, repaired, path, note)
  }
  return result
}

function coerceInside(operation: string, name: string, value: unknown, path: string, note: Note): unknown {
  if (name === 'enrichments' && Array.isArray(value))
    return value.map((one, index) => (isJson(one) ? coerceEnrichment(one, `${path}[${index}].`, note) : one))
  const isNested = name === 'search' || (name === 'args' && operation === 'tasks.create')
  return isNested && isJson(value) ? coerceFields(operation, value, `${path}.`, note) : value
}

/** One definition among others. */
function coerceEnrichment(enrichment: Json, prefix: string, note: Note): Json {
  const repaired: Record<string, unknown> = { ...enrichment }
  const options = labelled(enrichment.options, 'label')
  if (options !== undefined) {
    note(`${prefix}options`, enrichment.options, options)
    repaired.options = options
  }
  const metadata = decoded(enrichment.metadata, 'object')
  if (metadata !== undefined) {
    note(`${prefix}metadata`, enrichment.metadata, metadata)
    repaired.metadata = metadata
  }
  return asChoice(repaired, prefix, note)
}

/** There is no format for yes or no, so it becomes a choice between the two. */
function asChoice(enrichment: Json, prefix: string, note: Note): Json {
  if (enrichment.format !== 'boolean' || enrichment.options !== undefined) return enrichment
  note(`${prefix}format`, 'boolean', yesOrNo)
  return { ...enrichment, ...yesOrNo }
}

const yesOrNo = { format: 'options', options: [{ label: 'Yes' }, { label: 'No' }] }

function coerceField(operation: string, name: string, given: unknown): unknown {
  const kind = name === 'args' && operation === 'tasks.create' ? 'object' : encoded[name]
  const value = (kind && decoded(given, kind)) ?? given
  if (name === 'entity' && typeof value === 'string') {
    const type = entityNames[value]
    return type === undefined ? value : { type }
  }
  if (name === 'criteria' || name === 'searchCriteria')
    return labelled(typeof value === 'string' ? [value] : value, 'description') ?? value
  if (name === 'options') return labelled(value, 'label') ?? value
  if (name === 'enrichments')
    return labelled(value, 'description')?.map((one) => ({ ...one, format: 'text' })) ?? value
  if (typeof value !== 'string') return value
  if (name === 'type' && operation.startsWith('tasks.')) return taskTypes[value] ?? value
  if (name === 'status') return status(operation, value)
  if (isBoolean(operation, name) && (value === 'true' || value === 'false')) return value === 'true'
  if (singles.has(name)) return [value]
  if (numbers.has(name) && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  return value
}

/** Two names mean different things in different operations. */
function isBoolean(operation: string, name: string): boolean {
  if (name === 'search') return operation === 'websets.preview'
  if (name === 'events') return operation.startsWith('research.')
  return booleans.has(name)
}

function status(operation: string, value: string): string {
  if (operation === 'tasks.list') return value === 'running' ? 'working' : value
  if (operation !== 'monitors.update') return value
  return value === 'active' ? 'enabled' : value === 'paused' ? 'disabled' : value
}

/** Texts made into objects with the one field that is meant; undefined where there is anything but texts. */
function labelled(value: unknown, field: string): Record<string, string>[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  if (!value.every((one): one is string => typeof one === 'string' && one.trim() !== '')) return undefined
  return value.map((one) => ({ [field]: one.trim() }))
}

/** Agents often encode twice. */
export function decoded(value: unknown, kind: 'object' | 'list'): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return (kind === 'list' ? Array.isArray(parsed) : isJson(parsed)) ? parsed : undefined
  } catch {
    return undefined
  }
}

const ownIdOf: Readonly<Record<string, string>> = {
  websets: 'websetId',
  monitors: 'monitorId',
  webhooks: 'webhookId',
  imports: 'importId',
  events: 'eventId',
}
const partIdOf: Readonly<Record<string, string>> = {
  items: 'itemId',
  searches: 'searchId',
  enrichments: 'enrichmentId',
}

/** Fields under another name than their own, and defaults that the API wants to be told. */
function renamed(operation: string, args: Json, note: Note): Json {
  const result: Record<string, unknown> = { ...args }
  const [domain = ''] = operation.split('.')
  const rename = (from: string, to: string) => {
    if (result[from] === undefined || result[to] !== undefined) return
    note(to, { [from]: result[from] }, { [to]: result[from] })
    result[to] = result[from]
    delete result[from]
  }
  const ownId = ownIdOf[domain]
  // A list of monitors is asked for by the webset they watch; their runs by the monitor.
  if (ownId && !operation.startsWith('monitors.runs.')) rename(ownId, 'id')
  const partId = partIdOf[domain]
  if (partId && result.websetId !== undefined) rename('id', partId)
  if (operation === 'websets.create' || operation === 'websets.update') rename('name', 'title')
  if (operation === 'websets.create' && typeof result.description === 'string') {
    const metadata = decoded(result.metadata, 'object') ?? result.metadata
    const described = { ...(isJson(metadata) && metadata), description: result.description }
    note('metadata.description', { description: result.description }, result.description)
    result.metadata = described
    delete result.description
  }
  if (operation === 'searches.create' && result.count === undefined) {
    note('count', null, 10)
    result.count = 10
  }
  return result
}
