/** What the results of workflows hold, as far as it is drawn. A task that has not ended may lack any part. */
export interface FoundItem {
  readonly id: string
  readonly url: string
  readonly name: string
  readonly description?: string | null
  readonly satisfied?: readonly string[]
  readonly enrichmentResults?: Readonly<Record<string, readonly string[] | null>>
}

interface Ended {
  readonly steps?: readonly { readonly name: string; readonly duration: number; readonly status: string }[]
  readonly _summary?: string
  readonly _warnings?: readonly string[]
  readonly timedOut?: boolean
}

export interface HarvestResult extends Ended {
  readonly websetId?: string
  readonly items?: readonly FoundItem[]
  readonly cleanedUp?: boolean
}

export interface CollectionResult extends Ended {
  readonly websetId?: string
  readonly items?: readonly {
    readonly item: FoundItem
    readonly research?: {
      readonly researchId: string | null
      readonly status: string
      readonly result: unknown
      readonly error?: string
    }
  }[]
}

export interface ConvergentResult extends Ended {
  readonly websetIds?: readonly string[]
  readonly queries?: readonly string[]
  readonly intersection?: readonly {
    readonly item: FoundItem
    readonly foundInQueries: readonly string[]
    readonly confidence: number
    readonly matchedBy: string
  }[]
  readonly unique?: readonly { readonly query: string; readonly items: readonly FoundItem[] }[]
  readonly overlapMatrix?: readonly (readonly number[])[]
  readonly totalUniqueEntities?: number
  readonly failedQueries?: readonly { readonly query: string; readonly reason: string }[]
}

interface Side {
  readonly websetId: string | null
  readonly items: readonly FoundItem[]
  readonly itemCount: number
}

export interface AdversarialResult extends Ended {
  readonly thesis?: Side
  readonly antithesis?: Side
  readonly thesisWebsetId?: string | null
  readonly antithesisWebsetId?: string | null
  readonly synthesis?: {
    readonly researchId: string
    readonly verdict: string
    readonly confidence: number
    readonly keySupporting: readonly string[]
    readonly keyCountering: readonly string[]
    readonly blindSpots: readonly string[]
  }
  readonly synthesisError?: { readonly researchId?: string; readonly message: string }
  readonly failedSide?: string
  readonly failedReason?: string
}

export interface Elite {
  readonly item: FoundItem
  readonly niche: string
  readonly fitnessScore: number
}

export interface WinnowResult extends Ended {
  readonly websetIds?: readonly string[]
  readonly rounds?: readonly {
    readonly websetId: string
    readonly itemCount: number
    readonly criteriaSuccessRates: Readonly<Record<string, number>>
    readonly nicheDistribution: Readonly<Record<string, number>>
    readonly elites: readonly Elite[]
  }[]
  readonly finalElites?: readonly Elite[]
  readonly convergenceReached?: boolean
  readonly qualityMetrics?: {
    readonly coverage: number
    readonly avgFitness: number
    readonly diversity: number
    readonly evenness: number
    readonly stringency: number
  }
  readonly descriptorFeedback?: readonly {
    readonly criterion: string
    readonly successRate: number
    readonly quality: string
  }[]
  readonly critique?: readonly string[]
  readonly failedRound?: { readonly round: number; readonly message: string }
}

export interface DeepResult extends Ended {
  readonly researchId?: string
  readonly status?: string
  readonly result?: unknown
  readonly cost?: { readonly total: number } | null
}
