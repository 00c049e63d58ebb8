import type { Embedder } from '../../ports/embedder.ts'
import type { ExtractTask, Reader } from '../reader.ts'
import { createAnswer } from './answer.ts'
import { classify } from './classify.ts'
import { decompose } from './decompose.ts'
import { createExtract } from './extract.ts'
import { createFill } from './fill.ts'
import { inEnglish } from './gloss/in-english.ts'
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
  const judge = ofKnownType(
    withRecords(
      inEnglish(createJudge({ entailment }), {
        asked: ({ criterion }) => criterion,
        // A contradiction tells something.
        isOpen: ({ satisfied, spans }) => satisfied === 'unclear' && spans.length === 0,
      }),
    ),
  )
  const readField = (isBrief: boolean) => {
    const extract = createExtract({ embedder, judge, entailment, isBrief })
    const foreign = inEnglish(extract, {
      asked: ({ description }) => description,
      isOpen: ({ values }) => values === null,
    })
    // What is given in words is given in those of the page.
    return ofKnownType((task: ExtractTask, reading) =>
      (task.format ?? 'text') === 'text' ? extract(task, reading) : foreign(task, reading),
    )
  }
  const extract = readField(false)
  const brief = readField(true)
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
