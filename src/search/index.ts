export { splitPassages } from './passages.ts'
export { fuseByRank, fuseByScore } from './fusion.ts'
export { rankDocuments } from './rank.ts'
