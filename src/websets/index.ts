export type * from './engine.ts'
export { openWebsets, type WebsetServices } from './open-websets.ts'
