export { fuseByRank, fuseByScore } from './fusion.ts'
export { splitPassages } from './passages.ts'
export { rankDocuments } from './rank.ts'
export { createSearch, type Search } from './search.ts'
