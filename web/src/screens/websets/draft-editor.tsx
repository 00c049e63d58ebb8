import { Plus, X } from 'lucide-react'
import { TextList } from '../../parts/text-list.tsx'
import { ColumnFields } from './column-fields.tsx'
import { entityTypes, mostCriteria, type Draft, type EntityType } from './draft.ts'
import { SourceChoice } from './source-choice.tsx'

interface Props {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
}

/** What a wish came to, before anything is made of it. */
export function DraftEditor({ draft, change }: Props) {
  return (
    <div className="draft">
      <div className="draft-row">
        <label>
          Kind
          <select
            value={draft.entityType}
            onChange={(event) => change({ ...draft, entityType: event.target.value as EntityType })}
          >
            {Object.entries(entityTypes).map(([type, name]) => (
              <option key={type} value={type}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {draft.entityType === 'custom' && (
          <label className="grow">
            What they are
            <input
              value={draft.entityDescription}
              onChange={(event) => change({ ...draft, entityDescription: event.target.value })}
            />
          </label>
        )}
        <label>
          How many
          <input
            type="number"
            min={1}
            max={10_000}
            value={draft.count}
            onChange={(event) => change({ ...draft, count: Math.max(1, Number(event.target.value)) })}
          />
        </label>
      </div>
      <TextList
        label="Criteria"
        values={draft.criteria}
        change={(criteria) => change({ ...draft, criteria })}
        most={mostCriteria}
        placeholder="Each item must meet this"
      />
      <fieldset className="text-list">
        <legend>Columns</legend>
        {draft.columns.map((column, index) => (
          <div key={index}>
            <ColumnFields
              column={column}
              label={`Column ${index + 1}`}
              change={(changed) => change({ ...draft, columns: draft.columns.with(index, changed) })}
            />
            <button
              type="button"
              className="icon"
              aria-label={`Remove column ${index + 1}`}
              onClick={() => change({ ...draft, columns: draft.columns.toSpliced(index, 1) })}
            >
              <X size={16} aria-hidden />
            </button>
          </div>
        ))}
        <button
          type="button"
          className="ghost"
          onClick={() =>
            change({
              ...draft,
              columns: [...draft.columns, { description: '', format: 'text', options: '' }],
            })
          }
        >
          <Plus size={15} aria-hidden /> Add
        </button>
      </fieldset>
      <SourceChoice
        label="Leave out what is in other websets and lists"
        chosen={draft.exclude}
        change={(exclude) => change({ ...draft, exclude })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={draft.estimatesRecall}
          onChange={(event) => change({ ...draft, estimatesRecall: event.target.checked })}
        />
        Estimate how many there are in all
      </label>
    </div>
  )
}
