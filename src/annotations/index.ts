export { createAnnotations, type Annotations } from './annotations.ts'
