export { createIndexReports, type IndexReports } from './index-reports.ts'
export { startIndexWriter, type Lease } from './index-writer.ts'
export { createRebuilds, type Rebuilds } from './rebuilds.ts'
