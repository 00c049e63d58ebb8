import type { Entailment } from '../../ports/entailment.ts'
import type { JudgeTask, Reading, Span, Verdict } from '../reader.ts'
import { spanOf } from '../spans.ts'
import { aboutness } from './judge/about.ts'
import { createEntailmentJudge, type Claim } from './judge/by-entailment.ts'
import { decideByFacts, decideByWeighedFacts, leastSupport } from './judge/by-facts.ts'
import type { Condition, Criterion } from './judge/condition.ts'
import { decideByOrder } from './judge/by-order.ts'
import { rightShare } from './judge/confidence.ts'
import { decide, type Decision } from './judge/decide.ts'
import type { Finding } from './judge/finding.ts'
import { pageText } from './judge/page-text.ts'
import { parseCriterion } from './judge/parse.ts'
import { settle } from './judge/settle.ts'
import { placeOf } from './place-of.ts'
import { createValuesByEntailment } from './values-by-entailment.ts'

export interface JudgeTools {
  /** Without it only rules are asked. */
  readonly entailment?: Entailment | undefined
}

export type Judge = (task: JudgeTask, reading: Reading) => Promise<Verdict>

/**
 * Decides criteria by what pages say: yes or no with the words that settle it, and else unclear. The model of entailment
 * is asked after rules, about what is still open and whether to doubt what is not.
 */
export function createJudge({ entailment }: JudgeTools): Judge {
  const byEntailment = entailment && createEntailmentJudge(entailment)
  const values = entailment && createValuesByEntailment(entailment)

  return async function judge({ criterion, subject, sources }, { now, signal }) {
    signal.throwIfAborted()
    const read = sources.map((document) => {
      const page = pageText(document)
      return { page, about: aboutness(page, subject) }
    })
    const asked = parseCriterion(criterion, { now, name: subject.name })
    const isMadeOfParts = asked.kind === 'all' || asked.kind === 'any'
    const first = await decideByRules()
    const doubted = isMadeOfParts ? await doubtedParts(first) : new Map<Condition, readonly Finding[]>()
    const decision = await contested(doubted.size > 0 ? await decideByRules(doubted) : first)
    const byRules = verdictOf(decision)
    const isOpen = decision.verdict === 'unclear'
    const isContested = isOpen && decision.conflict !== null
    if (!byEntailment || isContested) return byRules
    const [finding] = decision.findings
    const isComparison = decision.conditions.some(isMeasured)
    // Of a criterion with parts each has findings of its own, which say nothing of the whole.
    const mayBeDoubted = !isOpen && asked.kind === 'condition' && finding !== undefined
    const claim = { text: criterion, isMeasured: isComparison }
    const isDoubted = mayBeDoubted && (await areAllDoubted(claim, decision.findings))
    if (!isOpen && !isDoubted) return byRules
    const instead = isDoubted && isComparison ? await weighedInstead(decision) : null
    if (instead) return verdictOf(instead)
    const byModel = await byEntailment.judge(claim, read, subject, signal)
    return byModel && byModel.satisfied !== unsettledBy[asked.kind]
      ? byModel
      : isDoubted
        ? doubtful(byRules)
        : byRules

    /** Where the number that rules take is not the one that is meant, another may be. */
    async function weighedInstead(decision: Decision): Promise<Decision | null> {
      if (!values || asked.kind !== 'condition') return null
      const found = await decideByWeighedFacts(asked, read, subject, now, values, signal)
      const others = found.filter(({ quote, source }) =>
        decision.findings.every(
          (one) => one.source !== source || one.quote.end <= quote.start || quote.end <= one.quote.start,
        ),
      )
      return others.length > 0 ? { ...decision, ...settle(others) } : null
    }

    async function areAllDoubted(claim: Claim, findings: readonly Finding[]): Promise<boolean> {
      for (const one of findings) if (!(await byEntailment?.doubts(claim, one, subject, signal))) return false
      return true
    }

    async function decideByRules(instead?: ReadonlyMap<Condition, readonly Finding[]>): Promise<Decision> {
      const further = new Map<Condition, readonly Finding[]>()
      const plain = decide(asked, read, subject, now, further, instead)
      if (plain.verdict !== 'unclear' || plain.open.length === 0) return plain
      for (const condition of plain.open) {
        further.set(condition, instead?.has(condition) ? [] : await decideFurther(condition))
      }
      return decide(asked, read, subject, now, further, instead)
    }

    /** Whether another page gives a number or a date that comes to another end, in words that no rule knows. */
    async function contested(decision: Decision): Promise<Decision> {
      const [finding] = decision.findings
      if (!values || decision.verdict === 'unclear' || !finding || asked.kind !== 'condition') return decision
      if (!isMeasured(asked)) return decision
      const others = read.filter(
        (source) => source.about.isSpokenOf && decision.findings.every((one) => one.source !== source),
      )
      if (others.length === 0) return decision
      const { against } = leastSupport
      const found = await decideByWeighedFacts(asked, others, subject, now, values, signal, against)
      const other = found.find(({ verdict }) => verdict !== decision.verdict)
      // That the words of one are better known does not make it the truer.
      return other
        ? { ...decision, ...settle([finding, { ...other, strength: finding.strength }]) }
        : decision
    }

    /** The parts of a criterion that the model doubts, with what it finds itself. */
    async function doubtedParts({ conditions }: Decision): Promise<Map<Condition, readonly Finding[]>> {
      const instead = new Map<Condition, readonly Finding[]>()
      for (const condition of conditions) {
        const { verdict, findings } = decide(condition, read, subject, now)
        if (!byEntailment || verdict === 'unclear' || findings.length === 0) continue
        const claim = { text: condition.text, isMeasured: isMeasured(condition) }
        if (await areAllDoubted(claim, findings))
          instead.set(
            condition,
            claim.isMeasured ? [] : await byEntailment.find(claim, read, subject, signal),
          )
      }
      return instead
    }

    async function decideFurther(condition: Condition): Promise<readonly Finding[]> {
      const byFacts = decideByFacts(condition, read, subject, now)
      if (byFacts.length > 0 || !values || !byEntailment) return byFacts
      const ordered = await decideByOrder(condition, read, subject, values, signal)
      if (ordered.length > 0) return ordered
      const weighed = await decideByWeighedFacts(condition, read, subject, now, values, signal)
      // A criterion that is not made of parts is read whole.
      const claim = { text: condition.text, isMeasured: isMeasured(condition) }
      return weighed.length > 0 || !isMadeOfParts ? weighed : byEntailment.find(claim, read, subject, signal)
    }
  }
}

/** Of “A and B” a model that has read one part takes both for said; where a part is open, the whole is. */
const unsettledBy: Partial<Record<Criterion['kind'], Verdict['satisfied']>> = { all: 'yes', any: 'no' }

const doubtful = ({ reasoning }: Verdict): Verdict => ({
  satisfied: 'unclear',
  confidence: 0.5,
  reasoning: `${reasoning} That does not seem to be what is asked for.`,
  spans: [],
})

/** Numbers and dates are compared by rules: the model has little sense of them. */
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
