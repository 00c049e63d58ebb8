export { createCrawler } from './crawl/crawl.ts'
export { createIngestion } from './ingestion.ts'
export { createSourceWorkflow } from './source-workflow.ts'
export { createSources, type Sources } from './sources.ts'
