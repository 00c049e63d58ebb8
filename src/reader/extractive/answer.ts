import { spanOf } from '../spans.ts'
import type { AnswerTask, Reading, Statement } from '../reader.ts'
import { chooseSentences } from './answering/choose.ts'
import type { Sentence } from './sentences.ts'

/**
 * Answers with the fewest sentences that carry the answer, word for word. A question that the sources do not answer
 * is not answered: a sentence that is merely on the topic is none.
 */
export function createAnswer() {
  return async function* answer(
    { question, sources }: AnswerTask,
    { signal }: Reading,
  ): AsyncGenerator<Statement> {
    signal.throwIfAborted()
    for (const { sentence, agreeing } of chooseSentences(question, sources))
      yield statementOf(sentence, agreeing)
  }
}

/** A sentence as a statement, with what has to be quoted for it to say what it says. */
export const statementOf = (sentence: Sentence, agreeing: readonly Sentence[] = []): Statement => ({
  text: sentence.text,
  spans: [...sentence.heads, sentence]
    .map((stretch) => spanOf(sentence.source, stretch))
    .concat(agreeing.map((other) => spanOf(other.source, other))),
})
