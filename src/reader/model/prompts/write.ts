import type { AnswerTask, SummaryTask } from '../../reader.ts'
import { given, readingRules } from './reading.ts'

export const writeInstructions = `${readingRules}

Your task: write a short text, as a list of items. Each item is one sentence ("text") with the quotes that it rests on; together they read as one text. A sentence says no more than its quotes: every number, name, date and address in it stands in them. Put no citations, brackets or source numbers into sentences; the quotes are shown beside them.

Write in the language of the request. Begin with what was asked. Leave out what was not asked. When the sources do not answer, the list is empty; never write a sentence that says so.`

export const answerPrompt = ({ question, instructions }: AnswerTask, sources: string): string =>
  [
    given('Question', question),
    ...(instructions
      ? [given('Wishes about tone and form, which change nothing about what is true', instructions)]
      : []),
    '',
    sources,
    '',
    'Answer the question from the sources, in one to six sentences.',
  ].join('\n')

export const summaryPrompt = ({ query }: SummaryTask, sources: string): string =>
  [
    ...(query ? [given('What the reader of the summary wants to know', query), ''] : []),
    sources,
    '',
    query
      ? 'Summarise what the source says about that, in two to five sentences.'
      : 'Summarise the source in two to five sentences: what it is, and what it says.',
  ].join('\n')
