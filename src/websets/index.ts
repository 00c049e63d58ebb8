export { loadDefinitions, loadEnrichments, type EnrichmentRow } from './enrichment.ts'
export type * from './engine.ts'
export { createWebsetEngine } from './engine/create-webset-engine.ts'
export { createSecondReading, type SecondReading } from './engine/second-reading.ts'
export type { EventLog } from './event-log.ts'
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
export { findWebset, lockWebset, missing, type WebsetRow } from './webset.ts'
