import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AgentRun } from '../../../../src/contract/agent.ts'
import type { Research } from '../../../../src/contract/research.ts'
import type { RunKind } from '../../api/runs.ts'
import { Failure } from '../../parts/failure.tsx'
import { SchemaBuilder } from '../../parts/schema-builder.tsx'
import { Segments } from '../../parts/segments.tsx'
import { efforts, models } from '../run/run-view.ts'
import { begin, draftOf, isMetered, type RunDraft } from './run-draft.ts'
import type { RunsState } from './runs-state.ts'

const examples: Readonly<Record<RunKind, readonly string[]>> = {
  research: [
    'Who founded Kestrel Robotics, and how many people work there?',
    'How do companies in the sample make batteries safer?',
  ],
  agent: [
    'Companies in Europe that build robots, with their number of employees',
    'People who work on batteries, and where they work',
  ],
}

interface Props {
  readonly state: RunsState
  readonly change: (changes: Partial<RunsState>) => void
  /** What it begins with: to do it once more, or to go on from it. */
  readonly earlier: Research | AgentRun | undefined
}

/** What to find out, how far to go for it, and what the result must look like. */
export function RunComposer({ state, change, earlier }: Props) {
  const kind = state.kind ?? 'research'
  const navigate = useNavigate()
  const [draft, setDraft] = useState<RunDraft>(() => draftOf(state, earlier))
  const put = (changes: Partial<RunDraft>) => setDraft({ ...draft, ...changes })
  const create = useMutation({
    mutationFn: () => begin(kind, draft, state.after),
    onSuccess: (id) => void navigate({ to: '/runs/$id', params: { id } }),
  })
  return (
    <form
      className="composer card"
      aria-label="New run"
      onSubmit={(event) => {
        event.preventDefault()
        if (draft.text.trim() !== '') create.mutate()
      }}
    >
      <div className="composer-kind">
        <Segments
          label="Kind of run"
          value={kind}
          options={[
            { value: 'research', label: 'Research' },
            { value: 'agent', label: 'Agent run' },
          ]}
          choose={(value) => change({ kind: value, after: undefined })}
        />
        <p className="quiet small">
          {kind === 'research'
            ? 'Splits a question into smaller ones and writes a report.'
            : 'Finds things as well as facts, within a budget; each value of its table has its evidence.'}
        </p>
      </div>
      {state.after && (
        <p className="notice">
          Begins with the findings of{' '}
          <Link to="/runs/$id" params={{ id: state.after }}>
            an earlier run
          </Link>
          .
          <button type="button" className="link" onClick={() => change({ after: undefined })}>
            Begin afresh
          </button>
        </p>
      )}
      <div>
        <label htmlFor="instructions">What do you want to know?</label>
        <textarea
          id="instructions"
          rows={3}
          value={draft.text}
          placeholder={examples[kind][0]}
          onChange={(event) => put({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
              event.currentTarget.form?.requestSubmit()
          }}
        />
        {draft.text === '' && (
          <ul className="examples">
            {examples[kind].map((example) => (
              <li key={example}>
                <button type="button" className="chip" onClick={() => put({ text: example })}>
                  {example}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {kind === 'research' ? (
        <Choice label="How far" value={draft.model} options={models} choose={(model) => put({ model })} />
      ) : (
        <AgentFields draft={draft} put={put} />
      )}
      <SchemaBuilder value={draft.schema} change={(schema) => put({ schema })} />
      {create.isError && <Failure error={create.error} />}
      <div className="actions">
        <span className="quiet small keys">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
        <button type="submit" className="primary" disabled={create.isPending || draft.text.trim() === ''}>
          {state.after ? 'Continue' : 'Begin'}
        </button>
      </div>
    </form>
  )
}

function AgentFields({ draft, put }: { draft: RunDraft; put: (changes: Partial<RunDraft>) => void }) {
  return (
    <>
      <div className="draft-row">
        <Choice label="Effort" value={draft.effort} options={efforts} choose={(effort) => put({ effort })} />
        {isMetered(draft.effort) && (
          <label>
            Budget in dollars
            <input
              type="number"
              min={1}
              max={100}
              value={draft.dollars}
              placeholder={draft.effort === 'auto' ? '5' : '20'}
              onChange={(event) => put({ dollars: event.target.value })}
            />
          </label>
        )}
        {draft.effort === 'ultra' && (
          <label>
            Minutes at most
            <input
              type="number"
              min={5}
              max={180}
              value={draft.minutes}
              placeholder="180"
              onChange={(event) => put({ minutes: event.target.value })}
            />
          </label>
        )}
      </div>
      <label>
        Wishes about form and tone
        <input
          value={draft.wishes}
          placeholder="Optional, such as “short sentences”"
          onChange={(event) => put({ wishes: event.target.value })}
        />
      </label>
    </>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: Readonly<Record<Value, { readonly label: string; readonly says: string }>>
  readonly choose: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, choose }: ChoiceProps<Value>) {
  return (
    <label className="grow">
      {label}
      <select value={value} onChange={(event) => choose(event.target.value as Value)}>
        {Object.entries<{ label: string; says: string }>(options).map(([name, { label: title, says }]) => (
          <option key={name} value={name}>
            {title}: {says}
          </option>
        ))}
      </select>
    </label>
  )
}
