import { describe, expect, test } from 'vitest'
import { usualPolicy } from '../../tests/harness/approval-policy.ts'
import type { ApprovalPolicy } from '../contract/approvals.ts'
import type { Question } from './question.ts'
import { rule } from './rule.ts'

const asker = { keyId: 'key_agent' }
const question = (over: Partial<Question> = {}): Question => ({
  tool: 'manage_websets',
  operation: 'websets.delete',
  class: 'destroy',
  args: { id: 'webset_1' },
  toolCallId: 'call_1',
  conversation: null,
  domains: [],
  results: null,
  estimatedUsd: 0,
  ...over,
})
const fetching = (...domains: string[]) =>
  question({ tool: 'exa_fetch', operation: 'exa_fetch', class: 'fetch', domains })
const spending = (estimatedUsd: number) =>
  question({ operation: 'websets.create', class: 'spend', estimatedUsd })

const cases: [string, Partial<ApprovalPolicy>, Question, number, string, string][] = [
  ['destruction is asked about', {}, question(), 0, 'ask', 'destroy'],
  ['so are searches', {}, question({ class: 'search' }), 0, 'ask', 'search'],
  ['and pages', {}, fetching('a.example'), 0, 'ask', 'fetch'],
  ['money below the budget is not', {}, spending(1), 0, 'allow', 'spend'],
  ['above the budget of a call it is', {}, spending(1.01), 0, 'ask', 'budgetUsd'],
  ['and above that of the day', {}, spending(0.5), 9.6, 'ask', 'dailyBudgetUsd'],
  ['a class can be allowed', { destroy: 'allow' }, question(), 0, 'allow', 'destroy'],
  ['or denied', { spend: 'deny' }, spending(0), 0, 'deny', 'spend'],
  [
    'what destroys and spends is judged as both',
    { destroy: 'allow' },
    question({ estimatedUsd: 2 }),
    0,
    'ask',
    'budgetUsd',
  ],
  [
    'an operation decides before its class',
    { tools: { 'websets.delete': 'allow' } },
    question(),
    0,
    'allow',
    'tools.websets.delete',
  ],
  [
    'and before its tool',
    { tools: { manage_websets: 'ask', 'websets.delete': 'allow' } },
    question(),
    0,
    'allow',
    'tools.websets.delete',
  ],
  [
    'a key decides before both',
    { keys: { key_agent: 'ask' }, tools: { 'websets.delete': 'allow' } },
    question(),
    0,
    'ask',
    'keys.key_agent',
  ],
  [
    'what is denied anywhere is denied',
    { keys: { key_agent: 'allow' }, destroy: 'deny' },
    question(),
    0,
    'deny',
    'destroy',
  ],
  [
    'a domain speaks for its subdomains',
    { domains: { 'a.example': 'allow' } },
    fetching('www.a.example'),
    0,
    'allow',
    'domains.a.example',
  ],
  [
    'the narrower domain counts',
    { domains: { 'a.example': 'allow', 'b.a.example': 'ask' } },
    fetching('b.a.example'),
    0,
    'ask',
    'domains.b.a.example',
  ],
  [
    'one unnamed domain is enough to ask',
    { domains: { 'a.example': 'allow' } },
    fetching('a.example', 'b.example'),
    0,
    'ask',
    'fetch',
  ],
  [
    'and one denied is enough to deny',
    { domains: { 'a.example': 'allow', 'b.example': 'deny' } },
    fetching('a.example', 'b.example'),
    0,
    'deny',
    'domains.b.example',
  ],
  [
    'a domain is no suffix',
    { domains: { 'a.example': 'allow' } },
    fetching('evil-a.example'),
    0,
    'ask',
    'fetch',
  ],
]

describe('the policy', () => {
  test.each(cases)('%s', (_, changes, asked, spentUsd, ruling, name) => {
    expect(rule({ ...usualPolicy, ...changes }, asker, asked, spentUsd)).toEqual({ ruling, rule: name })
  })
})
