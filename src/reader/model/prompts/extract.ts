import type { ExtractTask } from '../../reader.ts'
import { given, readingRules } from './reading.ts'
import { describeSubject } from './subject.ts'

export const extractInstructions = `${readingRules}

Your task: find what is asked for about the subject.

"values": each value with the quote that says it. Mostly there is one; several only when several are asked for, as a list of names is; none when the sources do not say. When sources differ, take the newest, if they show which one that is; otherwise none. Values of somebody else, and values of another time when a time is asked for, are none.

How values are written, by format:
text: the words of the quote, as few as answer the question, unchanged.
number: digits only, with a point before decimals and without unit or separators: 61000000 for "$61 million". The quote must have the number.
date: 2026-06-30, or 2026-06, or 2026, as far as the quote says it.
email, url: as in the quote; a url with https:// in front.
phone: with + and country code and digits only, when the quote or the country of the subject shows the code.
options: one of the options that are given, spelled as given, and none when none clearly fits.

"format": the format that is given; when none is, the one that fits best. "reasoning": one sentence. "confidence": how probable it is that a careful person with the same sources writes the same, between 0 and 1.`

export function extractPrompt(
  { description, format, options, subject }: ExtractTask,
  sources: string,
): string {
  const parts = [
    describeSubject(subject),
    given('What is asked for', description),
    ...(format ? [`Format: ${format}`] : []),
    ...(options ? [`Options: ${JSON.stringify(options)}`] : []),
  ]
  return `${parts.join('\n')}\n\n${sources}\n\nFind what is asked for.`
}
