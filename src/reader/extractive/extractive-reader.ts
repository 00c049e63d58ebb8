import type { Embedder } from '../../ports/embedder.ts'
import type { Reader } from '../reader.ts'
import { createAnswer } from './answer.ts'
import { classify } from './classify.ts'
import { decompose } from './decompose.ts'
import { createExtract } from './extract.ts'
import { createFill } from './fill.ts'
import { createJudge, type JudgeTools } from './judge.ts'
import { plan } from './plan.ts'
import { withRecords } from './record/with-records.ts'
import { createSummarise } from './summarise.ts'
import { ofKnownType } from './subject-type.ts'

interface ReaderTools extends JudgeTools {
  readonly embedder: Embedder
}

/** The reader that is always there: it says only what stands in the sources, and in their words. */
export function createExtractiveReader({ embedder, entailment }: ReaderTools): Reader {
  const judge = ofKnownType(withRecords(createJudge({ entailment })))
  const extract = ofKnownType(createExtract({ embedder, judge, entailment }))
  const brief = ofKnownType(createExtract({ embedder, judge, entailment, isBrief: true }))
  const answer = createAnswer({ judge, extract: brief, embedder, entailment })
  const summarise = createSummarise({ embedder })
  return {
    name: 'extractive',
    judge,
    extract,
    answer,
    summarise,
    fill: createFill({ judge, extract, answer, summarise }),
    decompose: async (wish, { now }) => decompose(wish, now),
    plan: async (goal, { now }) => plan(goal, now),
    classify: async (source) => classify(source),
  }
}
