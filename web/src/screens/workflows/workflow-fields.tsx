import { Plus, X } from 'lucide-react'
import { TextList } from '../../parts/text-list.tsx'
import { ColumnFields } from '../websets/column-fields.tsx'
import { entityTypes, mostCriteria, type EntityType } from '../websets/draft.ts'
import type { WorkflowDraft } from './workflow-draft.ts'

export interface FieldProps {
  readonly draft: WorkflowDraft
  readonly put: (changes: Partial<WorkflowDraft>) => void
}

type NameOf<Type> = {
  [Name in keyof WorkflowDraft]: WorkflowDraft[Name] extends Type ? Name : never
}[keyof WorkflowDraft]

interface Named<Type> extends FieldProps {
  readonly name: NameOf<Type>
  readonly label: string
  readonly says?: string
}

export const TextField = ({ draft, put, name, label, says, rows = 2 }: Named<string> & { rows?: number }) => (
  <label>
    {label}
    <textarea rows={rows} value={draft[name]} onChange={(event) => put({ [name]: event.target.value })} />
    {says && <span className="quiet small hint">{says}</span>}
  </label>
)

export const NumberField = ({
  draft,
  put,
  name,
  label,
  min = 1,
  max,
}: Named<number> & { min?: number; max: number }) => (
  <label>
    {label}
    <input
      type="number"
      required
      min={min}
      max={max}
      value={draft[name]}
      onChange={(event) => put({ [name]: Number(event.target.value) })}
    />
  </label>
)

export const CheckField = ({ draft, put, name, label }: Named<boolean>) => (
  <label className="check">
    <input
      type="checkbox"
      checked={draft[name]}
      onChange={(event) => put({ [name]: event.target.checked })}
    />
    {label}
  </label>
)

export const EntityField = ({ draft, put }: FieldProps) => (
  <>
    <label>
      Looks for
      <select
        value={draft.entityType}
        onChange={(event) => put({ entityType: event.target.value as EntityType })}
      >
        {Object.entries(entityTypes).map(([type, label]) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </select>
    </label>
    {draft.entityType === 'custom' && (
      <label className="grow">
        Namely
        <input
          value={draft.entityDescription}
          placeholder="such as “ports” or “open positions”"
          onChange={(event) => put({ entityDescription: event.target.value })}
        />
      </label>
    )}
  </>
)

export const CriteriaField = ({ draft, put, label = 'Criteria' }: FieldProps & { label?: string }) => (
  <TextList
    label={label}
    values={draft.criteria}
    change={(criteria) => put({ criteria })}
    most={mostCriteria}
    placeholder="What each must meet, such as “headquartered in Europe”"
  />
)

const mostColumns = 10

export const ColumnsField = ({ draft, put, label = 'Columns' }: FieldProps & { label?: string }) => (
  <fieldset className="text-list">
    <legend>{label}</legend>
    {draft.columns.map((column, index) => (
      <div key={index}>
        <ColumnFields
          column={column}
          label={`Column ${index + 1}`}
          change={(changed) => put({ columns: draft.columns.with(index, changed) })}
        />
        <button
          type="button"
          className="icon"
          aria-label={`Remove column ${index + 1}`}
          onClick={() => put({ columns: draft.columns.toSpliced(index, 1) })}
        >
          <X size={16} aria-hidden />
        </button>
      </div>
    ))}
    {draft.columns.length < mostColumns && (
      <button
        type="button"
        className="ghost"
        onClick={() => put({ columns: [...draft.columns, { description: '', format: 'text', options: '' }] })}
      >
        <Plus size={15} aria-hidden /> Add a column
      </button>
    )}
  </fieldset>
)
