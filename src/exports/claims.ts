import type { Disagreement } from '../contract/exports.ts'
import type { VersionReference } from '../documents/index.ts'
import type { EnrichmentOutcome, Evaluation, ItemRow } from '../websets/index.ts'
import { referenceOf } from './formats/cells.ts'

/** What is said of an item with its quotes, as it is shown beside what was said another time. */
type Verdict = Extract<Disagreement, { kind: 'verdict' }>['stored']
type Value = Extract<Disagreement, { kind: 'value' }>['stored']

export const presentVerdict = ({ satisfied, reasoning, citations, reader }: Evaluation): Verdict => ({
  satisfied,
  reasoning,
  references: citations.map(referenceOf),
  reader,
})

export const presentValue = ({ result, reasoning, citations, reader }: EnrichmentOutcome): Value => ({
  result: result && [...result],
  reasoning,
  references: citations.map(referenceOf),
  reader,
})

export const presentSubject = ({ id, name, properties }: ItemRow): Disagreement['item'] => ({
  id,
  name,
  url: String(properties.url),
})

export const sameValue = (
  one: readonly string[] | null | undefined,
  other: readonly string[] | null | undefined,
): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The version of the page that presents an item, of people too, whose items are shown without its text. */
export const presentedBy = ({
  content_document_id: documentId,
  content_version: version,
}: ItemRow): VersionReference | null =>
  documentId === null || version === null ? null : { documentId, version }
