export type * from './engine.ts'
export { createWebsetEngine } from './engine/create-webset-engine.ts'
export { openWebsets, type WebsetServices } from './open-websets.ts'
