/** A document as the index sees it. The records hold the document itself; this can always be made from them. */
export interface IndexDocument {
  readonly id: string
  /** Grows with every change of the document. An older version never replaces a newer one. */
  readonly version: number
  readonly url: string
  readonly canonicalUrl: string
  readonly title: string | null
  /** ISO 639-1, such as `de`: words are found by their stems where the language is known. */
  readonly language: string | null
  /** Where it is from: ISO 3166, such as `DE`. */
  readonly country?: string | null
  readonly kind: string | null
  /** `public`, or the id of the team it belongs to. */
  readonly visibility: string
  readonly publishedAt: number | null
  readonly crawledAt: number
  readonly contentHash: string
  /** Marks that a filter can exclude, such as what a moderation found. */
  readonly flags: readonly string[]
  readonly passages: readonly IndexPassage[]
}

export interface IndexPassage {
  readonly ordinal: number
  /** Where it lies in the document's text. */
  readonly start: number
  readonly end: number
  /** What is searched and embedded: title, heading and the stretch of text. */
  readonly text: string
  /** Under the index's model, when it is already known. */
  readonly vector?: Float32Array
}

/** Which rows may be found. Every given condition must hold. */
export interface IndexFilter {
  /** `public` and team ids; there is no search without saying for whom. An empty list finds nothing. */
  readonly visibleTo: readonly string[]
  /**
   * At least one must match: `site.org` is that host and all below it, `*.site.org` only those below it,
   * `site.org/blog` that page and all under that path (with or without `www.`).
   */
  readonly includeDomains?: readonly string[]
  readonly excludeDomains?: readonly string[]
  /** Milliseconds, both ends included. A document without a date is not within any bounds. */
  readonly published?: Bounds
  readonly crawled?: Bounds
  readonly kinds?: readonly string[]
  /** Marks that must all be there, such as `pdf`. */
  readonly requireFlags?: readonly string[]
  readonly excludeFlags?: readonly string[]
  /** Words that the document contains in this order, whatever their case; every entry must be there. */
  readonly includeText?: readonly string[]
  /** The same for what must not be there, looked for in about the first thousand words. */
  readonly excludeText?: readonly string[]
  readonly excludeDocuments?: readonly string[]
}

export interface Bounds {
  readonly from?: number
  readonly to?: number
}

/** A passage that was found. */
export interface IndexHit {
  readonly passageId: string
  readonly documentId: string
  readonly version: number
  readonly ordinal: number
  readonly start: number
  readonly end: number
  readonly url: string
  readonly canonicalUrl: string
  readonly title: string | null
  readonly language: string | null
  readonly country: string | null
  readonly kind: string | null
  readonly publishedAt: number | null
  readonly contentHash: string
  /** BM25 for words, the cosine for vectors. Comparable within one answer only. */
  readonly score: number
}

export interface PassageVector {
  readonly documentId: string
  readonly version: number
  readonly ordinal: number
  readonly vector: Float32Array
}

export interface UnembeddedPassage {
  readonly documentId: string
  readonly version: number
  readonly ordinal: number
  readonly text: string
}

export interface IndexStatistics {
  readonly documents: number
  readonly passages: number
  /** Passages that have a vector of the current model. */
  readonly embedded: number
  readonly sizeBytes: number
  readonly model: string
}

/**
 * Finds passages by their words and by their meaning. Any process may search; one at a time may write (the caller
 * holds a lease). What a resolved write wrote survives a crash and is seen by every later search, in any process.
 * A write that was cut off is healed by giving it again.
 */
export interface SearchIndex {
  /** Best first. A query without any word that can be looked up finds nothing. Aborting rejects with the reason. */
  keyword(query: string, filter: IndexFilter, limit: number, signal?: AbortSignal): Promise<IndexHit[]>
  /** Nearest first; only passages that are embedded. The vector must come from the index's model. */
  vector(vector: Float32Array, filter: IndexFilter, limit: number, signal?: AbortSignal): Promise<IndexHit[]>
  /** The vectors of a document's passages, in order; empty when it is unknown, unseen or not yet embedded. */
  vectorsOf(documentId: string, visibleTo: readonly string[]): Promise<Float32Array[]>

  /**
   * Puts documents in the place of their earlier versions; older versions than the known one are ignored. Found by
   * words as soon as this resolves. Passages whose text is unchanged keep their vectors.
   */
  upsert(documents: readonly IndexDocument[]): Promise<void>
  /** Unknown ids are ignored. */
  delete(documentIds: readonly string[]): Promise<void>
  /** Ignores passages that are gone or of another version by now. */
  setVectors(vectors: readonly PassageVector[]): Promise<void>
  /**
   * Passages without a vector, in the order of their ids after the given one. `next` is where to go on, null at
   * the end; a page may be empty before that.
   */
  unembedded(
    after: string | null,
    limit: number,
  ): Promise<{ passages: UnembeddedPassage[]; next: string | null }>

  statistics(): Promise<IndexStatistics>
  /** Does what keeps searches fast after many writes. Writes start it by themselves; a second call joins the first. */
  maintain(): Promise<void>
  /**
   * Makes the index anew from all documents and then switches over at once: searches and writes go on meanwhile and
   * nothing written is lost. Vectors of unchanged passages are kept. Aborting leaves the old index as it is.
   */
  rebuild(documents: AsyncIterable<IndexDocument>, signal?: AbortSignal): Promise<void>
  /** Waits for writes under way. */
  close(): Promise<void>
}
