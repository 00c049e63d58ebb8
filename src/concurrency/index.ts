export { orderedMap } from './ordered-map.ts'
