export { withKnownVectors, writeKnownVectors } from './known-vectors.ts'
export {
  loadSampleOnce,
  readSampleBytes,
  readSamplePages,
  readSampleVectors,
  sampleVectorsFile,
  type SampleNeeds,
} from './load-sample.ts'
