import type { Document } from '../../../documents/index.ts'
import type { Sentence } from '../sentences.ts'
import { momentsIn } from '../values/index.ts'
import type { Question } from './question.ts'
import { rankSentences, type Candidate } from './rank.ts'
import type { Term } from './terms.ts'

const mostPerSource = 3
const mostInAll = 7

/**
 * What happened, in the order in which it happened. Where a question says what it wants to know, each page may tell
 * each of it; else each page tells what it begins with.
 */
export function chooseTimeline(question: Question, sources: readonly Document[]): Sentence[] {
  const chosen = new Map<Sentence, number>()
  for (const source of sources) {
    const told =
      question.terms.length === 0
        ? beginnings(rankSentences(question, [source]))
        : question.terms
            .filter(({ keys }) => !keys.includes('=change'))
            .flatMap((term) => rankSentences(about(term, question), [source]).slice(0, 1))
    for (const { sentence, score, about } of told.filter(isClear).slice(0, mostPerSource))
      if (about >= 0.4) chosen.set(sentence, score)
  }
  return [...chosen]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostInAll)
    .map(([sentence]) => sentence)
    .toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)) || a.index - b.index)
}

/** A question for the number of something wants numbers. */
function about(term: Term, question: Question): Question {
  const number = /(?<!\p{L})(?:how many|number of|anzahl|zahl der|nombre d)/iu.test(question.text)
  const isCounted = number && question.terms[0] === term
  return { ...question, terms: [term], expects: isCounted ? 'count' : null, counted: isCounted ? [term] : [] }
}

/** The page is of the time asked for, or the sentence is. */
const isClear = ({ time, coverage }: Candidate): boolean => time >= 0.5 && coverage >= 0.8

/** What a page begins with is what it is about. Later sentences must say themselves when they happened. */
function beginnings(candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .filter(({ sentence, time }) => sentence.kind === 'prose' && (sentence.index < 3 || time === 1))
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, 2)
}

const weight = ({ sentence, score }: Candidate): number => score + 1 / (1 + sentence.index)

function dayOf({ text, source }: Sentence): string {
  const written = source.publishedAt
  const [first] = momentsIn(text, { language: source.language, written })
  return first?.date ?? written?.toISOString().slice(0, 10) ?? '9'
}
