import type { ApprovalPolicy, Ruling } from '../contract/approvals.ts'
import type { Asker, Question } from './question.ts'

export interface Ruled {
  readonly ruling: Ruling
  /** The field of the policy that decided, `destroy` or `tools.websets.delete` for example. */
  readonly rule: string
}

/**
 * What the policy says about a question, and which rule of it. A key or a tool that is named decides before the classes
 * do; of several domains, or of a call that destroys and also spends, the strictest word counts; and what is denied
 * anywhere is denied. `spentUsd` is what the key has spent today.
 */
export function rule(
  policy: ApprovalPolicy,
  asker: Pick<Asker, 'keyId'>,
  question: Question,
  spentUsd: number,
): Ruled {
  const named = [
    ruled(policy.keys[asker.keyId], `keys.${asker.keyId}`),
    ruled(policy.tools[question.operation], `tools.${question.operation}`),
    ruled(policy.tools[question.tool], `tools.${question.tool}`),
    ruleOfDomains(policy, question),
  ].filter((one) => one !== undefined)
  const classes = rulesOfClass(policy, question, spentUsd)
  const denied = [...named, ...classes].find(({ ruling }) => ruling === 'deny')
  return denied ?? named[0] ?? strictest(classes)
}

const ruled = (ruling: Ruling | undefined, name: string): Ruled | undefined =>
  ruling && { ruling, rule: name }

function rulesOfClass(policy: ApprovalPolicy, question: Question, spentUsd: number): Ruled[] {
  if (question.class === 'search' || question.class === 'fetch')
    return [{ ruling: policy[question.class], rule: question.class }]
  const spend = ruleOfSpending(policy, question.estimatedUsd, spentUsd)
  if (question.class === 'spend') return [spend]
  return [{ ruling: policy.destroy, rule: 'destroy' }, ...(question.estimatedUsd > 0 ? [spend] : [])]
}

function ruleOfSpending(policy: ApprovalPolicy, estimatedUsd: number, spentUsd: number): Ruled {
  if (policy.spend !== 'budget') return { ruling: policy.spend, rule: 'spend' }
  if (estimatedUsd > policy.budgetUsd) return { ruling: 'ask', rule: 'budgetUsd' }
  if (spentUsd + estimatedUsd > policy.dailyBudgetUsd) return { ruling: 'ask', rule: 'dailyBudgetUsd' }
  return { ruling: 'allow', rule: 'spend' }
}

/** Undefined unless the policy names every domain of the call, or denies one. */
function ruleOfDomains(policy: ApprovalPolicy, { domains }: Question): Ruled | undefined {
  const found = domains.map((domain) => {
    const name = parentsOf(domain).find((parent) => policy.domains[parent])
    return ruled(name === undefined ? name : policy.domains[name], `domains.${name}`)
  })
  const known = found.filter((one) => one !== undefined)
  const denied = known.find(({ ruling }) => ruling === 'deny')
  if (denied) return denied
  return known.length > 0 && known.length === domains.length ? strictest(known) : undefined
}

/** A domain and what it is part of, the narrowest first. */
export const parentsOf = (domain: string): string[] => {
  const labels = domain.toLowerCase().split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

const order: readonly Ruling[] = ['deny', 'ask', 'allow']

const strictest = (all: readonly Ruled[]): Ruled =>
  all.toSorted((one, other) => order.indexOf(one.ruling) - order.indexOf(other.ruling))[0] ?? {
    ruling: 'ask',
    rule: 'default',
  }
