import type { Entity, Format, Source } from '../../../../src/contract/webset-shapes.ts'
import type { WebsetPreview } from '../../../../src/contract/websets.ts'

export type EntityType = Entity['type']

/** A column as somebody writes it: its options still in one line. */
export interface DraftColumn {
  readonly description: string
  readonly format: Format
  readonly options: string
}

/** A webset that is not made yet. */
export interface Draft {
  readonly query: string
  readonly entityType: EntityType
  readonly entityDescription: string
  readonly criteria: readonly string[]
  readonly columns: readonly DraftColumn[]
  readonly count: number
  readonly estimatesRecall: boolean
  /** What is in these is left out. */
  readonly exclude: readonly Source[]
}

export const entityTypes: Readonly<Record<EntityType, string>> = {
  company: 'Companies',
  person: 'People',
  article: 'Articles',
  research_paper: 'Research papers',
  custom: 'Something else',
}

export const formats: Readonly<Record<Format, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  options: 'Options',
  email: 'Email',
  phone: 'Phone',
  url: 'Address',
}

export const mostCriteria = 5

export function draftOf(query: string, { search, enrichments }: WebsetPreview): Draft {
  const { entity } = search
  return {
    query,
    entityType: entity.type,
    entityDescription: entity.type === 'custom' ? entity.description : '',
    criteria: search.criteria.map(({ description }) => description),
    columns: enrichments.map(({ description, format, options }) => ({
      description,
      format,
      options: options?.map(({ label }) => label).join(', ') ?? '',
    })),
    count: 10,
    estimatesRecall: false,
    exclude: [],
  }
}

export const entityOf = ({
  entityType,
  entityDescription,
  query,
}: Pick<Draft, 'entityType' | 'entityDescription' | 'query'>): Entity =>
  entityType === 'custom'
    ? { type: 'custom', description: entityDescription.trim() || query.slice(0, 200) }
    : { type: entityType }

export const enrichmentOf = ({ description, format, options }: DraftColumn) => ({
  description: description.trim(),
  format,
  ...(format === 'options' && {
    options: options
      .split(',')
      .map((label) => label.trim())
      .filter(Boolean)
      .map((label) => ({ label })),
  }),
})

export const filled = (texts: readonly string[]): string[] => texts.map((text) => text.trim()).filter(Boolean)

/** What is sent to make it. */
export const requestOf = (draft: Draft) => ({
  search: {
    query: draft.query,
    count: draft.count,
    entity: entityOf(draft),
    criteria: filled(draft.criteria).map((description) => ({ description })),
    ...(draft.estimatesRecall && { recall: true }),
  },
  enrichments: draft.columns.filter(({ description }) => description.trim() !== '').map(enrichmentOf),
  ...(draft.exclude.length > 0 && { exclude: draft.exclude }),
})
