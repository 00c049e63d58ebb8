import { Plus, X } from 'lucide-react'
import {
  draftOf,
  emptyField,
  emptySchema,
  fieldTypes,
  schemaOf,
  type FieldType,
  type SchemaDraft,
  type SchemaField,
} from './schema-fields.ts'
import { Segments } from './segments.tsx'

/** A schema while somebody writes it: by fields, or as what it is. */
export interface SchemaState {
  readonly mode: 'none' | 'fields' | 'json'
  readonly draft: SchemaDraft
  readonly text: string
}

export const noSchema: SchemaState = { mode: 'none', draft: emptySchema, text: '' }

export function stateOfSchema(schema: unknown): SchemaState {
  if (schema === undefined || schema === null) return noSchema
  const draft = draftOf(schema)
  const text = JSON.stringify(schema, null, 2)
  return { mode: draft ? 'fields' : 'json', draft: draft ?? emptySchema, text }
}

/** Undefined: none is wanted. Throws, in words for whoever wrote it, when it cannot be read. */
export function schemaOfState({ mode, draft, text }: SchemaState): object | undefined {
  if (mode === 'none') return undefined
  if (mode === 'json') return read(text)
  if (!draft.fields.some(({ name }) => name.trim() !== ''))
    throw new Error('The structured result has no field yet: give it one, or leave it away.')
  return schemaOf(draft)
}

function read(text: string): object {
  let schema: unknown
  try {
    schema = JSON.parse(text)
  } catch (error) {
    throw new Error(`The schema is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new Error('The schema must be a JSON object, such as {"type": "object", "properties": {…}}.')
  return schema
}

interface Props {
  readonly value: SchemaState
  readonly change: (value: SchemaState) => void
}

/** Says what the result must look like, beside its text: in fields, or in JSON Schema for those who know more. */
export function SchemaBuilder({ value, change }: Props) {
  function switchTo(mode: SchemaState['mode']): void {
    if (mode === 'json' && value.mode === 'fields')
      change({ ...value, mode, text: JSON.stringify(schemaOf(value.draft), null, 2) })
    else if (mode === 'json')
      change({ ...value, mode, text: value.text || JSON.stringify(schemaOf(value.draft), null, 2) })
    else if (mode === 'fields' && value.mode === 'json') {
      const draft = draftOfText(value.text)
      if (draft) change({ ...value, mode, draft })
    } else change({ ...value, mode })
  }
  const isBeyondFields = value.mode === 'json' && draftOfText(value.text) === null
  return (
    <fieldset className="schema">
      <legend>Structured result</legend>
      <Segments
        label="Structured result"
        value={value.mode}
        options={[
          { value: 'none', label: 'None' },
          { value: 'fields', label: 'By fields' },
          { value: 'json', label: 'JSON Schema' },
        ]}
        choose={switchTo}
      />
      {value.mode === 'none' && (
        <p className="quiet small">Only a text with citations. Choose fields to get a table as well.</p>
      )}
      {value.mode === 'fields' && (
        <FieldsEditor draft={value.draft} change={(draft) => change({ ...value, draft })} />
      )}
      {value.mode === 'json' && (
        <>
          <textarea
            className="code"
            rows={12}
            spellCheck={false}
            aria-label="JSON Schema"
            value={value.text}
            onChange={(event) => change({ ...value, text: event.target.value })}
          />
          {isBeyondFields && (
            <p className="quiet small">This cannot be shown as fields: it is not JSON yet, or says more.</p>
          )}
        </>
      )}
    </fieldset>
  )
}

function draftOfText(text: string): SchemaDraft | null {
  try {
    return draftOf(JSON.parse(text))
  } catch {
    return null
  }
}

function FieldsEditor({ draft, change }: { draft: SchemaDraft; change: (draft: SchemaDraft) => void }) {
  const { shape, listName, most, fields } = draft
  const changeField = (index: number, changes: Partial<SchemaField>) => {
    const field = fields[index]
    if (field) change({ ...draft, fields: fields.with(index, { ...field, ...changes }) })
  }
  return (
    <div className="schema-fields">
      <div className="draft-row">
        <label>
          It is
          <select
            value={shape}
            onChange={(event) => change({ ...draft, shape: event.target.value as SchemaDraft['shape'] })}
          >
            <option value="list">a list of things</option>
            <option value="one">one thing</option>
          </select>
        </label>
        {shape === 'list' && (
          <>
            <label>
              Called
              <input
                value={listName}
                placeholder="companies"
                onChange={(event) => change({ ...draft, listName: event.target.value })}
              />
            </label>
            <label>
              At most
              <input
                type="number"
                min={1}
                max={1000}
                value={most}
                onChange={(event) => change({ ...draft, most: Number(event.target.value) })}
              />
            </label>
          </>
        )}
      </div>
      <ul className="field-list">
        {fields.map((field, index) => (
          <li key={index}>
            <input
              value={field.name}
              placeholder="name"
              aria-label={`Name of field ${index + 1}`}
              onChange={(event) => changeField(index, { name: event.target.value })}
            />
            <select
              value={field.type}
              aria-label={`Type of field ${index + 1}`}
              onChange={(event) => changeField(index, { type: event.target.value as FieldType })}
            >
              {Object.entries(fieldTypes).map(([type, label]) => (
                <option key={type} value={type}>
                  {label}
                </option>
              ))}
            </select>
            <input
              className="grow"
              value={field.description}
              placeholder="What it means, such as “year it was founded”"
              aria-label={`Description of field ${index + 1}`}
              onChange={(event) => changeField(index, { description: event.target.value })}
            />
            <label className="check">
              <input
                type="checkbox"
                checked={field.isRequired}
                onChange={(event) => changeField(index, { isRequired: event.target.checked })}
              />
              Required
            </label>
            <button
              type="button"
              className="icon"
              aria-label={`Remove field ${index + 1}`}
              onClick={() => change({ ...draft, fields: fields.toSpliced(index, 1) })}
            >
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="ghost"
        onClick={() => change({ ...draft, fields: [...fields, emptyField] })}
      >
        <Plus size={15} aria-hidden /> Add a field
      </button>
      <p className="quiet small">
        A field that is required and that no page states leaves its thing out, so require little.
      </p>
    </div>
  )
}
