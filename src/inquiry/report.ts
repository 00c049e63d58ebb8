import type { Claim } from '../readings/index.ts'
import type { LimitReason } from '../runs/index.ts'
import type { Finding } from './happening.ts'
import type { Answered } from './inquiry.ts'

export interface Report {
  /** Markdown. */
  readonly content: string
  /** What it says, with what that rests on, each once. */
  readonly claims: readonly Claim[]
}

interface Parts {
  /** What answers the goal as a whole. */
  readonly whole: readonly Finding[]
  readonly answered: readonly Answered[]
  readonly limit: LimitReason | null
}

const noAnswer = 'The indexed pages do not answer this question.'
const cutShort: Readonly<Record<LimitReason, string>> = {
  budget_reached: 'The budget was spent before everything was looked at. This is what was found until then.',
  time_limit_reached: 'The time was up before everything was looked at. This is what was found until then.',
  stopped: 'The run was stopped before everything was looked at. This is what was found until then.',
}

/**
 * What was found, as a text: first what answers the goal, then what the single questions brought besides, then what
 * was not found, and the sources. Each statement is followed by the numbers of its sources.
 */
export function writeReport({ whole, answered, limit }: Parts): Report {
  const sources: { url: string; title: string | null }[] = []
  const said = new Map<string, Claim>()
  const parts: string[] = []
  const lead = statementsOf(whole)
  if (lead.length > 0) parts.push(lead.join('\n\n'))
  const isSeveral = answered.length > 1
  for (const { task, findings } of answered) {
    const lines = statementsOf(findings)
    if (lines.length === 0) continue
    const isApart = isSeveral || lead.length > 0
    parts.push(
      isApart ? `## ${task.question}\n\n${lines.map((line) => `- ${line}`).join('\n')}` : lines.join('\n\n'),
    )
  }
  const open = answered.filter(({ findings }) => findings.length === 0).map(({ task }) => task.question)
  if (said.size === 0) parts.unshift(noAnswer)
  // A question that was answered as part of the whole is not open.
  if (open.length > 0 && (isSeveral || said.size === 0))
    parts.push(`## Not found\n\n${open.map((question) => `- ${question}`).join('\n')}`)
  if (limit !== null) parts.push(`*${cutShort[limit]}*`)
  if (sources.length > 0)
    parts.push(
      `## Sources\n\n${sources.map(({ url, title }, at) => `${at + 1}. [${title ?? url}](${url})`).join('\n')}`,
    )
  return { content: parts.join('\n\n'), claims: [...said.values()] }

  /** Those that were not said yet. */
  function statementsOf(findings: readonly Finding[]): string[] {
    return findings.flatMap(({ text, quotes }) => {
      if (said.has(text)) return []
      said.set(text, { text, quotes })
      const numbers = [...new Set(quotes.map((quote) => numberOf(quote)))]
      return [`${text} ${numbers.map((number) => `[${number}]`).join('')}`]
    })
  }

  function numberOf({ url, title }: { url: string; title: string | null }): number {
    const at = sources.findIndex((source) => source.url === url)
    return at >= 0 ? at + 1 : sources.push({ url, title })
  }
}
