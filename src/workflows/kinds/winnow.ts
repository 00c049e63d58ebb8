import { z } from 'zod'
import {
  answered,
  inPath,
  record,
  records,
  shapes,
  text,
  toFailure,
  type Json,
} from '../../agent-side/index.ts'
import {
  changeBetween,
  distributionOf,
  metricsOf,
  qualityOf,
  scoreItems,
  select,
  type Scored,
  type Trait,
} from '../arithmetic.ts'
import { Stopped, WorkflowError, type Course } from '../course.ts'
import { addressesOf } from '../matching.ts'
import {
  addEnrichments,
  collect,
  createWebset,
  enrichedOf,
  searchProgress,
  shownItem,
  waitForRest,
  type Collected,
  type SearchProgress,
} from '../webset-work.ts'
import { Count, Enrichments, Query, Timeout, workflow } from '../workflow.ts'

const Args = z
  .strictObject({
    query: Query.optional(),
    entity: shapes.Entity,
    criteria: shapes.Criteria,
    enrichments: Enrichments.min(1),
    count: Count(50),
    maxRounds: z.int().min(1).max(5).default(1),
    convergenceThreshold: z.number().min(0).max(1).default(0.1),
    selectionStrategy: z.enum(['diverse', 'all-criteria', 'any-criteria']).default('diverse'),
    timeout: Timeout,
    seedWebsetId: shapes.Id.optional().describe('A webset to begin with instead of a search.'),
    critique: z.boolean().default(false).describe('Say what the criteria could do better.'),
  })
  .superRefine(({ query, seedWebsetId }, context) => {
    if (query === undefined && seedWebsetId === undefined)
      context.addIssue({ code: 'custom', path: ['query'], message: 'needed unless there is a seedWebsetId' })
  })
type Args = z.output<typeof Args>

const stepsInRound = 7
const tooStrict = { stringency: 0.05, analyzed: 40 }

interface Round {
  readonly websetId: string
  readonly collected: Collected
  readonly scored: readonly Scored[]
  readonly rates: readonly number[]
  readonly searched: SearchProgress & { timedOut: boolean }
  readonly timedOut: boolean
}

