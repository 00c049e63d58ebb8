export { createImported } from './imported.ts'
export type { Imports } from './imports.ts'
export { openImports } from './open-imports.ts'
