import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { createTask } from '../../api/tasks.ts'
import { Failure } from '../../parts/failure.tsx'
import { SchemaBuilder } from '../../parts/schema-builder.tsx'
import { TextList } from '../../parts/text-list.tsx'
import { models } from '../run/run-view.ts'
import { exampleOf } from './guides.ts'
import { argsOf, emptyDraft, type Strategy, type WorkflowDraft, type WorkflowType } from './workflow-draft.ts'
import {
  CheckField,
  ColumnsField,
  CriteriaField,
  EntityField,
  NumberField,
  TextField,
  type FieldProps,
} from './workflow-fields.tsx'

/** What a workflow needs to know, and no more at first sight than one has to say. */
export function WorkflowForm({ type, begin }: { type: WorkflowType; begin: WorkflowDraft | undefined }) {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(begin ?? emptyDraft)
  const fields: FieldProps = { draft, put: (changes) => setDraft({ ...draft, ...changes }) }
  const create = useMutation({
    mutationFn: async () => createTask(type, argsOf(type, draft)),
    onSuccess: ({ taskId }) => void navigate({ to: '/workflows/$id', params: { id: taskId } }),
  })
  const Fields = forms[type]
  return (
    <form
      className="stack workflow-form"
      aria-label="Arguments"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <Fields {...fields} />
      <details className="fold">
        <summary>More</summary>
        <div className="stack">
          <More type={type} {...fields} />
          <div className="draft-row">
            <NumberField {...fields} name="minutes" label="Minutes that each wait may take" max={30} />
          </div>
        </div>
      </details>
      {create.isError && <Failure error={create.error} />}
      <div className="actions">
        <button type="button" className="ghost" onClick={() => setDraft(exampleOf(type))}>
          Fill in an example
        </button>
        <button type="submit" className="primary" disabled={create.isPending}>
          Run it
        </button>
      </div>
    </form>
  )
}

const Count = (props: FieldProps) => <NumberField {...props} name="count" label="How many" max={1000} />

const Harvest = (props: FieldProps) => (
  <>
    <TextField {...props} name="query" label="What should be in the table?" />
    <div className="draft-row">
      <EntityField {...props} />
      <Count {...props} />
    </div>
    <ColumnsField {...props} label="Columns to find out for each" />
  </>
)

const Convergent = (props: FieldProps) => (
  <>
    <TextList
      label="Wordings of the same question"
      values={props.draft.queries}
      change={(queries) => props.put({ queries })}
      most={5}
      placeholder="Another way to ask for the same"
    />
    <div className="draft-row">
      <EntityField {...props} />
      <Count {...props} />
    </div>
  </>
)

const Adversarial = (props: FieldProps) => (
  <>
    <TextField {...props} name="thesis" label="What do you believe?" />
    <TextField {...props} name="thesisQuery" label="What would speak for it?" />
    <TextField {...props} name="antithesisQuery" label="What would speak against it?" />
    <div className="draft-row">
      <EntityField {...props} />
      <Count {...props} />
    </div>
    <CheckField
      {...props}
      name="synthesize"
      label="Have both sides weighed: a verdict with its blind spots"
    />
  </>
)

const Verified = (props: FieldProps) => (
  <>
    <TextField {...props} name="query" label="What should be collected?" />
    <div className="draft-row">
      <EntityField {...props} />
      <Count {...props} />
      <NumberField {...props} name="researchLimit" label="Research so many" max={100} />
    </div>
    <TextField
      {...props}
      name="researchPrompt"
      label="What do you want to know about each?"
      says="{{name}}, {{url}} and {{description}} stand for the thing that is researched."
    />
  </>
)

const Winnow = (props: FieldProps) => (
  <>
    <TextField {...props} name="query" label="Where do the candidates come from?" />
    <div className="draft-row">
      <EntityField {...props} />
      <Count {...props} />
      <NumberField {...props} name="maxRounds" label="Rounds at most" max={5} />
    </div>
    <CriteriaField {...props} label="Criteria: each splits the map in two" />
    <ColumnsField {...props} label="Columns: what the best of a kind is measured by" />
  </>
)

const Deep = (props: FieldProps) => (
  <>
    <TextField {...props} name="instructions" label="What do you want to know?" rows={4} />
    <ModelField {...props} />
  </>
)

const forms: Readonly<Record<WorkflowType, (props: FieldProps) => ReactNode>> = {
  'lifecycle.harvest': Harvest,
  'convergent.search': Convergent,
  'adversarial.verify': Adversarial,
  'research.verifiedCollection': Verified,
  'qd.winnow': Winnow,
  'research.deep': Deep,
}

const strategies: Readonly<Record<Strategy, string>> = {
  diverse: 'The best of every kind',
  'all-criteria': 'Those that meet all criteria',
  'any-criteria': 'Those that meet any criterion',
}

function More({ type, ...props }: FieldProps & { type: WorkflowType }) {
  const { draft, put } = props
  switch (type) {
    case 'lifecycle.harvest':
      return (
        <>
          <CriteriaField {...props} />
          <CheckField {...props} name="enrichDuringSearch" label="Fill columns while the search goes on" />
          <CheckField {...props} name="cleanup" label="Delete the webset afterwards: only the result stays" />
        </>
      )
    case 'convergent.search':
      return <CriteriaField {...props} />
    case 'adversarial.verify':
      return (
        <>
          <ColumnsField {...props} />
          <ModelField {...props} />
        </>
      )
    case 'research.verifiedCollection':
      return (
        <>
          <CriteriaField {...props} />
          <ColumnsField {...props} />
          <ModelField {...props} />
          <SchemaBuilder value={draft.schema} change={(schema) => put({ schema })} />
        </>
      )
    case 'qd.winnow':
      return (
        <>
          <div className="draft-row">
            <label>
              What is kept
              <select
                value={draft.strategy}
                onChange={(event) => put({ strategy: event.target.value as Strategy })}
              >
                {Object.entries(strategies).map(([strategy, label]) => (
                  <option key={strategy} value={strategy}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <NumberField
              {...props}
              name="threshold"
              label="No further round below a change of (%)"
              min={0}
              max={100}
            />
            <label className="grow">
              Begin with a webset
              <input
                value={draft.seedWebsetId}
                placeholder="webset_…"
                onChange={(event) => put({ seedWebsetId: event.target.value })}
              />
            </label>
          </div>
          <CheckField {...props} name="critique" label="Say what the criteria could do better" />
        </>
      )
    case 'research.deep':
    default:
      return <SchemaBuilder value={draft.schema} change={(schema) => put({ schema })} />
  }
}

const ModelField = ({ draft, put }: FieldProps) => (
  <label>
    How far research goes
    <select
      value={draft.model}
      onChange={(event) => put({ model: event.target.value as WorkflowDraft['model'] })}
    >
      {Object.entries(models).map(([model, { label, says }]) => (
        <option key={model} value={model}>
          {label}: {says}
        </option>
      ))}
    </select>
  </label>
)
