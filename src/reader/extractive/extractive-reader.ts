import type { Embedder } from '../../ports/embedder.ts'
import type { Reader } from '../reader.ts'
import { createAnswer } from './answer.ts'
import { classify } from './classify.ts'
import { decompose } from './decompose.ts'
import { plan } from './plan.ts'
import { createSummarise } from './summarise.ts'

interface Needs extends Pick<Reader, 'judge' | 'extract' | 'fill'> {
  readonly embedder: Embedder
}

/** The reader that is always there: it says only what stands in the sources, and in their words. */
export const createExtractiveReader = ({ embedder, judge, extract, fill }: Needs): Reader => ({
  name: 'extractive',
  judge,
  extract,
  fill,
  answer: createAnswer(),
  summarise: createSummarise({ embedder }),
  decompose: async (wish, { now }) => decompose(wish, now),
  plan: async (goal, { now }) => plan(goal, now),
  classify: async (source) => classify(source),
})
