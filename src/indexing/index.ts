export { startIndexWriter, type IndexWriter, type Lease } from './index-writer.ts'
