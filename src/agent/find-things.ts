import type { Documents } from '../documents/index.ts'
import { validate, type EntityType, type JsonObject } from '../reader/index.ts'
import type { RunContext } from '../runs/index.ts'
import type { Search } from '../search/index.ts'
import type { Candidate, Position, SearchSpec, Wave } from '../websets/index.ts'
import { agentStep, type Asked, type Engines } from './agent-step.ts'
import { listedEvents, lookedEvents, sourceEvents } from './agent-events.ts'
import type { AgentScope } from './efforts.ts'
import { fillThing, type FilledThing, type Known } from './fill-thing.ts'
import { standingAlone, type ThingList } from './outline.ts'
import { candidateAt, isCalled, kindOfRows, subjectOf } from './rows.ts'
import { createVerifyThing, type Verified } from './verify-thing.ts'

export interface Thing extends FilledThing {
  readonly candidate: Candidate
  readonly name: string
}

export interface FoundList {
  readonly list: ThingList
  readonly things: readonly Thing[]
  /** What was found and does not have what the schema requires. */
  readonly incomplete: readonly { readonly name: string; readonly problem: string }[]
  /** Rows of the caller of which there is no page. */
  readonly unknown: readonly string[]
}

interface Wish {
  readonly list: ThingList
  readonly query: string
  readonly scope: AgentScope
  readonly mayFetch: boolean
  readonly most: number
  readonly isExcluded: (candidate: Candidate) => boolean
  /** Looked at before others. */
  readonly first: readonly Candidate[]
  readonly isFirstOnly: boolean
}

interface Needs extends Engines {
  readonly documents: Pick<Documents, 'load' | 'versions'>
  readonly search: Pick<Search, 'find' | 'load'>
}

type RowWish = Pick<Wish, 'list' | 'query' | 'mayFetch'>

const atOnce = 4

