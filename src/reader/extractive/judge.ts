import type { Embedder } from '../../ports/embedder.ts'
import type { JudgeTask, Reading, Span, Verdict } from '../reader.ts'
import { spanOf } from '../spans.ts'
import { aboutness } from './judge/about.ts'
import { decideByFacts } from './judge/by-facts.ts'
import type { Condition } from './judge/condition.ts'
import { rightShare } from './judge/confidence.ts'
import { decideAlike } from './judge/decide-alike.ts'
import { decide, type Decision } from './judge/decide.ts'
import type { Finding } from './judge/finding.ts'
import { createLikeness } from './judge/likeness.ts'
import { pageText } from './judge/page-text.ts'
import { parseCriterion } from './judge/parse.ts'

export type Judge = (task: JudgeTask, reading: Reading) => Promise<Verdict>

/**
 * Decides criteria by what pages say: yes or no with the words that settle it, and else unclear. Vectors are asked
 * last, and only about statements that already have the words of the criterion.
 */
export function createJudge({ embedder }: { readonly embedder: Embedder }): Judge {
  const findLikely = createLikeness(embedder)

  return async function judge({ criterion, subject, sources }, { now, signal }) {
    signal.throwIfAborted()
    const read = sources.map((document) => {
      const page = pageText(document)
      return { page, about: aboutness(page, subject) }
    })
    const asked = parseCriterion(criterion, { now, name: subject.name })
    const decision = decide(asked, read, subject, now)
    if (decision.verdict !== 'unclear' || decision.open.length === 0) return verdictOf(decision)
    const further = new Map<Condition, readonly Finding[]>()
    for (const condition of decision.open) {
      const byFacts = decideByFacts(condition, read, subject, now)
      further.set(
        condition,
        byFacts.length > 0 ? byFacts : decideAlike(condition, await findLikely(condition, read, signal), now),
      )
    }
    return verdictOf(decide(asked, read, subject, now, further))
  }
}

function verdictOf(decision: Decision): Verdict {
  const { verdict, findings, conflict } = decision
  return {
    satisfied: verdict,
    confidence: confidenceOf(decision),
    reasoning: reasoningOf(decision),
    spans: verdict === 'unclear' && conflict === null ? [] : findings.map(spanFor),
  }
}

const spanFor = ({ source, quote }: Finding): Span => spanOf(source.page.document, quote)

function confidenceOf({ verdict, findings, conflict }: Decision): number {
  if (verdict === 'unclear' || findings.length === 0) return 0.5
  const shares = findings.map(({ rule }) => rightShare[rule])
  const share = Math.max(...shares)
  return conflict === null ? share : Math.min(share, 0.8)
}

function reasoningOf({ verdict, findings, conflict }: Decision): string {
  if (findings.length === 0) return 'The sources do not say.'
  const told = findings
    .slice(0, 2)
    .map(({ why, source }) => `On ${placeOf(source.page.document.url)}, ${why}`)
  if (verdict === 'unclear')
    return `${told.join('; ')}. ${conflict === null ? 'That does not settle it' : sentence(conflict)}.`
  return conflict === null ? `${told[0]}.` : `${told[0]}; ${conflict}.`
}

const sentence = (text: string): string => text[0]?.toUpperCase() + text.slice(1)
const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).host + new URL(url).pathname : url)
