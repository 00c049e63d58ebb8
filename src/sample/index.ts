export { withKnownVectors, writeKnownVectors, readKnownVectors } from './known-vectors.ts'
export { loadSampleOnce, readSampleBytes, readSamplePages, sampleVectorsFile } from './load-sample.ts'
