import type { Subject } from '../../reader.ts'
import { parseAsk, type Fact } from '../facts/index.ts'
import type { ValuesByEntailment } from '../values-by-entailment.ts'
import { finding, pagesOf, sureChoice } from './by-facts.ts'
import type { Condition } from './condition.ts'
import { bothOf, type Finding, type Source } from './finding.ts'
import { durationOf } from './window.ts'

const registeredFirst =
  /(?:pre-?|prospectively )registered$|registered (?:before|prior to|ahead of) .*(?:enrol|recruit|randomi|participant|patient|pupil|start|began|data collection)/iu

/** “Was registered before recruitment began”: pages give two dates, and do not say which came first. */
export async function decideByOrder(
  { text }: Condition,
  sources: readonly Source[],
  subject: Subject,
  { weigh }: ValuesByEntailment,
  signal: AbortSignal,
): Promise<Finding[]> {
  if (!registeredFirst.test(text)) return []
  const about = sources.filter((source) => source.about.isAboutSubject)
  const dateOf = async (description: string): Promise<Fact | null> => {
    const ask = parseAsk(description, subject, 'date', undefined)
    const fact = sureChoice(ask, await weigh(ask, pagesOf(about), subject, signal))?.candidate.facts[0]
    return fact?.date !== undefined && (fact.supports ?? 0) >= leastSupport ? fact : null
  }
  const first = await dateOf('Date of registration of the trial')
  const second = first && (await dateOf('Date when the first participant was enrolled'))
  if (!first?.date || !second?.date) return []
  const [one, other] = [durationOf(first.date), durationOf(second.date)]
  if (one.to > other.from && one.from < other.to) return []
  const found = finding(one.to <= other.from, first, about, `before ${second.date}`)
  return [{ ...found, rule: 'date', quote: bothOf(first, second) ?? found.quote }]
}

const leastSupport = 0.6
