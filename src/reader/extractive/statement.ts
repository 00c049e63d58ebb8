import type { Statement } from '../reader.ts'
import { spanOf } from '../spans.ts'
import type { Sentence } from './sentences.ts'

/** A sentence as a statement, with what has to be quoted for it to say what it says. */
export const statementOf = (sentence: Sentence, agreeing: readonly Sentence[] = []): Statement => ({
  text: sentence.text,
  spans: [...sentence.heads, sentence]
    .map((stretch) => spanOf(sentence.source, stretch))
    .concat(agreeing.map((other) => spanOf(other.source, other))),
})
