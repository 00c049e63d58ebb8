export { createResearch, type ResearchService } from './research.ts'
export { createResearchKind } from './research-kind.ts'
