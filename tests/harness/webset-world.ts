import { keyOfNamed } from '../../src/websets/index.ts'
import type {
  Candidate,
  Citation,
  Presented,
  RecallEstimate,
  Understanding,
  WebsetEngine,
} from '../../src/websets/index.ts'

/** A thing of a small invented world. It meets the criteria that are among its traits. */
export interface Thing {
  readonly name: string
  readonly traits: readonly string[]
  /** What an enrichment of that description brings. */
  readonly facts?: Readonly<Record<string, string>>
  /** For people. */
  readonly employer?: string
  /** The names of things that stand in some relation to it. */
  readonly related?: readonly string[]
  readonly page?: { readonly documentId: string; readonly version: number }
}

export interface World {
  readonly things: Thing[]
  /** Awaited before each answer, so that a test can look, act or fail in between. */
  before: (
    call: 'understand' | 'draw' | 'related' | 'verify' | 'enrich',
    name: string,
  ) => Promise<void> | void
  understanding: Understanding | null
}

const waveSize = 10

export const urlOf = (name: string): string => `https://${name.toLowerCase().replaceAll(' ', '-')}.example/`
/** As that of any company with a site of its own. */
export const keyOf = (name: string): string => keyOfNamed('company', { url: urlOf(name), name })

/** An engine that knows a small world by heart: for tests of everything around it. */
export function worldEngine(things: readonly Thing[], overrides: Partial<World> = {}) {
  const world: World = {
    things: [...things],
    before: () => {},
    understanding: {
      title: 'Things that shine',
      entity: { type: 'company' },
      criteria: ['shines'],
      enrichments: [{ description: 'colour', format: 'text' }],
    },
    ...overrides,
  }
  const find = (key: string): Thing | undefined => world.things.find(({ name }) => keyOf(name) === key)
  const candidate = ({ name, page }: Thing, index: number): Candidate => ({
    entityKey: keyOf(name),
    url: urlOf(name),
    name,
    documentId: page?.documentId ?? null,
    foundBy: { keyword: index % 3 !== 0, vector: index % 2 === 0 },
  })
  const cite = (thing: Thing, quote: string): Citation => ({
    span: {
      documentId: thing.page?.documentId ?? 'doc_none',
      version: 1,
      start: 0,
      end: quote.length,
      quote,
    },
    url: urlOf(thing.name),
    title: thing.name,
  })

  const engine: WebsetEngine = {
    async understand({ query, entity, criteria }) {
      await world.before('understand', query)
      if (!world.understanding) return null
      return {
        ...world.understanding,
        ...(entity && { entity }),
        ...(criteria && { criteria }),
      }
    },
    async draw(search, { at = 0 }, { signal }) {
      signal.throwIfAborted()
      await world.before('draw', search.query)
      const wave = world.things.slice(at, at + waveSize)
      const next = at + waveSize
      return {
        candidates: wave.map((thing, index) => candidate(thing, at + index)),
        next: next < world.things.length ? { at: next } : null,
      }
    },
    async related(search, source, { limit }) {
      await world.before('related', String(source.name))
      const names = world.things.find(({ name }) => name === source.name)?.related ?? []
      return world.things
        .filter(({ name }) => names.includes(name))
        .slice(0, limit)
        .map(candidate)
    },
    async recognise(_, { type }, named) {
      const at = world.things.findIndex(({ name }) => urlOf(name) === named.url || name === named.name)
      const thing = world.things[at]
      if (thing) return { ...candidate(thing, 0), foundBy: { keyword: false, vector: false } }
      const { url, name } = named
      const foundBy = { keyword: false, vector: false }
      return { entityKey: keyOfNamed(type, named), url: url ?? '', name, documentId: null, foundBy }
    },
    async verify(search, { entityKey }, { signal }) {
      signal.throwIfAborted()
      const thing = find(entityKey)
      await world.before('verify', thing?.name ?? entityKey)
      if (!thing) return null
      return {
        presented: present(thing, search.entity.type),
        evaluations: search.criteria.map((criterion) => {
          const satisfied = thing.traits.includes(criterion)
            ? ('yes' as const)
            : thing.traits.includes(`not ${criterion}`)
              ? ('no' as const)
              : ('unclear' as const)
          return {
            criterion,
            satisfied,
            confidence: 1,
            reasoning: `${thing.name}: ${satisfied}.`,
            citations: satisfied === 'unclear' ? [] : [cite(thing, `${thing.name} ${criterion}`)],
            reader: 'world',
          }
        }),
      }
    },
    async enrich(_, { entityKey }, { description, format }, { signal }) {
      signal.throwIfAborted()
      const thing = find(entityKey)
      await world.before('enrich', `${thing?.name}: ${description}`)
      const fact = thing?.facts?.[description]
      return {
        format,
        result: fact === undefined ? null : [fact],
        confidence: fact === undefined ? 0 : 0.9,
        reasoning: fact === undefined ? 'It does not say.' : 'It says so.',
        citations: thing && fact !== undefined ? [cite(thing, fact)] : [],
        reader: 'world',
      }
    },
    recall(found): RecallEstimate | null {
      if (found.length === 0) return null
      const total = found.length * 2
      const bounds = { min: found.length, max: found.length * 3 }
      return { expected: { total, confidence: 'medium', bounds }, reasoning: 'Twice what was found.' }
    },
  }
  return { engine, world }
}

function present(thing: Thing, type: string): Presented {
  const { name, page = null, employer } = thing
  const url = urlOf(name)
  const common = { type, url, description: `${name} is a thing.` }
  const written = { title: name, author: null, publishedAt: null }
  const company = { name, location: null, employees: null, industry: null, about: null, logoUrl: null }
  const person = {
    name,
    location: null,
    position: null,
    company: employer === undefined ? null : { name: employer, location: null },
    pictureUrl: null,
  }
  const properties: Record<string, object> = {
    company: { ...common, company },
    person: { ...common, person },
    article: { ...common, article: written },
    research_paper: { ...common, researchPaper: written },
    custom: { ...common, custom: written },
  }
  return {
    entityKey: keyOf(name),
    url,
    properties: properties[type] as Record<string, unknown>,
    content: page,
  }
}

/** So many things, of which each `every`th has the trait `shines`; each is of some colour. */
export const manyThings = (count: number, every = 1): Thing[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `Thing ${index + 1}`,
    traits: index % every === 0 ? ['shines', 'is round'] : ['not shines', 'is round'],
    facts: { colour: `colour ${index + 1}`, size: String(index + 1) },
  }))
