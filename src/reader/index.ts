export { createModelReader } from './model/model-reader.ts'
export { openReader, type OpenReader, type ReadBy } from './open-reader.ts'
export * from './reader.ts'
export { spanOf, stands } from './spans.ts'
