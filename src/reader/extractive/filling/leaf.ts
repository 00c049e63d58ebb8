import type { Document } from '../../../documents/index.ts'
import type {
  ExtractTask,
  FieldFormat,
  Grounding,
  JsonSchema,
  Reader,
  Reading,
  Span,
  Subject,
} from '../../reader.ts'
import { ofOne } from '../wishes/verbs.ts'
import { optionsOf, type Shape } from './shape.ts'

/** What values are found with. */
export interface Parts extends Pick<Reader, 'judge' | 'extract' | 'answer' | 'summarise'> {
  readonly reading: Reading
  /** What the whole object is to hold. */
  readonly request: string
}

/** Where a value goes, and whom and what it is about. */
export interface Slot {
  /** Such as `companies[0].funding`. */
  readonly path: string
  /** The names on the way to it, in words. */
  readonly words: string
  readonly shape: Shape
  readonly subject: Subject
  readonly sources: readonly Document[]
}

export interface Found {
  readonly value: unknown
  readonly grounding: readonly Grounding[]
}

/** Names that say nothing of their own: they hold what was asked. */
const holdsAnswer =
  /^(?:the )?(?:answer|result|results|response|value|output|text|content|reply|final answer|conclusion)$/
const holdsSummary =
  /(?:^|\s)(?:summary|overview|abstract|tl ?dr|synopsis|key points|highlights|main points)$/

/** What fills a place that is no object and no list. Null: the sources do not say. */
export async function fillLeaf(slot: Slot, parts: Parts): Promise<Found | null> {
  const { shape } = slot
  if (shape.type === 'boolean') return fillBoolean(slot, parts)
  if (shape.type === 'options') return fillOption(slot, parts)
  if (shape.type === 'number' || shape.type === 'integer') {
    const found = await extract(slot, parts, { format: 'number' })
    const value = Number(found?.values[0])
    const isFit = found && Number.isFinite(value) && (shape.type === 'number' || Number.isInteger(value))
    return isFit ? grounded(slot, value, found) : null
  }
  return fillText(slot, parts)
}

const formats: Readonly<Record<string, FieldFormat>> = {
  date: 'date',
  'date-time': 'date',
  email: 'email',
  'idn-email': 'email',
  uri: 'url',
  url: 'url',
  iri: 'url',
  'uri-reference': 'url',
  phone: 'phone',
}

/** The format that a schema of a text names. */
const formatAsked = ({ format }: JsonSchema): FieldFormat | undefined =>
  typeof format === 'string' ? formats[format] : undefined

/** What a text is looked for as: what its schema says, or what its name does. */
export const textFormat = (schema: JsonSchema, words: string): FieldFormat =>
  formatAsked(schema) ?? formatByName(words)

async function fillText(slot: Slot, parts: Parts): Promise<Found | null> {
  const asked = formatAsked(slot.shape.schema)
  if (asked) {
    const found = await extract(slot, parts, { format: asked })
    const value = found && writtenAs(slot.shape.schema, found.values[0] ?? '')
    return found && value ? grounded(slot, value, found) : null
  }
  if (holdsSummary.test(slot.words)) return fillSummary(slot, parts)
  if (holdsAnswer.test(slot.words)) return fillAnswer(parts.request, slot, parts)
  const found = await extract(slot, parts, { format: formatByName(slot.words) })
  if (found) return grounded(slot, found.values.join(', '), found)
  // What a description asks as a question may have a sentence for an answer.
  const description = descriptionOf(slot, parts)
  return /\?$|^(?:how|why|what|which|where|when|who)\s/i.test(description)
    ? fillAnswer(description, slot, parts)
    : null
}

function formatByName(words: string): FieldFormat {
  if (/(?:^|\s)e ?mail/.test(words)) return 'email'
  if (/(?:^|\s)(?:tele)?phone/.test(words)) return 'phone'
  if (/(?:^|\s)(?:url|website|homepage|link)$/.test(words)) return 'url'
  return /(?:^|\s)(?:date|deadline|year)$/.test(words) ? 'date' : 'text'
}

