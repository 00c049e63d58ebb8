import type { Embedder } from '../../ports/embedder.ts'
import type { Entailment } from '../../ports/entailment.ts'
import type { JudgeTask, Reading, Span, Verdict } from '../reader.ts'
import { spanOf } from '../spans.ts'
import { aboutness } from './judge/about.ts'
import { createEntailmentJudge } from './judge/by-entailment.ts'
import { decideByFacts, decideByWeighedFacts } from './judge/by-facts.ts'
import type { Condition } from './judge/condition.ts'
import { rightShare } from './judge/confidence.ts'
import { decideAlike } from './judge/decide-alike.ts'
import { decide, type Decision } from './judge/decide.ts'
import type { Finding } from './judge/finding.ts'
import { createLikeness } from './judge/likeness.ts'
import { pageText } from './judge/page-text.ts'
import { parseCriterion } from './judge/parse.ts'
import { placeOf } from './place-of.ts'
import { createValuesByEntailment } from './values-by-entailment.ts'

export interface JudgeTools {
  readonly embedder: Embedder
  /** Without it only rules are asked, which is enough for parts of other tasks. */
  readonly entailment?: Entailment | undefined
}

export type Judge = (task: JudgeTask, reading: Reading) => Promise<Verdict>

/**
 * Decides criteria by what pages say: yes or no with the words that settle it, and else unclear. Vectors are asked
 * after rules, and only about statements that already have the words of the criterion; the model of entailment is asked
 * last, about what is still open and whether to doubt what is not.
 */
export function createJudge({ embedder, entailment }: JudgeTools): Judge {
  const findLikely = createLikeness(embedder)
  const byEntailment = entailment && createEntailmentJudge(entailment)
  const values = entailment && createValuesByEntailment(entailment)

  return async function judge({ criterion, subject, sources }, { now, signal }) {
    signal.throwIfAborted()
    const read = sources.map((document) => {
      const page = pageText(document)
      return { page, about: aboutness(page, subject) }
    })
    const asked = parseCriterion(criterion, { now, name: subject.name })
    const decision = await decideByRules()
    if (!byEntailment || decision.conditions.some(isMeasured)) return verdictOf(decision)
    const [finding] = decision.findings
    if (decision.verdict === 'unclear' && decision.conflict === null)
      return (await byEntailment.judge(criterion, read, subject, signal)) ?? verdictOf(decision)
    // Of a criterion with parts each has findings of its own, which say nothing of the whole.
    const isWhole = decision.conditions.length === 1 && asked.kind === 'condition'
    return decision.verdict !== 'unclear' &&
      isWhole &&
      finding &&
      (await byEntailment.doubts(criterion, finding, subject, signal))
      ? doubtful(verdictOf(decision))
      : verdictOf(decision)

    async function decideByRules(): Promise<Decision> {
      const first = decide(asked, read, subject, now)
      if (first.verdict !== 'unclear' || first.open.length === 0) return first
      const further = new Map<Condition, readonly Finding[]>()
      for (const condition of first.open) {
        further.set(condition, await decideFurther(condition))
      }
      return decide(asked, read, subject, now, further)
    }

    async function decideFurther(condition: Condition): Promise<readonly Finding[]> {
      const byFacts = decideByFacts(condition, read, subject, now)
      if (byFacts.length > 0) return byFacts
      const alike = decideAlike(condition, await findLikely(condition, read, signal), now)
      if (alike.length > 0 || !values) return alike
      return decideByWeighedFacts(condition, read, subject, now, values, signal)
    }
  }
}

const doubtful = ({ reasoning }: Verdict): Verdict => ({
  satisfied: 'unclear',
  confidence: 0.5,
  reasoning: `${reasoning} That does not seem to be what is asked for.`,
  spans: [],
})

/** Numbers and dates are compared by rules or not at all: the model has no sense of them. */
const isMeasured = ({ comparison, window, text }: Condition): boolean =>
  comparison !== null || window !== null || /\d/.test(text)

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
  const told = findings.slice(0, 2).map(({ why, source }) => `On ${placeOf(source.page.document)}, ${why}`)
  if (verdict === 'unclear')
    return `${told.join('; ')}. ${conflict === null ? 'That does not settle it' : sentence(conflict)}.`
  return conflict === null ? `${told[0]}.` : `${told[0]}; ${conflict}.`
}

const sentence = (text: string): string => text[0]?.toUpperCase() + text.slice(1)
