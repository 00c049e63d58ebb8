export { withKnownVectors, writeKnownVectors } from './known-vectors.ts'
export {
  isSampleLoaded,
  loadSample,
  readSampleBytes,
  readSamplePages,
  readSampleVectors,
  sampleVectorsFile,
  type SampleNeeds,
} from './load-sample.ts'
