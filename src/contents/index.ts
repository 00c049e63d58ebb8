export { createContents, type Contents } from './contents.ts'
export { createPages, type Pages, type ReadPage } from './pages.ts'
