export { openReader, type OpenReader, type ReadBy } from './open-reader.ts'
export * from './reader.ts'
export { spanOf, stands } from './spans.ts'
export { checkSchema, defaultLimits, validate, type SchemaLimits } from './json-schema.ts'
