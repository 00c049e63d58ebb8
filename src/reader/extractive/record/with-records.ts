import type { JudgeTask, Reading, Verdict } from '../../reader.ts'
import { judgeAuthors } from './authors.ts'
import { judgeAvailability } from './availability.ts'
import { judgeCareer } from './career.ts'
import { judgeEmployment } from './employment.ts'
import { judgeEvent } from './events.ts'
import { judgeFunding } from './funding.ts'
import { judgeSector } from './sector.ts'
import { judgeUncontested } from './uncontested.ts'
import { judgeWorkplace } from './workplace.ts'

type Judge = (task: JudgeTask, reading: Reading) => Promise<Verdict>

/**
 * Works and people come with a record: who wrote it and where they work, where its code lies, what it reports, what
 * somebody is, has learnt and with whom. It stands in bylines, labels, headlines and lines under names, and in few
 * forms, so it is read before the judge of sentences is asked. `open`: such a record is asked for and there is none,
 * and whatever else a page says does not stand in for it, though it may deny it.
 */
export function withRecords(judge: Judge): Judge {
  return async function judgeWithRecords(task, reading) {
    const byRecord = judgeByRecord(task, reading)
    if (byRecord !== null && byRecord !== 'open') return byRecord
    const verdict = await judge(task, reading)
    return byRecord === 'open' && verdict.satisfied === 'yes' ? unclear : verdict
  }
}

const unclear: Verdict = {
  satisfied: 'unclear',
  confidence: 0.5,
  reasoning: 'The sources do not say.',
  spans: [],
}

function judgeByRecord(task: JudgeTask, reading: Reading): Verdict | 'open' | null {
  const { type } = task.subject
  if (type === 'person') return judgeCareer(task) ?? judgeEmployment(task) ?? judgeWorkplace(task)
  if (type === 'article' || type === 'research_paper')
    return judgeAuthors(task) ?? judgeAvailability(task) ?? judgeUncontested(task) ?? judgeEvent(task)
  return judgeFunding(task, reading) ?? judgeSector(task)
}
