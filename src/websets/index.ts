export type { Attached } from './attached.ts'
export { loadDefinitions, loadEnrichments, type EnrichmentRow } from './enrichment.ts'
export type * from './engine.ts'
export { createWebsetEngine } from './engine/create-webset-engine.ts'
export { keyOfNamed } from './engine/entities/index.ts'
export { createSecondReading, type SecondReading } from './engine/second-reading.ts'
export { writeEvent, type EventLog } from './event-log.ts'
export type { Imported } from './imported.ts'
export {
  currentItems,
  currentResults,
  evaluationsOf,
  loadVersions,
  quotedDocuments,
  resultsOf,
  withContent,
  type ItemRow,
} from './item.ts'
export { createSpending, OutOfBudget, type Spending } from './lifecycle/spending.ts'
export { openWebsets, type WebsetServices } from './open-websets.ts'
export { loadSearches, type SearchRow } from './search.ts'
export { findWebset, lockTeam, lockWebset, missing, type WebsetRow } from './webset.ts'
