import type { EntityType, FieldFormat, Reading, Span } from '../reader/index.ts'

/** What kind of thing a search looks for; `description` only for the type `custom`. */
export interface EntityKind {
  readonly type: EntityType
  readonly description?: string | undefined
}

export interface EnrichmentSpec {
  readonly description: string
  readonly format: FieldFormat
  readonly options?: readonly string[] | undefined
}

/** A search as the engine needs it; what the caller left out was filled in by `understand`. */
export interface SearchSpec {
  readonly teamId: string
  readonly query: string
  readonly entity: EntityKind
  readonly criteria: readonly string[]
}

/** What a wish in plain words comes to. Null where nothing can be made of it. */
export interface Understanding {
  readonly title: string
  readonly entity: EntityKind
  readonly criteria: readonly string[]
  readonly enrichments: readonly EnrichmentSpec[]
}

/** Something that may meet the criteria: an entity, known by the page that presents it best. */
export interface Candidate {
  /** The same for the same thing whatever page it was found by: `company:kestrel-robotics.example`. */
  readonly entityKey: string
  readonly url: string
  readonly name: string | null
  readonly documentId: string | null
  /** By which of the two ways it was found; their overlap tells how much is still unseen. */
  readonly foundBy: { readonly keyword: boolean; readonly vector: boolean }
}

/** How far the drawing of candidates has come: a small JSON value that the caller keeps and hands back. */
export type Position = Readonly<Record<string, number>>

export interface Wave {
  readonly candidates: readonly Candidate[]
  /** Null: there is nothing further to draw. */
  readonly next: Position | null
}

/** Where a quote stands, with what a reference shows of its page. */
export interface Citation {
  readonly span: Span
  readonly url: string
  readonly title: string | null
}

export interface Evaluation {
  readonly criterion: string
  readonly satisfied: 'yes' | 'no' | 'unclear'
  readonly confidence: number
  readonly reasoning: string
  readonly citations: readonly Citation[]
  readonly reader: string
}

/** What an entity is, in the properties of the contract without `content`, which is the text of the page. */
export interface Presented {
  readonly entityKey: string
  readonly url: string
  /** The contract's ItemProperties of the entity's type, `content` left out. */
  readonly properties: Readonly<Record<string, unknown>>
  /** The page whose text is the content; null when there is none. */
  readonly content: { readonly documentId: string; readonly version: number } | null
}

export interface Verified {
  readonly presented: Presented
  readonly evaluations: readonly Evaluation[]
}

export interface EnrichmentOutcome {
  readonly format: FieldFormat
  readonly result: readonly string[] | null
  readonly reasoning: string
  readonly citations: readonly Citation[]
  readonly reader: string
}

export interface RecallEstimate {
  readonly expected: {
    readonly total: number
    readonly confidence: 'high' | 'medium' | 'low'
    readonly bounds: { readonly min: number; readonly max: number }
  }
  readonly reasoning: string
}

export interface Run extends Reading {
  /** May a page be fetched when the index has none. */
  readonly mayFetch: boolean
}

/**
 * What a webset needs to know of the world. It keeps no state: whatever it is told again it does again, so that work
 * that was killed can be repeated. A page that cannot be had is evidence that is missing, never a failure.
 */
export interface WebsetEngine {
  /** What the caller gave is kept; the rest is derived from the query. */
  understand(
    wish: { query: string; entity?: EntityKind | undefined; criteria?: readonly string[] | undefined },
    run: Run,
  ): Promise<Understanding | null>
  /** The next candidates, best first, each entity once within a wave. From `{}` on. */
  draw(search: SearchSpec, from: Position, run: Run): Promise<Wave>
  /** Entities that stand in a relation to another, with the page that says so: “investors of”, “current employer”. */
  related(
    search: SearchSpec,
    source: Pick<Candidate, 'url' | 'name'>,
    relationship: { definition: string; limit: number },
    run: Run,
  ): Promise<readonly Candidate[]>
  /** One evaluation for each criterion, in their order. Null: the page no longer exists or is no such entity. */
  verify(search: SearchSpec, candidate: Candidate, run: Run): Promise<Verified | null>
  enrich(
    teamId: string,
    item: Pick<Presented, 'url' | 'properties' | 'entityKey'>,
    enrichment: EnrichmentSpec,
    run: Run,
  ): Promise<EnrichmentOutcome>
  /** From how verified items were found. Null: it cannot be estimated honestly. */
  recall(found: readonly Candidate['foundBy'][]): RecallEstimate | null
}