export const winnow = workflow({
  type: 'qd.winnow',
  summary: 'Sort what is found by which criteria it meets, and keep the best of every kind.',
  args: Args,
  example: {
    query: 'makers of inspection robots',
    entity: { type: 'company' },
    criteria: [{ description: 'sells in Europe' }, { description: 'was founded after 2015' }],
    enrichments: [{ description: 'Number of employees', format: 'number' }],
    maxRounds: 2,
  },
  lists: ['finalElites', 'rounds.*.elites'],
  async run(course, args) {
    const criteria = args.criteria.map(({ description }) => description)
    const rounds: Round[] = []
    const shown: Json[] = []
    let archive: readonly Scored[] = []
    let elites: readonly Scored[] = []
    let convergenceReached = false
    let failedRound: Json | undefined
    for (let number = 1; number <= args.maxRounds && !convergenceReached; number++) {
      const round = await attempt(number)
      if (!round) break
      rounds.push(round)
      archive = mergeRounds(rounds)
      const { next, change } = await course.step(`selecting ${number}`, async () => {
        await tell(number, 'selecting')
        const chosen = select(archive, args.selectionStrategy)
        return { next: chosen, change: changeBetween(elites, chosen) }
      })
      elites = next
      convergenceReached = number > 1 && change < args.convergenceThreshold
      shown.push(describeRound(round))
      await course.keep({ websetIds: rounds.map(({ websetId }) => websetId), rounds: shown })
    }
    const sums = rounds.reduce(
      ({ found, analyzed }, { searched }) => ({
        found: found + searched.found,
        analyzed: analyzed + searched.analyzed,
      }),
      { found: 0, analyzed: 0 },
    )
    const metrics = metricsOf(archive, elites, criteria.length, sums)
    if (archive.length > 0 && archive.every(({ vector }) => vector.every(Boolean)))
      course.warn(
        'Every item meets every criterion, so only one niche is populated: this server may keep no near misses.',
      )
    const timedOut = rounds.some((round) => round.timedOut)
    const result = course.finish(
      {
        rounds: shown,
        finalElites: elites.map(describeElite),
        convergenceReached,
        qualityMetrics: metrics,
        descriptorFeedback: feedback(criteria, rounds),
        ...(args.critique && { critique: critiqueOf(criteria, rounds, archive) }),
        ...(timedOut && { timedOut }),
        ...(failedRound && { failedRound }),
      },
      `${elites.length} elites of ${archive.length} items in ${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'}; ${Math.round(metrics.coverage * 100)} % of niches populated.`,
    )
    return { ...result, totalDuration: result.duration }

    /** A later round that fails leaves what the earlier ones found. */
    async function attempt(number: number): Promise<Round | undefined> {
      try {
        return await takeRound(number)
      } catch (error) {
        const isOurs = error instanceof WorkflowError || toFailure(error)
        if (number === 1 || error instanceof Stopped || !isOurs) throw error
        failedRound = { round: number, message: error instanceof Error ? error.message : String(error) }
        return undefined
      }
    }

    async function takeRound(number: number): Promise<Round> {
      const isSeed = number === 1 && args.seedWebsetId !== undefined
      const query = await course.step(`initializing ${number}`, async () => {
        await tell(number, 'initializing')
        return isSeed ? null : (args.query ?? queryOfSeed(course, args.seedWebsetId ?? ''))
      })
      const websetId = await course.step(`creating ${number}`, async () => {
        await tell(number, 'creating')
        return isSeed
          ? (args.seedWebsetId ?? '')
          : createWebset(course, `round-${number}`, websetFor(args, query ?? '', rounds))
      })
      await course.keep({
        websetIds: [...rounds.map((one) => one.websetId), websetId],
        ...(shown.length > 0 && { rounds: shown }),
      })
      const searched = await course.step(`searching ${number}`, async (step) => {
        const rest = await waitForRest(course, {
          key: `searched-${number}`,
          step: `searching ${number}`,
          websetId,
          since: step.since,
          timeoutMs: args.timeout,
          onLook: (webset) => tell(number, 'searching', howStrict(webset)),
        })
        if (rest.timedOut) step.ends('timed_out')
        return rest
      })
      const enriched = searched.timedOut ? skipEnriching(number) : await enrich(number, websetId)
      const collected = await course.step(`collecting ${number}`, async () => {
        await tell(number, 'collecting')
        // Near misses come on top of what was asked for: twice as many at most.
        return collect(course, websetId, { most: 3 * args.count, filter: 'none' })
      })
      return course.step(`classifying ${number}`, async () => {
        await tell(number, 'classifying')
        const scored = scoreItems(collected.items, criteria, traitsOf(collected, args))
        const rates = ratesOf(collected, scored, criteria)
        return {
          websetId,
          collected,
          scored,
          rates,
          searched,
          timedOut: searched.timedOut || enriched.timedOut,
        }
      })
    }

    async function enrich(number: number, websetId: string): Promise<{ timedOut: boolean }> {
      return course.step(`enriching ${number}`, async (step) => {
        await tell(number, 'enriching')
        // A webset that was there before may have some of them already.
        const missing = await course.once(`missing-${number}`, async () => {
          const webset = await answered(course.exa.websets.get(inPath(websetId)))
          const known = new Set(records(webset.enrichments).map(({ description }) => description))
          return args.enrichments.filter(({ description }) => !known.has(description))
        })
        const ids = await addEnrichments(course, websetId, `round-${number}-enrichment`, missing)
        const rest = await waitForRest(course, {
          key: `enriched-${number}`,
          step: `enriching ${number}`,
          websetId,
          since: step.since,
          timeoutMs: args.timeout,
          enrichmentIds: ids,
          onLook: async () => tell(number, 'enriching', { message: await enrichedOf(course, websetId, ids) }),
        })
        if (rest.timedOut) step.ends('timed_out')
        return rest
      })
    }

    function skipEnriching(number: number): { timedOut: boolean } {
      course.skip(`enriching ${number}`)
      return { timedOut: false }
    }

    function tell(round: number, step: (typeof steps)[number], more: Json = {}): Promise<void> {
      const completed = (round - 1) * stepsInRound + steps.indexOf(step) + 1
      return course.report({ step, completed, total: stepsInRound * args.maxRounds, round, ...more })
    }

    function describeRound({ websetId, scored, rates }: Round): Json {
      return {
        websetId,
        itemCount: scored.length,
        criteriaSuccessRates: Object.fromEntries(criteria.map((one, at) => [one, rates[at] ?? 0])),
        nicheDistribution: distributionOf(scored),
        elites: elites.map(describeElite),
      }
    }

    function describeElite({ item, niche, fitness, vector }: Scored): Json {
      const from = rounds.find(({ collected }) => collected.items.includes(item))
      return {
        item: shownItem(course, item, from?.collected ?? { definitions: [] }),
        niche,
        fitnessScore: fitness,
        criteriaVector: vector,
      }
    }
  },
})

