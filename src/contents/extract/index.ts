export { extractHtml } from './extract-html.ts'
export { extractPage } from './extract-page.ts'
