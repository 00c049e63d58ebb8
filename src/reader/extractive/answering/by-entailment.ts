import { fold } from '../../../contents/index.ts'
import type { Document } from '../../../documents/index.ts'
import type { Entailment, Passage } from '../../../ports/entailment.ts'
import { readSentences, type Sentence } from '../sentences.ts'
import { placeNamed } from '../values/index.ts'
import { isCommonInNames, namesInQuestion } from './names.ts'
import type { Question } from './question.ts'

/** A sentence, and how surely it answers a question, from 0 to 1. */
export interface Answering {
  readonly sentence: Sentence
  readonly share: number
}

/** What of a page may answer, and whom or what the page is about. */
export interface Page {
  readonly sentences: readonly Sentence[]
  readonly about: string
}

/** Whether a sentence has something of the kind that is asked for in it; null where any will do. */
export type HasKind = (sentence: Sentence) => boolean | null

export interface AnswersByEntailment {
  /** The sentences that come nearest to a question, those first that answer it most surely. */
  readonly find: (
    question: string,
    pages: readonly Page[],
    hasKind: HasKind,
    signal: AbortSignal,
  ) => Promise<readonly Answering[]>
}

const mostPages = 5
/** Of each page so many sentences are read, those that come nearest; of the first, which it is about, more. */
const mostRead = { ofFirst: 16, ofOthers: 8 }
/** Of all of them so many again, together with the one before. */
const mostReadAgain = 8
/** A page says what it is about long before this. */
const mostSentences = 400
/** As much as the model was trained to read at once. */
const longestBefore = 200
/** A value of the kind that is asked for counts so much, in steps of e to 1. */
const kindCounts = 1

/**
 * Asks the model of entailment which sentence answers a question: a question is a claim that a sentence may bear out or
 * deny, and is silent about where it does not answer it. English alone is read.
 */
export function createAnswersByEntailment(entailment: Entailment): AnswersByEntailment {
  return {
    async find(question, pages, hasKind, signal) {
      const sharesOf = async (passages: readonly Omit<Passage, 'claim'>[]): Promise<number[]> => {
        const asked = passages.map((passage) => ({ claim: question, ...passage }))
        return (await entailment.weighEach(asked, signal)).map(({ isSilent }) => 1 - isSilent)
      }
      const found: (Answering & { readonly page: Page })[] = []
      for (const [at, page] of pages.slice(0, mostPages).entries()) {
        const { sentences, about } = page
        const texts = sentences.map(({ text }) => text)
        const near = await entailment.nearest({ claim: withoutNames(question), sentences: texts }, signal)
        const read = near
          .slice(0, at === 0 ? mostRead.ofFirst : mostRead.ofOthers)
          .map((place) => sentences[place]!) // places are within
        const shares = await sharesOf(read.map(({ text }) => ({ about, text })))
        found.push(...read.map((sentence, row) => ({ page, sentence, share: shares[row]! }))) // one for each
      }
      const best = found.toSorted((a, b) => b.share - a.share).slice(0, mostReadAgain)
      // By itself and after the sentence before it: what it leaves unsaid may stand there.
      const again = await sharesOf(
        best.map(({ page, sentence }) => ({ about: page.about, text: withBefore(sentence, page.sentences) })),
      )
      return best
        .map(({ sentence, share }, at) => {
          const both = (oddsOf(share) + oddsOf(again[at]!)) / 2 // one for each
          return { sentence, share: shareOf(both + (hasKind(sentence) ? kindCounts : 0)) }
        })
        .toSorted((a, b) => b.share - a.share)
    },
  }
}

const oddsOf = (share: number): number => Math.log((share + 0.01) / (1.01 - share))
const shareOf = (odds: number): number => 1 / (1 + Math.exp(-odds))

function withBefore({ index, text }: Sentence, all: readonly Sentence[]): string {
  const before = all.find((other) => other.index === index - 1)?.text ?? ''
  return before === '' || before.length > longestBefore ? text : `${before} ${text}`
}

/** Whom a question is about stands on every line of a page about them. */
const withoutNames = (question: string): string =>
  namesInQuestion(question, 'en').reduce((text, name) => text.replace(name, ' '), question)

/** The sentences of an English page: all, or where it is about others, those that name somebody and what follows. */
export function readablePage(source: Document, isNamed?: (text: string) => boolean): Page {
  const all = isEnglish(source) ? readSentences(source).slice(0, mostSentences) : []
  const isIt = ({ text }: Sentence): boolean => isNamed === undefined || isNamed(text)
  return {
    sentences: all.filter(
      (one, at) => saysSomething(one) && all.slice(Math.max(0, at - following), at + 1).some(isIt),
    ),
    about: source.title ?? '',
  }
}

/** So many sentences after a name may still be about it. */
const following = 2

/** “Funding.” says nothing by itself. */
const saysSomething = ({ source, start, end }: Sentence): boolean =>
  /\d/.test(source.text.slice(start, end)) || source.text.slice(start, end).trim().includes(' ')

/** What is worth reading for a question: pages about whom it is about first, and none that lacks one of its names. */
export function pagesFor(question: Question, sources: readonly Document[]): Page[] {
  const words = namesOf(question).flatMap(tellingWords)
  if (words.length === 0) return sources.map((source) => readablePage(source))
  const wanted = question.names.map(tellingWords).filter((those) => those.length > 0)
  const isNamed = (text: string): boolean => isIn(fold(text), words)
  return sources
    .map((source) => ({
      source,
      head: fold(`${source.title ?? ''} ${source.host}`),
      text: fold(source.text),
    }))
    .filter(({ head, text }) => wanted.every((those) => isIn(`${head} ${text}`, those)))
    .map(({ source, head, text }) => ({
      source,
      isAbout: isIn(head, words) || words.some((word) => text.split(word).length > often),
    }))
    .toSorted((a, b) => Number(b.isAbout) - Number(a.isAbout))
    .map(({ source, isAbout }) => readablePage(source, isAbout ? undefined : isNamed))
}

const isIn = (folded: string, words: readonly string[]): boolean =>
  words.some((word) => folded.includes(word))

/** Whoever is named so often is whom a page is about. */
const often = 3

/** Whom a question is about: a place in it says where. */
const namesOf = ({ names }: Question): readonly string[] => {
  const telling = names.filter((name) => placeNamed(name) === null)
  return telling.length > 0 ? telling : names
}

/** The words that tell a name from others: pages seldom give the whole of it. */
const tellingWords = (name: string): string[] =>
  fold(name)
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => (word.length >= 4 && !isCommonInNames(word)) || /\p{L}-?\d|\d-?\p{L}/u.test(word))

const isEnglish = ({ language }: Document): boolean => (language ?? 'en').startsWith('en')
