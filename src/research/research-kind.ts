import { toNanos } from '../billing/index.ts'
import { AppError } from '../contract/errors.ts'
import type { CreateResearchRequest } from '../contract/research.ts'
import type { Document, Documents } from '../documents/index.ts'
import { readingStep, writeReport, type Inquiry, type Page } from '../inquiry/index.ts'
import { validate, type JsonObject, type JsonSchema, type OpenReader } from '../reader/index.ts'
import { quotesOf, type Claim, type Readings } from '../readings/index.ts'
import type { RunContext, RunKind, Used } from '../runs/index.ts'
import { researchModels } from './models.ts'
import { definitionEvent, eventsOf, outputEvent } from './research-events.ts'

export type ResearchRequest = CreateResearchRequest

export interface ResearchOutput {
  readonly content: string
  readonly parsed?: JsonObject
  readonly claims: readonly Claim[]
  readonly reader: string
  readonly notes: readonly string[]
}

/** Dollars, as they stand in the configuration. */
export interface ResearchPrices {
  readonly researchSearch: number
  readonly researchPage: number
  readonly researchProPage: number
  readonly researchMillionTokens: number
}

interface Needs {
  readonly inquiry: Inquiry
  readonly documents: Pick<Documents, 'versions'>
  readonly reader: OpenReader
  readonly readings: Readings
  readonly prices: ResearchPrices
  readonly maxConcurrent: number | null
}

export function createResearchKind(needs: Needs): RunKind<ResearchRequest, ResearchOutput> {
  const { inquiry, documents, reader, readings, prices, maxConcurrent } = needs

  return {
    name: 'research',
    maxConcurrent,
    limits: ({ model }) => ({ durationMs: researchModels[model].durationMs }),
    prices: ({ model }): Used => ({
      search: toNanos(prices.researchSearch),
      page: toNanos(model === 'exa-research-pro' ? prices.researchProPage : prices.researchPage),
      token: toNanos(prices.researchMillionTokens) / 1e6,
    }),
    created: (run) => [definitionEvent(run)],
    ended: (run) => [outputEvent(run)],
    script,
    /** What it says can be looked up again like any answer. */
    async settle(tx, { id, teamId, request, output }) {
      if (!output) return
      const { content, parsed, claims, reader: name, notes } = output
      const reading = {
        id,
        kind: 'answer' as const,
        question: request.instructions,
        reader: name,
        notes,
        claims,
      }
      await readings.save(teamId, { ...reading, result: parsed ?? content }, tx)
    },
  }

  async function script(run: RunContext<ResearchRequest>): Promise<ResearchOutput> {
    const { instructions, model, outputSchema } = run.request
    const { effort, pagesWritten } = researchModels[model]
    const findings = await inquiry.investigate(run, {
      instructions,
      effort,
      tell: (happening, at) => eventsOf(run.id, happening, at),
    })
    const pages = findings.pages.slice(0, pagesWritten)
    if (outputSchema) return writeObject(run, outputSchema, pages)
    const { answered, goal } = findings
    const isAsked = inquiry.leavesMore(answered) || goal !== instructions
    const whole = await inquiry.answer(run, 'write', instructions, isAsked ? pages : [])
    const report = writeReport({ whole: whole.findings, answered, limit: run.limit() })
    const notes = [findings, ...answered, whole].flatMap((one) => one.notes)
    return { ...report, reader: whole.reader, notes: [...new Set(notes)] }
  }

  async function writeObject(
    run: RunContext<ResearchRequest>,
    schema: JsonSchema,
    pages: readonly Page[],
  ): Promise<ResearchOutput> {
    const { instructions: request } = run.request
    const taskOf = (sources: readonly Document[]) => ({ schema, request, sources })
    const { content, claims, ...by } = await readingStep(run, reader, {
      key: 'write',
      kind: 'write',
      async read(asked, reading) {
        const sources = await documents.versions(run.teamId, pages)
        const filled = await asked.fill(taskOf(sources), reading)
        const [problem] = validate(schema, filled.content)
        if (problem !== undefined)
          throw new AppError('not_implemented', `The pages do not give what the schema asks for: ${problem}.`)
        return {
          content: filled.content,
          claims: filled.grounding.map(({ field, spans }) => ({
            text: field,
            quotes: quotesOf(spans, sources),
          })),
          reader: filled.reader,
          notes: filled.notes,
        }
      },
      documents: (outcome) =>
        outcome.claims.flatMap(({ quotes }) => quotes.map(({ documentId }) => documentId)),
    })
    return { content: JSON.stringify(content), parsed: content, claims, ...by }
  }
}
