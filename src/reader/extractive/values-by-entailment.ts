import type { Entailment } from '../../ports/entailment.ts'
import type { FieldFormat, Subject } from '../reader.ts'
import { worthOf } from './facts/choose.ts'
import { possibleFacts, type Ask, type Fact, type Source } from './facts/index.ts'

/** A model's opinion of values, by what stands around them. English pages alone are read. */
export interface ValuesByEntailment {
  /** Whether what stands around a value seems to be about something else than what is asked for, for all that rules say. */
  readonly doubts: (ask: Ask, fact: Fact, subject: Subject, signal: AbortSignal) => Promise<boolean>
  /** Whether what stands around a value says plainly that it is what is asked for. */
  readonly isPlain: (ask: Ask, fact: Fact, subject: Subject, signal: AbortSignal) => Promise<boolean>
  /**
   * The values of pages that have the form asked for, with what rules and the model together think of each. Rules know
   * words: what is said in others they do not find.
   */
  readonly weigh: (
    ask: Ask,
    sources: readonly Source[],
    subject: Subject,
    signal: AbortSignal,
  ) => Promise<readonly Fact[]>
}

/** What is found by its form, wherever it stands, and how much a model must be of the opinion of the rules about it. */
const consent: Partial<Record<FieldFormat, number>> = {
  number: 0.3,
  date: 0.8,
  phone: 0.05,
  email: 0.05,
  url: 0.04,
}
const plainly = 0.9
const contacts: ReadonlySet<FieldFormat> = new Set(['phone', 'email'])
/** How many values are weighed: each costs a third of a claim. */
const mostWeighed = 16
/** About as much of a page as the model was trained to read at once. */
const longestContext = 240

export function createValuesByEntailment(entailment: Entailment): ValuesByEntailment {
  return {
    async doubts(ask, fact, subject, signal) {
      const least = consent[ask.format]
      if (least === undefined || !isEnglish(fact.source)) return false
      const [weighed] = await withSupport([fact], ask, subject, signal)
      return (weighed?.supports ?? 1) < least
    },

    async isPlain(ask, fact, subject, signal) {
      if (!isEnglish(fact.source)) return false
      const [weighed] = await withSupport([fact], ask, subject, signal)
      return (weighed?.supports ?? 0) >= plainly
    },

    async weigh(ask, sources, subject, signal) {
      // Of whom or for what nobody asks, every address would do: that of the press, too.
      const isUntold = contacts.has(ask.format) && ask.terms.every(({ weight }) => weight < 0.4)
      if (consent[ask.format] === undefined || isUntold) return []
      const facts = sources
        .filter(isEnglish)
        .flatMap((source) => possibleFacts(ask, source, subject, sources))
        .toSorted((a, b) => worthOf(ask, b) - worthOf(ask, a))
        .slice(0, mostWeighed)
      return withSupport(facts, ask, subject, signal)
    },
  }

  async function withSupport(
    facts: readonly Fact[],
    ask: Ask,
    subject: Subject,
    signal: AbortSignal,
  ): Promise<Fact[]> {
    const shares = await entailment.weighEach(
      facts.map((fact) => ({
        claim: claimOf(ask.description, fact.source.document.text.slice(fact.start, fact.end)),
        about: subject.name ?? fact.source.title,
        text: contextOf(fact),
      })),
      signal,
    )
    return facts.map((fact, at) => ({ ...fact, supports: shares[at]!.supports })) // one for each
  }
}

/** The model was trained on English alone. */
export const isEnglish = ({ language }: Source): boolean => (language ?? 'en').startsWith('en')

/** As the model was trained: “Number of employees: 612”. */
export const claimOf = (description: string, value: string): string =>
  `${description.replace(/[?.\s]+$/, '')}: ${value}`

/**
 * What stands around a value, as far as there is room: its labels, the sentence before, its own, the next. The value
 * itself is «marked», so that the model need not find it among others like it.
 */
export function contextOf(fact: Fact): string {
  const { piece, source } = fact
  const { kind, label, column, row, before, after } = piece
  const { marked, place } = markedText(fact)
  let text: string
  if (kind === 'cell' || kind === 'pair') {
    const head = [label, column].filter((each) => each !== '').join(' ')
    text = under(head, partAround(marked, place, longestContext - 60))
    if (row !== '' && fits(text, row)) text += ` (${row})`
  } else {
    text = partAround(marked, place, longestContext)
    const last = kind === 'sentence' ? (sentencesOf(before).at(-1) ?? '') : ''
    if (last !== '' && fits(text, last)) text = `${last} ${text}`
    const first = kind === 'sentence' ? (sentencesOf(after)[0] ?? '') : ''
    if (first !== '' && fits(text, first)) text = `${text} ${first}`
  }
  // “Hannah Doyle, communications” stands in the text, and above it stands “Press contact”.
  const heading = piece.headings.findLast((one) => !text.includes(one)) ?? ''
  return kind === 'heading' || heading === source.title || !fits(text, heading) ? text : under(heading, text)
}

function markedText({ piece: { plain }, start, end }: Fact): { marked: string; place: number } {
  const { text } = plain
  const placeOf = (position: number, least: number): number => {
    let place = least
    while (place < text.length && plain.span(place, place + 1).start < position) place++
    return place
  }
  const from = placeOf(start, 0)
  const to = placeOf(end, from)
  return { marked: `${text.slice(0, from)}«${text.slice(from, to)}»${text.slice(to)}`, place: from }
}

const fits = (text: string, more: string): boolean => text.length + more.length < longestContext
const under = (head: string, text: string): string => (head === '' ? text : `${head}: ${text}`)
const sentencesOf = (text: string): string[] => text.trim().split(/(?<=[.!?])\s+/)

/** Of a long text what stands around a place, cut between words. */
function partAround(text: string, place: number, longest: number): string {
  if (text.length <= longest) return text
  const from = Math.max(0, Math.min(place - longest / 2, text.length - longest))
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const end = text.lastIndexOf(' ', start + longest)
  return text.slice(start, end > place ? end : undefined)
}
