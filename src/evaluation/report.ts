import type { Outcome } from './evaluate.ts'

type Verdict = 'yes' | 'no' | 'unclear'
const verdicts: readonly Verdict[] = ['yes', 'no', 'unclear']

export interface CriteriaReport {
  readonly total: number
  /** Rows are the truth, columns what was said. */
  readonly confusion: Readonly<Record<Verdict, Readonly<Record<Verdict, number>>>>
  readonly accuracy: number
  /** Of all criteria, those said to be met that are not. */
  readonly falseYes: number
  readonly falseNo: number
  /** Of those that the pages decide, how many were decided. */
  readonly decided: number
  /** What was claimed with a confidence about so high, and how much of it was right. */
  readonly calibration: readonly {
    readonly confidence: number
    readonly right: number
    readonly claims: number
  }[]
}

export interface FieldReport {
  readonly format: string
  /** Fields with a value, and those of them that were given exactly. */
  readonly present: number
  readonly exact: number
  /** Fields without one, and those of them that were left empty. */
  readonly absent: number
  readonly leftEmpty: number
}

export interface Report {
  readonly criteria: CriteriaReport
  readonly fields: readonly FieldReport[]
  readonly questions: {
    readonly total: number
    readonly right: number
    readonly unanswerable: number
    readonly declined: number
  }
  readonly citations: { readonly quotes: number; readonly standing: number }
  readonly milliseconds: { readonly p50: number; readonly p95: number }
}

export function reportOn(outcomes: readonly Outcome[]): Report {
  const times = outcomes.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    criteria: reportOnCriteria(outcomes.filter((outcome) => outcome.kind === 'criterion')),
    fields: reportOnFields(outcomes.filter((outcome) => outcome.kind === 'field')),
    questions: reportOnQuestions(outcomes.filter((outcome) => outcome.kind === 'question')),
    citations: {
      quotes: sum(outcomes.map(({ quotes }) => quotes)),
      standing: sum(outcomes.map(({ standing }) => standing)),
    },
    milliseconds: { p50: at(0.5), p95: at(0.95) },
  }
}

function reportOnCriteria(outcomes: readonly Extract<Outcome, { kind: 'criterion' }>[]): CriteriaReport {
  const count = (truth: readonly Verdict[], got: readonly Verdict[]) =>
    outcomes.filter(({ given, got: said }) => truth.includes(given.truth) && got.some((one) => one === said))
      .length
  const row = (truth: Verdict) => ({
    yes: count([truth], ['yes']),
    no: count([truth], ['no']),
    unclear: count([truth], ['unclear']),
  })
  const claims = outcomes.filter(({ got }) => got !== 'unclear')
  return {
    total: outcomes.length,
    confusion: { yes: row('yes'), no: row('no'), unclear: row('unclear') },
    accuracy: share(outcomes.filter(({ right }) => right).length, outcomes.length),
    falseYes: share(count(['no', 'unclear'], ['yes']), outcomes.length),
    falseNo: share(count(['yes', 'unclear'], ['no']), outcomes.length),
    decided: share(count(['yes', 'no'], ['yes', 'no']), count(['yes', 'no'], verdicts)),
    calibration: [0.5, 0.6, 0.7, 0.8, 0.9, 1].flatMap((upper, place, uppers) => {
      const lower = uppers[place - 1] ?? -1
      const within = claims.filter(({ confidence }) => confidence > lower && confidence <= upper)
      if (within.length === 0) return []
      return {
        confidence: sum(within.map(({ confidence }) => confidence)) / within.length,
        right: share(within.filter(({ right }) => right).length, within.length),
        claims: within.length,
      }
    }),
  }
}

function reportOnFields(outcomes: readonly Extract<Outcome, { kind: 'field' }>[]): FieldReport[] {
  const formats = [...new Set(outcomes.map(({ given }) => given.format ?? 'text'))].toSorted()
  return formats.map((format) => {
    const ofFormat = outcomes.filter(({ given }) => (given.format ?? 'text') === format)
    const present = ofFormat.filter(({ given }) => given.truth !== null)
    const absent = ofFormat.filter(({ given }) => given.truth === null)
    return {
      format,
      present: present.length,
      exact: present.filter(({ right }) => right).length,
      absent: absent.length,
      leftEmpty: absent.filter(({ right }) => right).length,
    }
  })
}

function reportOnQuestions(outcomes: readonly Extract<Outcome, { kind: 'question' }>[]): Report['questions'] {
  const answerable = outcomes.filter(({ given }) => given.contains !== null)
  const unanswerable = outcomes.filter(({ given }) => given.contains === null)
  return {
    total: answerable.length,
    right: answerable.filter(({ right }) => right).length,
    unanswerable: unanswerable.length,
    declined: unanswerable.filter(({ right }) => right).length,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
