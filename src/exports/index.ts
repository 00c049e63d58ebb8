export { openExports, type ExportServices } from './open-exports.ts'
