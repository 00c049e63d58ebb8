import type { AgentGrounding } from '../contract/agent.ts'
import { writeReport, type Answered, type Finding } from '../inquiry/index.ts'
import type { JsonObject } from '../reader/index.ts'
import type { Claim, Quote } from '../readings/index.ts'
import type { LimitReason } from '../runs/index.ts'
import type { FoundList, Thing } from './find-things.ts'

/** A value of the structured output with what it rests on. */
export interface GroundedField {
  /** From the top: `companies[0].name`. */
  readonly path: string
  readonly quotes: readonly Quote[]
  readonly confidence: number
}

interface Parts {
  readonly lists: readonly FoundList[]
  /** What answers the query as a whole, and its single questions. */
  readonly whole: readonly Finding[]
  readonly answered: readonly Answered[]
  readonly limit: LimitReason | null
}

/** What a run says in words: its lists, each thing with what it is known by, then the report of what was found out. */
export function writeText({ lists, whole, answered, limit }: Parts): { text: string; claims: Claim[] } {
  const parts = lists.map(listText)
  const claims: Claim[] = lists.flatMap(({ things }) =>
    things.map((thing) => ({ text: lineOf(thing), quotes: thing.fields.flatMap(({ quotes }) => quotes) })),
  )
  if (lists.length === 0 || answered.length > 0) {
    const report = writeReport({ whole, answered, limit })
    parts.push(report.content)
    claims.push(...report.claims)
  }
  return { text: parts.join('\n\n'), claims: claims.filter(({ quotes }) => quotes.length > 0) }
}

function listText({ list, things, incomplete, unknown }: FoundList): string {
  const heading = `## ${list.name.charAt(0).toUpperCase()}${list.name.slice(1)}`
  const lines = things.map((thing, at) => `${at + 1}. ${lineOf(thing)}${sourcesOf(thing)}`)
  const nothing = 'The indexed pages have none that is sure to be meant.'
  const rest = [
    ...incomplete.map(({ name, problem }) => `- ${name} is left out: ${problem}.`),
    ...unknown.map((name) => `- There is no page about ${name}.`),
  ]
  return [heading, lines.length > 0 ? lines.join('\n') : nothing, rest.join('\n')]
    .filter(Boolean)
    .join('\n\n')
}

/** Everything that is known of a thing, in one line. */
function lineOf({ name, value, fields }: Thing): string {
  const grounded = new Set(fields.map(({ path }) => path.split(/[.[]/)[0] ?? path))
  const said = Object.entries(value).flatMap(([key, one]) =>
    grounded.has(key) && one !== name
      ? [`${key}: ${typeof one === 'string' ? one : JSON.stringify(one)}`]
      : [],
  )
  return [`**${name}**`, ...said].join('; ')
}

function sourcesOf({ fields }: Thing): string {
  const pages = new Map(
    fields.flatMap(({ quotes }) => quotes.map(({ url, title }) => [url, title ?? url] as const)),
  )
  return [...pages].map(([url, title]) => ` [${title}](${url})`).join('')
}

/** The lists of things as they stand in the output. */
export const listed = (lists: readonly FoundList[]): JsonObject =>
  Object.fromEntries(lists.map(({ list, things }) => [list.name, things.map(({ value }) => value)]))

export const fieldsOf = (lists: readonly FoundList[]): GroundedField[] =>
  lists.flatMap(({ list, things }) =>
    things.flatMap(({ fields }, at) =>
      fields.map(({ path, ...ground }) => ({ path: `${list.name}[${at}].${path}`, ...ground })),
    ),
  )

/** What each part of the output rests on, as the contract has it. */
export function groundingOf(claims: readonly Claim[], fields: readonly GroundedField[]): AgentGrounding[] {
  const ofText = citationsOf(claims.flatMap(({ quotes }) => quotes))
  return [
    ...(ofText.length > 0 ? [{ field: 'text', citations: ofText }] : []),
    ...fields.map(({ path, quotes, confidence }) => ({
      field: `structured.${path}`,
      citations: citationsOf(quotes),
      score: Math.round(confidence * 1000) / 1000,
      confidence:
        confidence >= 0.8 ? ('high' as const) : confidence >= 0.5 ? ('medium' as const) : ('low' as const),
    })),
  ]
}

const citationsOf = (quotes: readonly Quote[]): AgentGrounding['citations'] => {
  const pages = new Map(quotes.map(({ url, title }) => [url, title]))
  return [...pages].map(([url, title]) => ({ url, ...(title !== null && { title }) }))
}
