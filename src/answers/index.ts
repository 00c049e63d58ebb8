export { createAnswers, type Answered, type Answers } from './answers.ts'
export { createContexts, type Contexts } from './contexts.ts'
export { createDeepSearch } from './deep-search.ts'
export { createDigests, type Digest, type Digests } from './digests.ts'
export { checkOutputSchema } from './output-schema.ts'
export { createSummaries } from './summaries.ts'
export {
  createSynthesis,
  needsSynthesis,
  type Synthesised,
  type Synthesis,
  type SynthesisPart,
} from './synthesis.ts'
