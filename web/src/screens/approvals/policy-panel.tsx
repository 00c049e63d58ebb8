import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApprovalPolicy, PolicyChanges, TeamApprovalPolicy } from '../../../../src/contract/approvals.ts'
import { getPolicy, setPolicy } from '../../api/approvals.ts'
import { Failure } from '../../parts/failure.tsx'
import { RulingList } from './ruling-list.tsx'

const policyKey = ['approvals', 'policy']

export function PolicyPanel() {
  const found = useQuery({ queryKey: policyKey, queryFn: ({ signal }) => getPolicy(signal) })
  if (found.isError) return <Failure error={found.error} retry={() => void found.refetch()} />
  return found.data ? <PolicyForm found={found.data} /> : null
}

const rulings: readonly (readonly [value: string, words: string])[] = [
  ['allow', 'Allow'],
  ['ask', 'Ask'],
  ['deny', 'Deny'],
]
const spendings = [['budget', 'Ask above amounts'], ...rulings] as const
const reaches = [
  ['once', 'That call'],
  ['conversation', 'The conversation'],
  ['domain', 'The domain'],
  ['key', 'The key'],
] as const

function PolicyForm({ found }: { found: TeamApprovalPolicy }) {
  const queries = useQueryClient()
  const [policy, setDraft] = useState(found.policy)
  useEffect(() => setDraft(found.policy), [found])
  const save = useMutation({
    mutationFn: (changes: PolicyChanges) => setPolicy(changes),
    onSuccess: (saved) => queries.setQueryData(policyKey, saved),
  })
  const changes = changesIn(found, policy)
  const change = (changed: Partial<ApprovalPolicy>) => setDraft({ ...policy, ...changed })
  const choice = (
    field: 'search' | 'fetch' | 'spend' | 'destroy' | 'remember' | 'unavailable',
    label: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <label>
      {label}
      <select value={policy[field]} onChange={(event) => change({ [field]: event.target.value })}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
  const amount = (field: 'budgetUsd' | 'dailyBudgetUsd', label: string) => (
    <label>
      {label}
      <input
        type="number"
        min={0}
        max={1_000_000}
        step="any"
        value={policy[field]}
        onChange={(event) => change({ [field]: Number(event.target.value) })}
      />
    </label>
  )
  return (
    <form
      className="stack policy"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(changes)
      }}
    >
      <fieldset className="filters">
        <legend>What agents do</legend>
        {choice('search', 'Search', rulings)}
        {choice('fetch', 'Fetch pages', rulings)}
        {choice('spend', 'Spend money', spendings)}
        {choice('destroy', 'What cannot be undone', rulings)}
        {policy.spend === 'budget' && amount('budgetUsd', 'Dollars for one call')}
        {policy.spend === 'budget' && amount('dailyBudgetUsd', 'Dollars of a key in a day')}
      </fieldset>
      <fieldset className="filters">
        <legend>How they are answered</legend>
        {choice('remember', 'An approval reaches, by itself', reaches)}
        <label>
          Minutes a question waits
          <input
            type="number"
            min={1 / 60}
            max={10_080}
            step="any"
            value={policy.timeoutMs / 60_000}
            onChange={(event) => change({ timeoutMs: Math.round(Number(event.target.value) * 60_000) })}
          />
        </label>
        {choice('unavailable', 'When nobody can be asked', [
          ['deny', 'Deny'],
          ['allow', 'Allow'],
        ])}
        <label className="check">
          <input
            type="checkbox"
            checked={policy.elicitation}
            onChange={(event) => change({ elicitation: event.target.checked })}
          />
          The agent’s own program may ask its user
        </label>
      </fieldset>
      <RulingList
        label="By tool or operation"
        placeholder="websets.delete"
        rulings={policy.tools}
        change={(tools) => change({ tools })}
      />
      <RulingList
        label="By domain, with all below it"
        placeholder="example.org"
        rulings={policy.domains}
        change={(domains) => change({ domains })}
      />
      <RulingList
        label="By id of a key"
        placeholder="key_…"
        rulings={policy.keys}
        change={(keys) => change({ keys })}
      />
      {save.isError && <Failure error={save.error} />}
      <div className="actions">
        {save.isSuccess && (
          <span className="quiet small" role="status">
            Saved
          </span>
        )}
        {Object.keys(found.changes).length > 0 && (
          <button type="button" className="ghost" disabled={save.isPending} onClick={() => save.mutate({})}>
            Back to the server’s settings
          </button>
        )}
        <button type="submit" className="primary" disabled={save.isPending}>
          Save the policy
        </button>
      </div>
    </form>
  )
}

/** What the team had set, and what is different now; the rest goes on following the server's settings. */
function changesIn({ policy, changes }: TeamApprovalPolicy, draft: ApprovalPolicy): PolicyChanges {
  const fields = Object.keys(draft) as (keyof ApprovalPolicy)[]
  const isSet = (field: keyof ApprovalPolicy) =>
    field in changes || JSON.stringify(draft[field]) !== JSON.stringify(policy[field])
  return Object.fromEntries(fields.filter(isSet).map((field) => [field, draft[field]]))
}
