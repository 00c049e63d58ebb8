import type { JudgeTask } from '../../reader.ts'
import { given, readingRules } from './reading.ts'
import { describeSubject } from './subject.ts'

export const judgeInstructions = `${readingRules}

Your task: decide whether the subject meets a criterion.

"yes": a quote shows that the subject meets all of it. "no": a quote shows that it does not, or no longer does; silence is not a no. "unclear": everything else, also when the sources contradict each other and neither is newer or says that it corrects the other; then quote both.

Mind who is spoken of: sentences about other companies, people, customers or rivals say nothing about the subject. Mind numbers, units, dates and negations. Periods such as "in the last two years" end today. Plans, forecasts and rumours are not facts.

"reasoning": one or two sentences, what the quotes say and how that decides. "confidence": how probable it is that a careful person with the same sources decides as you do, between 0 and 1. "quotes": what the verdict rests on, one to four of them; none when unclear for want of anything.`

export const judgePrompt = ({ criterion, subject }: JudgeTask, sources: string): string =>
  `${describeSubject(subject)}\n${given('Criterion', criterion)}\n\n${sources}\n\nDecide whether the subject meets the criterion.`
