import { z } from 'zod'
import { CostDollars } from './usage.ts'

/** Clients may send null for anything they leave out. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined)

/** A day counts as its first moment, in UTC. */
export const IsoDate = z
  .union([z.iso.datetime({ offset: true, local: true }), z.iso.date()], {
    error: 'a date (2026-05-07) or date-time (2026-05-07T18:31:00Z) of ISO 8601',
  })
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a date that exists')
  .transform(
    (text) => new Date(/T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`),
  )

const Characters = z.int().min(1).max(10_000)
export const Section = z.enum([
  'unspecified',
  'header',
  'navigation',
  'banner',
  'body',
  'sidebar',
  'footer',
  'metadata',
])
export type Section = z.output<typeof Section>

const TextOptions = z.object({
  maxCharacters: optional(Characters),
  includeHtmlTags: optional(z.boolean()),
  verbosity: optional(z.enum(['compact', 'standard', 'full'])),
  includeSections: optional(z.array(Section)),
  excludeSections: optional(z.array(Section)),
})
export type TextOptions = z.output<typeof TextOptions>

const HighlightOptions = z.object({
  query: optional(z.string().min(1)),
  maxCharacters: optional(Characters),
  dynamic: optional(z.boolean()),
  numSentences: optional(z.int().min(1).max(100)),
  highlightsPerUrl: optional(z.int().min(1).max(100)),
})
export type HighlightOptions = z.output<typeof HighlightOptions>

const SummaryOptions = z.object({
  query: optional(z.string().min(1)),
  schema: optional(z.record(z.string(), z.unknown())),
})
export type SummaryOptions = z.output<typeof SummaryOptions>

const ExtraCount = z.int().min(0).max(1000).nullish()
const Extras = z.object({
  links: ExtraCount,
  imageLinks: ExtraCount,
  richLinks: ExtraCount,
  richImageLinks: ExtraCount,
  codeBlocks: ExtraCount,
})

const SubpageTarget = z.string().min(1).max(100)

/** `true` and an empty object ask for the same; `false` and null for nothing. */
const switchable = <Schema extends z.ZodType<object>>(schema: Schema) =>
  z
    .union([z.boolean(), schema])
    .nullish()
    .transform((value): z.output<Schema> | undefined =>
      value === true ? schema.parse({}) : value ? (value as z.output<Schema>) : undefined,
    )

/** All results in one string. */
export const ContextOptions = switchable(z.object({ maxCharacters: optional(Characters) }))

/** What to bring of each page; the same on /search, /findSimilar and /contents. */
export const ContentsOptions = z.object({
  text: switchable(TextOptions),
  highlights: switchable(HighlightOptions),
  summary: switchable(SummaryOptions),
  extras: optional(Extras),
  subpages: optional(z.int().min(0).max(100)),
  subpageTarget: optional(
    z.union([SubpageTarget.transform((one) => [one]), z.array(SubpageTarget).max(100)]),
  ),
  maxAgeHours: optional(z.int().min(-1).max(720)),
  livecrawl: optional(z.enum(['never', 'fallback', 'always', 'preferred', 'auto'])),
  livecrawlTimeout: optional(z.int().min(1).max(90_000)),
  snapshotAsOf: optional(IsoDate),
  filterEmptyResults: optional(z.boolean()),
  context: ContextOptions,
})
export type ContentsOptions = Partial<z.output<typeof ContentsOptions>>

const PageUrl = z.string().min(1).max(2048)
export const ContentsRequest = ContentsOptions.extend({
  urls: optional(z.array(PageUrl).min(1).max(100)),
  ids: optional(z.array(PageUrl).min(1).max(100)).describe('Older name of `urls`.'),
  compliance: optional(z.string()),
})
export type ContentsRequest = Partial<z.output<typeof ContentsRequest>>

const nullableNumber = z.number().nullable()
const nullableText = z.string().nullable()
const Span = z.object({ from: nullableText, to: nullableText }).nullable()

export const CompanyEntity = z.object({
  id: z.string(),
  type: z.literal('company'),
  version: z.int().min(1),
  properties: z.object({
    name: nullableText,
    foundedYear: z.int().nullable(),
    description: nullableText,
    workforce: z.object({ total: nullableNumber }).nullable(),
    headquarters: z
      .object({ address: nullableText, city: nullableText, postalCode: nullableText, country: nullableText })
      .nullable(),
    financials: z
      .object({
        revenueAnnual: nullableNumber,
        fundingTotal: nullableNumber,
        fundingLatestRound: z
          .object({ name: nullableText, date: nullableText, amount: nullableNumber })
          .nullable(),
      })
      .nullable(),
    webTraffic: z.null().describe('Nothing on a page says it, so it is never filled.'),
  }),
})

export const PersonEntity = z.object({
  id: z.string(),
  type: z.literal('person'),
  version: z.int().min(1),
  properties: z.object({
    name: nullableText,
    firstName: nullableText,
    lastName: nullableText,
    location: nullableText,
    workHistory: z.array(
      z.object({
        title: nullableText,
        location: nullableText,
        dates: Span,
        company: z.object({ id: nullableText, name: nullableText }).nullable(),
      }),
    ),
    educationHistory: z.array(
      z.object({
        degree: nullableText,
        dates: Span,
        institution: z.object({ id: nullableText, name: nullableText }).nullable(),
      }),
    ),
  }),
})

export const Entity = z.discriminatedUnion('type', [CompanyEntity, PersonEntity])
export type Entity = z.output<typeof Entity>

const RichLink = z.object({ url: z.string(), text: z.string() })

const PlainResult = z.object({
  id: z.string().describe('The URL; /contents takes it.'),
  url: z.string(),
  title: z.string().nullable(),
  publishedDate: z.iso.datetime().optional(),
  author: z.string().nullable().optional(),
  score: z.number().optional(),
  image: z.string().optional(),
  favicon: z.string().optional(),
  snapshotAt: z.iso.datetime().optional(),
  text: z.string().optional(),
  highlights: z.array(z.string()).optional(),
  highlightScores: z.array(z.number().min(0).max(1)).optional(),
  summary: z.string().optional(),
  entities: z.array(Entity).optional(),
  extras: z
    .object({
      links: z.array(z.string()).optional(),
      imageLinks: z.array(z.string()).optional(),
      richLinks: z.array(RichLink).optional(),
      richImageLinks: z.array(RichLink).optional(),
      codeBlocks: z.array(z.string()).optional(),
    })
    .optional(),
})

/** Content keys are there only when they were asked for. */
export const Result = PlainResult.extend({ subpages: z.array(PlainResult).optional() })
export type Result = z.output<typeof Result>

export const ContentsStatus = z.object({
  id: z.string().describe('Exactly as it was asked for.'),
  status: z.enum(['success', 'error']),
  source: z.enum(['cached', 'crawled']).optional(),
  error: z
    .object({
      tag: z.string(),
      httpStatusCode: z.int().nullable(),
      message: z.string().optional().describe('Only where the tag does not say it.'),
    })
    .nullable()
    .optional(),
})
export type ContentsStatus = z.output<typeof ContentsStatus>

export const ContentsResponse = z.object({
  requestId: z.string(),
  results: z.array(Result),
  context: z.string().optional(),
  statuses: z.array(ContentsStatus),
  costDollars: CostDollars,
})
export type ContentsResponse = z.output<typeof ContentsResponse>
