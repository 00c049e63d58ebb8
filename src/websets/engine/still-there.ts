import type { Document } from '../../documents/index.ts'
import type { JudgeTask, OpenReader, Reading } from '../../reader/index.ts'
import { firstStatement } from './aftermath.ts'

/** What would end a company, and how a criterion says that it has not come to that. */
const ends: readonly { readonly asked: RegExp; readonly ended: string }[] = [
  {
    asked:
      /^(?:has|have|was|is|it has)?\s*(?:not|never|n['’]t) (?:yet )?(?:been )?(?:acquired|bought|taken over|sold)(?: (?:by|to) (?:another|an?y?|a larger) (?:company|firm|business|group|competitor))?$|^is (?:still )?independent$/iu,
    ended: 'Has been acquired by another company',
  },
  {
    asked:
      /^(?:has|have|is|was|it has)?\s*(?:not|never|n['’]t) (?:yet )?(?:been )?(?:closed(?: down)?|shut down|ceased (?:operations|trading)|gone (?:bankrupt|out of business)|(?:become |filed for )?(?:insolven(?:t|cy)|bankrupt(?:cy)?)|liquidated|dissolved)$|^is (?:still |currently )?(?:active|operating|in business|in operation|trading|open)$|^still (?:exists|operates|trades)$/iu,
    ended: 'Has ceased operations or is insolvent',
  },
]

/**
 * Judges “is still in business” and “has not been acquired” of a company. Companies seldom say so; news and
 * directories say the opposite when it comes to it. When the pages are silent both ways, whoever has looked through
 * those that name it can say that nothing speaks of an end. Null: the criterion is of another kind.
 */
export async function judgeStillThere(
  reader: Pick<OpenReader, 'judge'>,
  task: JudgeTask,
  page: Document,
  reading: Reading,
): Promise<Awaited<ReturnType<OpenReader['judge']>> | null> {
  const end = ends.find(({ asked }) => asked.test(task.criterion.trim().replace(/\.$/, '')))
  if (!end || task.subject.type !== 'company') return null
  const said = await reader.judge(task, reading)
  if (said.satisfied !== 'unclear') return said
  const ended = await reader.judge({ ...task, criterion: end.ended }, reading)
  if (ended.satisfied === 'yes') return { ...ended, satisfied: 'no' }
  const presented = firstStatement(page)
  if (!presented || ended.spans.length > 0) return said
  return {
    ...said,
    satisfied: 'yes',
    confidence: 0.7,
    reasoning: `Nothing on the ${task.sources.length} pages that were read speaks of it.`,
    spans: [presented],
  }
}
