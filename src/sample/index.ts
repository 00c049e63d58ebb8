export { withKnownVectors } from './known-vectors.ts'
export { isSampleLoaded, loadSample, readSampleVectors, type SampleNeeds } from './load-sample.ts'
