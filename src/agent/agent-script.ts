import { AppError } from '../contract/errors.ts'
import type { Document, Documents } from '../documents/index.ts'
import { readingStep, type Answered, type Finding, type Inquiry, type Page } from '../inquiry/index.ts'
import {
  languageOf,
  namesInQuestion,
  validate,
  type JsonObject,
  type JsonSchema,
  type OpenReader,
} from '../reader/index.ts'
import { quotesOf } from '../readings/index.ts'
import type { RunContext } from '../runs/index.ts'
import type { Search } from '../search/index.ts'
import type { Candidate, WebsetEngine } from '../websets/index.ts'
import { happeningEvents } from './agent-events.ts'
import { agentStep } from './agent-step.ts'
import type { AgentOutput, AgentRequest } from './agent-run.ts'
import { agentScopes } from './efforts.ts'
import { createThings, type FoundList } from './find-things.ts'
import { columnsIn, countIn, isWishFor, listsIn, plainList, withoutLists, type ThingList } from './outline.ts'
import { excludedBy, subjectOf } from './rows.ts'
import { fieldsOf, groundingOf, listed, writeText, type GroundedField } from './write-output.ts'

interface Needs {
  readonly inquiry: Inquiry
  readonly documents: Pick<Documents, 'versions' | 'load'>
  readonly reader: OpenReader
  readonly engine: WebsetEngine
  readonly search: Search
  readonly mayFetch: boolean
}

type AgentContext = RunContext<AgentRequest>

interface FoundOut {
  readonly whole: readonly Finding[]
  readonly answered: readonly Answered[]
  readonly content: JsonObject | null
  readonly fields: readonly GroundedField[]
  readonly reader: string | null
  readonly notes: readonly string[]
}

/**
 * What a run does: finds the things that its lists are of and looks into each, finds out the rest by questions, and
 * writes both down with what they rest on.
 */
