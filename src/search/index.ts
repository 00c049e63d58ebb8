export { splitPassages } from './passages.ts'
export { createSearch, type Search } from './search.ts'
