import type { FillTask } from '../../reader.ts'
import { given, readingRules } from './reading.ts'

export const fillInstructions = `${readingRules}

Your task: fill an object that a JSON Schema describes, value by value. You do not write the object: you list its values, each with its place and the quote that says it.

"path": the way to the value: names joined by points, positions in lists in brackets, counted from 0: companies[0].name. Only places that the schema has, and only single values: texts, numbers, true or false, never whole objects or lists. "value": as the schema wants it, numbers without unit or separators, dates as 2026-06-30. Short texts, such as names, places and titles, are copied from the quote; longer ones say no more than it. "confidence": between 0 and 1.

Leave out every value that the sources do not give. An object of a list that has no values is left out as a whole.`

export const fillPrompt = ({ schema, request, instructions }: FillTask, sources: string): string =>
  [
    given('What the object is to hold', request),
    ...(instructions
      ? [given('Wishes about form, which change nothing about what is true', instructions)]
      : []),
    `JSON Schema: ${JSON.stringify(schema)}`,
    '',
    sources,
    '',
    'List the values of the object.',
  ].join('\n')
