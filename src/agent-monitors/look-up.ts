import type { Caller } from '../access/index.ts'
import type { FieldParameters, MonitorCitation } from '../contract/agent-monitors.ts'
import type { Document, Documents } from '../documents/index.ts'
import type { createEvidence } from '../evidence/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { OpenReader, Reading, Span, Subject } from '../reader/index.ts'
import { quotesOf } from '../readings/index.ts'

interface Needs {
  readonly evidence: ReturnType<typeof createEvidence>
  readonly documents: Pick<Documents, 'findAsOf'>
  readonly reader: OpenReader
  readonly clock: Clock
}

/** A value with the places where it stands; null where the pages do not say it. */
export interface LookedUp {
  readonly value: string | number | boolean | null
  readonly citations: readonly MonitorCitation[]
  readonly documentIds: readonly string[]
  readonly used: { readonly pages: number; readonly tokens: number }
  /** When the newest of the pages that were read was fetched. */
  readonly newest: Date | null
}

interface Entity {
  readonly name: string
  readonly domain: string
}

const formats = {
  string: 'text',
  number: 'number',
  date: 'date',
  url: 'url',
  email: 'email',
  phone: 'phone',
} as const

export type LookUp = ReturnType<typeof createLookUp>

/** Looks up a field of an entity in its own pages and in those that name it: as they are, or as they were at a moment. */
export function createLookUp({ evidence, documents, reader, clock }: Needs) {
  return async function lookUp(
    caller: Caller,
    { name, domain }: Entity,
    field: Pick<FieldParameters, 'description' | 'type'>,
    { signal, asOf }: { signal: AbortSignal; asOf?: Date },
  ): Promise<LookedUp> {
    const subject: Subject = { type: 'company', name, url: `https://${domain}/` }
    const question = field.description
    const gathered = await evidence.gather(caller, { question, subject }, signal)
    const sources = asOf ? await then(caller.teamId, gathered.documents, asOf) : gathered.documents
    let tokens = 0
    const reading: Reading = {
      now: asOf ?? clock.now(),
      signal,
      onUse: (use) => void (tokens += use.inputTokens + use.outputTokens),
    }
    const { value, spans } =
      sources.length === 0 ? { value: null, spans: [] } : await read(field, subject, sources, reading)
    const quotes = value === null ? [] : quotesOf(spans, sources)
    const fetched = sources.map(({ fetchedAt }) => fetchedAt.getTime())
    return {
      value,
      citations: quotes.map(({ url, title, quote }) => ({
        url,
        ...(title !== null && { title }),
        note: quote,
      })),
      documentIds: [...new Set(quotes.map(({ documentId }) => documentId))],
      used: { pages: sources.length, tokens },
      newest: fetched.length > 0 ? new Date(Math.max(...fetched)) : null,
    }
  }

  /** The versions that were current then; pages that were not known yet are left out. */
  async function then(teamId: string, pages: readonly Document[], moment: Date): Promise<Document[]> {
    const versions = await Promise.all(pages.map(({ url }) => documents.findAsOf(teamId, url, moment)))
    return versions.filter((version) => version !== null)
  }

  async function read(
    { description, type }: Pick<FieldParameters, 'description' | 'type'>,
    subject: Subject,
    sources: readonly Document[],
    reading: Reading,
  ): Promise<{ value: LookedUp['value']; spans: readonly Span[] }> {
    if (type === 'boolean') {
      const { satisfied, spans } = await reader.judge({ criterion: description, subject, sources }, reading)
      return { value: satisfied === 'unclear' ? null : satisfied === 'yes', spans }
    }
    const found = await reader.extract({ description, format: formats[type], subject, sources }, reading)
    return { value: found.values && toValue(type, found.values), spans: found.spans }
  }
}

function toValue(type: keyof typeof formats, values: readonly string[]): string | number | null {
  if (type === 'string') return values.join(', ')
  const [first = ''] = values
  if (type !== 'number') return first
  const number = Number(first.replaceAll(/[,\s]/g, ''))
  return first !== '' && Number.isFinite(number) ? number : null
}