const steps = [
  'initializing',
  'creating',
  'searching',
  'enriching',
  'collecting',
  'classifying',
  'selecting',
] as const

async function queryOfSeed(course: Course, websetId: string): Promise<string> {
  const webset = await answered(course.exa.websets.get(inPath(websetId)))
  const query = text(records(webset.searches)[0]?.query)
  if (query === null)
    throw new WorkflowError('initializing', `The webset ${websetId} has no search to repeat.`, {
      recoverable: true,
    })
  return query
}

const websetFor = ({ entity, criteria, count }: Args, query: string, earlier: readonly Round[]): Json => ({
  search: {
    query,
    entity,
    criteria,
    count,
    ...(earlier.length > 0 && {
      exclude: earlier.map(({ websetId }) => ({ source: 'webset', id: websetId })),
    }),
  },
  // Servers that know it keep what meets some of the criteria: without near misses there is one niche.
  metadata: { retain: 'partial' },
})

function howStrict(webset: Json): Json {
  const { found, analyzed } = searchProgress(webset)
  const stringency = found / Math.max(analyzed, 1)
  const isTooStrict = stringency < tooStrict.stringency && analyzed >= tooStrict.analyzed
  return { found, analyzed, stringency, ...(isTooStrict && { advice: 'criteria_too_strict' }) }
}

/** The enrichments that were asked for, as the webset has them. */
const traitsOf = ({ definitions }: Collected, { enrichments }: Args): Trait[] =>
  enrichments.map((asked) => {
    const definition = definitions.find(({ description }) => description === asked.description)
    return {
      id: text(definition?.id) ?? '',
      format: text(definition?.format) ?? asked.format ?? 'text',
      labels: (asked.options ?? []).map(({ label }) => label),
    }
  })

/** As the server counted them over all it analysed; where it did not, over the items there are. */
function ratesOf({ webset }: Collected, scored: readonly Scored[], criteria: readonly string[]): number[] {
  const counted = records(record(records(webset.searches).at(-1)).criteria)
  return criteria.map((criterion, at) => {
    const known = counted.find(({ description }) => description === criterion) ?? counted[at]
    if (typeof known?.successRate === 'number') return known.successRate
    return scored.length === 0 ? 0 : (100 * scored.filter(({ vector }) => vector[at]).length) / scored.length
  })
}

/** Each thing once, as it was found first: a server may not leave out what it was asked to. */
function mergeRounds(rounds: readonly Round[]): Scored[] {
  const all = rounds.flatMap(({ scored }, query) => scored.map((one) => ({ query, item: one.item, one })))
  const addresses = addressesOf(all)
  const merged = new Map<unknown, Scored>()
  for (const [at, { one }] of all.entries()) {
    const key = addresses[at] ?? one.item.id
    if (!merged.has(key)) merged.set(key, one)
  }
  return [...merged.values()]
}

const feedback = (criteria: readonly string[], rounds: readonly Round[]) =>
  criteria.map((criterion, at) => {
    const rates = rounds.map((round) => round.rates[at] ?? 0)
    const successRate = rates.reduce((sum, rate) => sum + rate, 0) / Math.max(rates.length, 1)
    return { criterion, successRate, quality: qualityOf(successRate) }
  })

/** What the figures say about the criteria, in words; whether to change them is for whoever asked. */
function critiqueOf(
  criteria: readonly string[],
  rounds: readonly Round[],
  archive: readonly Scored[],
): string[] {
  const said = feedback(criteria, rounds).flatMap(({ criterion, successRate, quality }) => {
    const rate = `${Math.round(successRate)} %`
    if (quality === 'too-strict') return [`"${criterion}" is met by ${rate}: loosen it, or drop it.`]
    if (quality === 'not-discriminating') return [`"${criterion}" is met by ${rate}: it tells nothing apart.`]
    return []
  })
  for (const [a, first] of criteria.entries())
    for (const [b, second] of criteria.entries()) {
      const agree = archive.filter(({ vector }) => vector[a] === vector[b]).length
      if (a < b && archive.length >= 5 && agree / archive.length >= 0.95)
        said.push(`"${first}" and "${second}" are met by the same items: one of them would do.`)
    }
  return said
}
