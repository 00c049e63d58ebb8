export { createContents, type Contents } from './contents.ts'
export { createReadPage } from './read-page.ts'
export { createPages, type ReadPage } from './pages.ts'
export { contentWords, fold, sameStem, wordsOf } from './words.ts'