/** As the format of a schema wants it written; null where the value is less exact than that. */
export function writtenAs({ format }: JsonSchema, value: string): string | null {
  if (format !== 'date' && format !== 'date-time') return value
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return null
  return format === 'date' ? value : `${value}T00:00:00Z`
}

async function fillSummary(slot: Slot, { summarise, request, reading }: Parts): Promise<Found | null> {
  const [source, ...others] = slot.sources
  if (!source) return null
  const statements = await summarise({ source, query: others.length > 0 ? request : undefined }, reading)
  return statements.length === 0 ? null : said(slot, statements)
}

async function fillAnswer(question: string, slot: Slot, { answer, reading }: Parts): Promise<Found | null> {
  const statements = []
  for await (const statement of answer({ question, sources: slot.sources }, reading))
    statements.push(statement)
  return statements.length === 0 ? null : said(slot, statements)
}

const said = (slot: Slot, statements: readonly { text: string; spans: readonly Span[] }[]): Found => ({
  value: statements.map(({ text }) => text).join(' '),
  grounding: [{ field: slot.path, spans: statements.flatMap(({ spans }) => spans), confidence: 0.7 }],
})

async function fillOption(slot: Slot, parts: Parts): Promise<Found | null> {
  const options = (optionsOf(slot.shape.schema) ?? []).filter((option) => option !== null)
  const labels = options.map(String)
  const found = await extract(slot, parts, { format: 'options', options: labels })
  const at = labels.indexOf(found?.values[0] ?? '')
  return found && at >= 0 ? grounded(slot, options[at], found) : null
}

async function fillBoolean(slot: Slot, parts: Parts): Promise<Found | null> {
  const criterion = criterionFor(slot.words, descriptionOf(slot, parts))
  const { subject, sources } = slot
  const { satisfied, spans, confidence } = await parts.judge({ criterion, subject, sources }, parts.reading)
  if (satisfied === 'unclear') return null
  return { value: satisfied === 'yes', grounding: [{ field: slot.path, spans, confidence }] }
}

/** “Whether the company is profitable”, `isProfitable` → “Is profitable”. */
export function criterionFor(words: string, description: string): string {
  const told = /^(?:indicates |says |true |tells )?(?:whether|if|when)\s+(?:or not\s+)?(.+?)[.?]?$/i.exec(
    description,
  )?.[1]
  if (told !== undefined) {
    const predicate = told.replace(/^(?:it|they|(?:the|this|a|an|each)\s\p{L}+)\s+/iu, '')
    return ofOne(predicate)
  }
  if (/^(?:is|has|was|does|can|offers?|sells?|uses?|makes?)\s/.test(words)) return ofOne(words)
  return description === words ? `Is ${words}` : description
}

interface Values {
  readonly values: readonly string[]
  readonly spans: readonly Span[]
  readonly confidence: number
}

/** The values that a field has in the sources. */
export async function extract(
  slot: Slot,
  parts: Parts,
  asked: Pick<ExtractTask, 'format' | 'options'>,
): Promise<Values | null> {
  const { subject, sources } = slot
  const description = descriptionOf(slot, parts)
  const { values, spans, confidence } = await parts.extract(
    { description, subject, sources, ...asked },
    parts.reading,
  )
  return values && values.length > 0 && spans.length > 0 ? { values, spans, confidence } : null
}

/** What is asked for: the schema's own words, or the name, or the request where the name says nothing. */
export function descriptionOf({ shape: { schema }, words }: Slot, { request }: Parts): string {
  const { description, title } = schema
  if (typeof description === 'string' && description.trim() !== '') return description.trim()
  if (typeof title === 'string' && title.trim() !== '') return title.trim()
  return holdsAnswer.test(words) ? request : words
}

const grounded = (slot: Slot, value: unknown, { spans, confidence }: Values): Found => ({
  value,
  grounding: [{ field: slot.path, spans, confidence }],
})