/** Finds things that meet a wish, and the properties that a list has of each. */
export function createThings({ documents, search, ...engines }: Needs) {
  const verifyThing = createVerifyThing({ documents, search })
  return { find, enrich, compare }

  /** As many as are wanted, and as far as the limits of the run allow. */
  async function find(run: RunContext, wish: Wish): Promise<FoundList> {
    const { list, query, scope, most, isExcluded, isFirstOnly } = wish
    const key = `list.${list.name}`
    const wanted: Known[] = []
    const spec = await run.untilLimit(async () => {
      const understood = await understand(run, key, query, list.kind, wish.mayFetch)
      if (!understood) return undefined
      const seen = new Set<string>()
      let position: Position | null = {}
      let looked = 0
      const given = wish.first.length > 0 ? 1 : 0
      for (let wave = 0; wanted.length < most && looked < scope.candidates; wave += 1) {
        const isGiven = wave < given
        if (!isGiven && (position === null || isFirstOnly || wave - given >= scope.waves)) break
        const drawn: Wave = isGiven
          ? { candidates: wish.first, next: position }
          : await draw(run, `${key}.draw.${wave}`, understood, position ?? {}, wish.mayFetch)
        position = drawn.next
        const fresh = drawn.candidates
          .filter((one) => !seen.has(one.entityKey) && seen.add(one.entityKey) && !isExcluded(one))
          .slice(0, scope.candidates - looked)
        looked += fresh.length
        for (let at = 0; at < fresh.length && wanted.length < most; at += atOnce) {
          const verified = await run.all(
            fresh
              .slice(at, at + atOnce)
              .map((candidate) => () => verify(run, key, understood, candidate, wish.mayFetch)),
          )
          for (const one of verified)
            if (
              one?.isWanted &&
              wanted.length < most &&
              !wanted.some((other) => other.entityKey === one.entityKey)
            )
              wanted.push(one)
        }
        await tellOf(run, `${key}.round.${wave}`, wave + 1, wanted)
      }
      return understood
    })
    const parts = wanted.map((known) => ({ known, given: {} }))
    const things = await fillAll(run, wish, parts, spec)
    return { list, unknown: [], ...things }
  }

  /** The things that rows of the caller are about, in their order. */
  async function enrich(run: RunContext, wish: RowWish, rows: readonly JsonObject[]): Promise<FoundList> {
    const wanted = rows.slice(0, wish.list.most ?? rows.length)
    const { spec, looked } = await lookUp(run, wish, wanted)
    const parts = wanted.map((row) => ({ known: looked.get(row) ?? asGiven(row), given: row }))
    const unknown = wanted.flatMap((row) => (looked.get(row) === null ? (nameOf(row) ?? []) : []))
    return { list: wish.list, unknown, ...(await fillAll(run, wish, parts, spec)) }
  }

  /** The things that a wish has the names of; null where it does not name several. */
  async function compare(
    run: RunContext,
    wish: RowWish,
    names: readonly string[],
  ): Promise<FoundList | null> {
    const rows = names.slice(0, wish.list.most ?? names.length).map((name) => ({ name }))
    const { spec, looked } = await lookUp(run, wish, rows)
    const parts = [...looked.values()].flatMap((known) => (known?.isWanted ? { known, given: {} } : []))
    if (parts.length < 2) return null
    return { list: wish.list, unknown: [], ...(await fillAll(run, wish, parts, spec)) }
  }

  /** What there is to each row that the limits allowed to look for; null: nothing. */
  async function lookUp(run: RunContext, { list, query, mayFetch }: RowWish, rows: readonly JsonObject[]) {
    const entity = { type: kindOfRows(rows, query) ?? list.kind ?? 'company' }
    const spec: SearchSpec = { teamId: run.teamId, query, entity, criteria: [] }
    const looked = new Map<JsonObject, Verified | null>()
    await run.untilLimit(async () => {
      for (let at = 0; at < rows.length; at += atOnce)
        await run.all(
          rows.slice(at, at + atOnce).map((row, offset) => async () => {
            looked.set(row, await look(run, `list.${list.name}.row.${at + offset}`, spec, row, mayFetch))
          }),
        )
    })
    return {
      spec,
      looked: new Map(rows.flatMap((row) => (looked.has(row) ? [[row, looked.get(row) ?? null]] : []))),
    }
  }

  async function understand(
    run: RunContext,
    key: string,
    query: string,
    kind: EntityType | null,
    mayFetch: boolean,
  ): Promise<SearchSpec | null> {
    return agentStep(run, engines, mayFetch, {
      key: `${key}.understand`,
      kind: 'plan',
      async look({ engine, run: reading }) {
        const entity = kind === null || kind === 'custom' ? undefined : { type: kind }
        const understood = await engine.understand({ query, entity }, reading)
        return (
          understood && {
            teamId: run.teamId,
            query,
            entity: understood.entity,
            criteria: understood.criteria,
          }
        )
      },
      events: (spec) => (spec ? lookedEvents(run.id, `${key}.understand`, spec) : []),
    })
  }

  function draw(run: RunContext, key: string, spec: SearchSpec, from: Position, mayFetch: boolean) {
    return agentStep(run, engines, mayFetch, {
      key,
      kind: 'search',
      uses: { search: 1 },
      look: ({ engine, run: reading }) => engine.draw(spec, from, reading),
      documents: ({ candidates }) => candidates.flatMap(({ documentId }) => documentId ?? []),
    })
  }

  function verify(
    run: RunContext,
    key: string,
    spec: SearchSpec,
    candidate: Candidate,
    mayFetch: boolean,
  ): Promise<Verified | null> {
    const step = `${key}.verify.${candidate.entityKey}`
    return agentStep(run, engines, mayFetch, {
      key: step,
      kind: 'check',
      uses: { page: 1 },
      look: (asked) => verifyThing(asked, spec, candidate),
      documents: (one) => documentsOf(one),
      events: (one) => (one?.isWanted ? sourceEvents(run.id, step, one.naming) : []),
    })
  }

  async function look(
    run: RunContext,
    key: string,
    spec: SearchSpec,
    row: JsonObject,
    mayFetch: boolean,
  ): Promise<Verified | null> {
    const subject = subjectOf(row)
    const { type } = spec.entity
    if (subject.url === null && subject.name === null) return null
    return agentStep(run, engines, mayFetch, {
      key,
      kind: 'check',
      uses: subject.url === null ? { page: 1, search: 1 } : { page: 1 },
      async look(asked) {
        const candidate = candidateAt(subject, type) ?? (await called(asked, spec, subject.name ?? ''))
        return candidate && verifyThing(asked, spec, candidate)
      },
      documents: (one) => documentsOf(one),
      events: (one) => (one ? sourceEvents(run.id, key, one.naming) : []),
    })
  }

  async function fillAll(
    run: RunContext,
    { list, mayFetch }: Pick<RowWish, 'list' | 'mayFetch'>,
    wanted: readonly { known: Known; given: JsonObject }[],
    spec: SearchSpec | undefined,
  ): Promise<Pick<FoundList, 'things' | 'incomplete'>> {
    const things: Thing[] = []
    const incomplete: { name: string; problem: string }[] = []
    const contacts = contactsIn(list)
    for (let at = 0; at < wanted.length; at += atOnce) {
      const filled = await run.all(
        wanted.slice(at, at + atOnce).map(({ known, given }, offset) => async () => {
          const thing = await run.untilLimit(() => fill(known, given, at + offset))
          return { known, given, filled: thing ?? (await fillThing(list, known, given, documents)) }
        }),
      )
      for (const { known, given, filled: thing } of filled) {
        const [problem] = validate(standingAlone(list.item.schema, list.root), thing.value)
        const name = nameOf(given) ?? known.name ?? known.url
        if (problem === undefined) things.push({ ...thing, candidate: known.candidate, name })
        else incomplete.push({ name, problem })
      }
    }
    return { things, incomplete }

    async function fill(known: Known, given: JsonObject, at: number): Promise<FilledThing> {
      if (!spec || (known.naming.length === 0 && known.candidate.documentId === null && known.url === ''))
        return fillThing(list, known, given, documents)
      return agentStep(run, engines, mayFetch, {
        key: `list.${list.name}.fill.${at}.${known.entityKey}`,
        kind: 'read',
        uses: { page: 1 },
        mayUse: { page: 1, ...contacts },
        look: ({ engine, asked, run: reading, use }) =>
          fillThing(list, known, given, documents, {
            engine,
            asked,
            run: reading,
            search: spec,
            onContact: (format) => use(format, 1),
          }),
        documents: ({ fields }) => fields.flatMap(({ quotes }) => quotes.map(({ documentId }) => documentId)),
      })
    }
  }
}

