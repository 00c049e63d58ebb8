import type { Reader } from '../reader.ts'
import { classify } from './classify.ts'

type Parts = Pick<Reader, 'judge' | 'extract' | 'answer' | 'summarise' | 'fill' | 'decompose' | 'plan'>

/** The reader that is always there: it says only what stands in the sources, and in their words. */
export const createExtractiveReader = (parts: Parts): Reader => ({
  name: 'extractive',
  ...parts,
  classify: async (source) => classify(source),
})
