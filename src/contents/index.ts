export { createContents, type Contents } from './contents.ts'
export { createReadPage, type PageBytes } from './read-page.ts'
export { createPages, type Pages, type ReadPage } from './pages.ts'