/** The first thing that has a name. */
async function called({ engine, run }: Asked, spec: SearchSpec, name: string): Promise<Candidate | null> {
  const { candidates } = await engine.draw({ ...spec, query: name }, {}, run)
  return candidates.find((candidate) => isCalled(candidate, name)) ?? null
}

/** Tells what a list has so far. */
async function tellOf(run: RunContext, key: string, round: number, wanted: readonly Known[]): Promise<void> {
  await run.step({
    key,
    kind: 'check',
    isFree: true,
    perform: async () => wanted.map(({ entityKey, name, url }) => ({ entityKey, name, url })),
    events: (entries) => listedEvents(round, entries),
  })
}

const documentsOf = (one: Known | null): string[] => one?.naming.map(({ documentId }) => documentId) ?? []

/** A row of which there is no page: nothing is known of it but what the caller says. */
function asGiven(row: JsonObject): Known {
  const name = nameOf(row)
  const entityKey = `row:${name ?? ''}`
  const foundBy = { keyword: false, vector: false }
  const candidate: Candidate = { entityKey, url: '', name, documentId: null, foundBy }
  return { entityKey, url: '', properties: {}, candidate, name, naming: [], opening: [] }
}

const nameOf = (row: JsonObject): string | null => subjectOf(row).name ?? subjectOf(row).url

/** As many contacts as a list may ask for of each thing. */
function contactsIn({ item, root }: ThingList): Record<string, number> {
  const text = JSON.stringify(standingAlone(item.schema, root))
  return { email: text.match(/e-?mail/gi)?.length ?? 0, phone: text.match(/phone/gi)?.length ?? 0 }
}
