export { createChanges, type Changes } from './changes.ts'
export { orderedMap } from './ordered-map.ts'
