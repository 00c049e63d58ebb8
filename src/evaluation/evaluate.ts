import type { CriterionCase, FieldCase, LabelledCase, QuestionCase } from './cases.ts'
import { containsAll, sameValues } from './compare.ts'
import { reportOn, type Report } from './report.ts'

export interface Quoted {
  readonly quotes: number
  /** How many of them stand in their documents, word for word. */
  readonly standing: number
}

/** Whoever is examined: a reader in this process, or a server. */
export interface Examinee {
  judge(
    given: CriterionCase,
  ): Promise<Quoted & { readonly satisfied: 'yes' | 'no' | 'unclear'; readonly confidence: number }>
  extract(given: FieldCase): Promise<Quoted & { readonly values: readonly string[] | null }>
  answer(given: QuestionCase): Promise<Quoted & { readonly text: string }>
}

interface Common extends Quoted {
  readonly id: string
  readonly ms: number
  readonly right: boolean
}

export type Outcome = Common &
  (
    | {
        readonly kind: 'criterion'
        readonly given: CriterionCase
        readonly got: string
        readonly confidence: number
      }
    | { readonly kind: 'field'; readonly given: FieldCase; readonly got: readonly string[] | null }
    | { readonly kind: 'question'; readonly given: QuestionCase; readonly got: string }
  )

/** Asks every case, one after another, so that times mean something. */
export async function evaluate(
  cases: readonly LabelledCase[],
  examinee: Examinee,
  onOutcome: (outcome: Outcome) => void = () => {},
): Promise<Report> {
  const outcomes: Outcome[] = []
  for (const given of cases) {
    const outcome = await ask(given, examinee)
    outcomes.push(outcome)
    onOutcome(outcome)
  }
  return reportOn(outcomes)
}

async function ask(given: LabelledCase, examinee: Examinee): Promise<Outcome> {
  const startedAt = performance.now()
  const elapsed = () => performance.now() - startedAt
  if ('criterion' in given) {
    const { satisfied, confidence, quotes, standing } = await examinee.judge(given)
    const right = satisfied === given.truth
    return {
      kind: 'criterion',
      id: given.id,
      given,
      got: satisfied,
      confidence,
      quotes,
      standing,
      right,
      ms: elapsed(),
    }
  }
  if ('question' in given) {
    const { text, quotes, standing } = await examinee.answer(given)
    const right = given.contains === null ? quotes === 0 : quotes > 0 && containsAll(text, given.contains)
    return { kind: 'question', id: given.id, given, got: text, quotes, standing, right, ms: elapsed() }
  }
  const { values, quotes, standing } = await examinee.extract(given)
  const right = sameValues(values, given)
  return { kind: 'field', id: given.id, given, got: values, quotes, standing, right, ms: elapsed() }
}