export function createAgentScript(needs: Needs) {
  const { inquiry, documents, reader, engine } = needs
  const engines = { reader, engine }
  const things = createThings({ ...engines, documents, search: needs.search })

  return async function script(run: AgentContext): Promise<AgentOutput> {
    const { outputSchema: schema } = run.request
    const begun = await begin(run)
    const lists = await findLists(run)
    const rest = schema ? withoutLists(schema, new Set(lists.map(({ list }) => list.name))) : null
    const isToFindOut = schema ? rest !== null : lists.length === 0
    const out = isToFindOut ? await findOut(run, rest) : nothing
    if (agentScopes[run.request.effort].canStop) await conclude(run)
    const { text, claims } = writeText({ ...out, lists, limit: run.limit() })
    const fields = schema ? [...fieldsOf(lists), ...out.fields] : []
    const structured = schema ? whole(run, schema, { ...out.content, ...listed(lists) }) : null
    return {
      text,
      structured,
      grounding: groundingOf(claims, structured ? fields : []),
      claims: [...claims, ...fields.map(({ path, quotes }) => ({ text: path, quotes }))],
      things: lists.flatMap((one) => one.things.map(({ candidate }) => candidate)),
      reader: out.reader ?? begun?.reader ?? 'none',
      notes: out.notes,
    }
  }

  /** Efforts of a fixed price are paid for here; and what is taken over from an earlier run goes when its pages go. */
  async function begin(run: AgentContext) {
    const { effort, earlier } = run.request
    const isFixed = agentScopes[effort].defaultBudgetDollars === null
    return run.untilLimit(() =>
      run.step({
        key: 'begin',
        kind: 'plan',
        ...(isFixed && { uses: { run: 1 } }),
        perform: async () => ({ reader: reader.name }),
        documents: () => earlier?.pages.map(({ documentId }) => documentId) ?? [],
      }),
    )
  }

  async function findLists(run: AgentContext): Promise<FoundList[]> {
    const { query, input, outputSchema: schema, effort, earlier } = run.request
    const scope = agentScopes[effort]
    const mayFetch = needs.mayFetch && scope.mayFetch
    const all = schema ? listsIn(schema) : []
    if (input?.data && input.data.length > 0) {
      const list = all[0] ?? (schema ? undefined : plainList(query, await columnsOf(run, query)))
      return list ? [await things.enrich(run, { list, query, mayFetch }, input.data)] : []
    }
    const wanted: ThingList[] = schema
      ? all.filter((list) => isWishFor(query, list))
      : input?.exclusion
        ? [plainList(query, [])]
        : []
    const isOut = excludedBy(input?.exclusion ?? [])
    const first = earlier?.things ?? []
    const isFurther = /\b(?:more|other|others|another|additional|further|else)\b/i.test(query)
    const isAmong = /\b(?:these|those|them|they|of the above)\b/i.test(query)
    const found: FoundList[] = []
    for (const list of wanted)
      found.push(
        await things.find(run, {
          list,
          query: wanted.length > 1 ? `${query} (${list.words})` : query,
          scope,
          mayFetch,
          most: list.most ?? countIn(query) ?? scope.items,
          isExcluded: (one) => isOut(one) || (isFurther && isAmongThings(first, one)),
          first: isFurther ? [] : first,
          isFirstOnly: isAmong && !isFurther && first.length > 0,
        }),
      )
    for (const list of all.filter((one) => !wanted.includes(one) && mayBeNamed(one))) {
      const names = namesInQuestion(query, languageOf(query))
      const compared = names.length < 2 ? null : await things.compare(run, { list, query, mayFetch }, names)
      if (compared) found.push(compared)
    }
    return found
  }

  /** What a wish without a schema asks for of each row. */
  async function columnsOf(run: AgentContext, query: string): Promise<string[]> {
    const columns = await run.untilLimit(() =>
      agentStep(run, engines, false, {
        key: 'columns',
        kind: 'plan',
        async look({ asked, run: reading }) {
          const { enrichments } = await asked.decompose(query, reading)
          const asks = enrichments.map(({ description }) => description)
          return asks.length > 0 ? asks : columnsIn(query)
        },
      }),
    )
    return columns ?? []
  }

  async function findOut(run: AgentContext, schema: JsonSchema | null): Promise<FoundOut> {
    const { systemPrompt, effort, earlier } = run.request
    const query = questionOf(run.request)
    const { effort: breadth, pagesWritten } = agentScopes[effort]
    const {
      answered,
      pages: read,
      notes: about,
    } = await inquiry.investigate(run, {
      instructions: query,
      effort: breadth,
      known: earlier?.pages ?? [],
      tell: (happening) => happeningEvents(run.id, happening),
    })
    const pages = read.slice(0, pagesWritten)
    const before = earlier && `This continues an earlier request: ${earlier.query}`
    const instructions = [systemPrompt, before].filter(Boolean).join('\n\n') || undefined
    const notes = [...about, ...answered.flatMap((one) => one.notes)]
    if (schema) {
      const filled = await fill(run, schema, pages, instructions)
      return { ...nothing, answered, ...filled, notes: distinct([...notes, ...filled.notes]) }
    }
    const whole = inquiry.leavesMore(answered)
      ? await inquiry.answer(run, 'write', query, pages, instructions)
      : null
    return {
      ...nothing,
      whole: whole?.findings ?? [],
      answered,
      reader: whole?.reader ?? answered[0]?.reader ?? null,
      notes: distinct([...notes, ...(whole?.notes ?? [])]),
    }
  }

  async function fill(run: AgentContext, schema: JsonSchema, pages: readonly Page[], instructions?: string) {
    const request = questionOf(run.request)
    const taskOf = (sources: readonly Document[]) => ({ schema, request, sources, instructions })
    return readingStep(run, reader, {
      key: 'write',
      kind: 'write',
      async read(asked, reading) {
        const sources = await documents.versions(run.teamId, pages)
        try {
          const { content, grounding, ...by } = await asked.fill(taskOf(sources), reading)
          const fields = grounding.map(({ field, spans, confidence }) => ({
            path: field,
            quotes: quotesOf(spans, sources),
            confidence,
          }))
          return { content, fields, ...by }
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'not_implemented') throw error
          return { content: null, fields: [], reader: asked.name, notes: [error.message] }
        }
      },
      documents: ({ fields }) => fields.flatMap(({ quotes }) => quotes.map(({ documentId }) => documentId)),
    })
  }
}

/** A run that was told to stop ends so, even if there was nothing left to do: a step that is not free is refused. */
async function conclude(run: AgentContext): Promise<void> {
  await run.untilLimit(() => run.step({ key: 'conclude', kind: 'write', perform: async () => null }))
}

/** Null where a limit kept it from being whole. Otherwise a run that cannot give what the schema requires fails. */
function whole(run: AgentContext, schema: JsonSchema, value: JsonObject): JsonObject | null {
  const [problem] = validate(schema, value)
  if (problem === undefined) return value
  if (run.limit() !== null) return null
  const [path = '', ...rest] = problem.split(' ')
  throw new AppError('not_implemented', `The pages do not give what the schema asks for: ${problem}.`, {
    reason: 'OUTPUT_SCHEMA_NOT_SATISFIED',
    details: { path: path === 'it' ? '' : path, expected: rest.join(' ') },
  })
}

/** Rows of which a schema wants no list are whom the question is about. */
function questionOf({ query, input }: AgentRequest): string {
  const names = (input?.data ?? []).flatMap((row) => subjectOf(row).name ?? [])
  const unnamed = names.filter((name) => !query.includes(name))
  return unnamed.length === 0 ? query : `${query} (${unnamed.join(', ')})`
}

/** “Compare Voltaine and Lumenfold” is a wish for the two of them. */
const mayBeNamed = ({ kind }: ThingList): boolean => kind === 'company' || kind === 'person'

const nothing: FoundOut = { whole: [], answered: [], content: null, fields: [], reader: null, notes: [] }

const distinct = (notes: readonly string[]): string[] => [...new Set(notes)]

const isAmongThings = (known: readonly Candidate[], { entityKey }: Candidate): boolean =>
  known.some((one) => one.entityKey === entityKey)
