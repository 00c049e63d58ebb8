import type { Bearing, Entailment } from '../../../ports/entailment.ts'
import type { Subject, Verdict } from '../../reader.ts'
import { spanOf } from '../../spans.ts'
import { placeOf } from '../place-of.ts'
import { plainText } from '../plain-text.ts'
import { readSentences, type Sentence } from '../sentences.ts'
import type { Finding, Rule, Source } from './finding.ts'
import { guessLanguage } from './language.ts'

export interface EntailmentJudge {
  /** Null: the pages do not say, either way. */
  readonly judge: (
    criterion: string,
    sources: readonly Source[],
    subject: Subject,
    signal: AbortSignal,
  ) => Promise<Verdict | null>
  /** Whether what rules have found has next to nothing to do with the criterion, for all that its words stand there. */
  readonly doubts: (
    criterion: string,
    finding: Finding,
    subject: Subject,
    signal: AbortSignal,
  ) => Promise<boolean>
}

/** How plainly a page must say it; and how plainly nothing else on it may say the contrary. */
const enough = { supports: 0.85, denies: 0.83 }
const tooMuch = 0.4
/**
 * Below this, words that stand there mean something else. On pages that no rule was made from, two thirds of what falls
 * by it were wrong; most of all where a sentence was merely alike.
 */
const tooLittle = (rule: Rule): number => (rule === 'alike' ? 0.3 : rule === 'denied-core' ? 0.1 : 0.06)
/** Where a place is and what a date means is known, and not said on the page. */
const known: ReadonlySet<Rule> = new Set(['number', 'place', 'place-implied', 'date', 'language'])
/** Every page takes as long as all rules together. */
const mostPages = 3
/** A page says what it is about long before this. */
const mostSentences = 400

/**
 * Asks a model whether pages bear a criterion out, for what is said in other words than it is asked in. Only pages
 * about the subject are read, and only English ones.
 */
export function createEntailmentJudge(entailment: Entailment): EntailmentJudge {
  return { judge, doubts }

  async function judge(
    criterion: string,
    sources: readonly Source[],
    subject: Subject,
    signal: AbortSignal,
  ): Promise<Verdict | null> {
    const readable = sources.filter((source) => source.about.isAboutSubject && isReadable(criterion, source))
    const found: Found[] = []
    for (const { page } of readable.slice(0, mostPages)) {
      const sentences = readSentences(page.document).slice(0, mostSentences)
      const about = subject.name ?? page.title
      const bearings = await entailment.weigh(
        { claim: criterion, about, sentences: sentences.map(({ text }) => text) },
        signal,
      )
      for (const bearing of bearings)
        found.push({ bearing, about, read: bearing.places.map((place) => sentences[place]!) }) // places are within
    }
    const side = decisive(found.map(({ bearing }) => bearing))
    if (side === null) return null
    const best = found.toSorted((a, b) => b.bearing[side] - a.bearing[side])[0]! // one was decisive
    return verdictOf(side, best, await plainest(best, side, criterion, signal))
  }

  async function doubts(
    criterion: string,
    { verdict, rule, source, quote }: Finding,
    subject: Subject,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (known.has(rule) || !isReadable(criterion, source)) return false
    const { document, title } = source.page
    const said = plainText(document.text.slice(quote.start, quote.end))
    const [shares] = await entailment.weighEach(
      [{ claim: criterion, about: subject.name ?? title, text: said }],
      signal,
    )
    return shares !== undefined && shares[verdict === 'yes' ? 'supports' : 'denies'] < tooLittle(rule)
  }

  /** The sentence that says it by itself; where none does, it takes all that were read together. */
  async function plainest(
    { about, read }: Found,
    side: Side,
    claim: string,
    signal: AbortSignal,
  ): Promise<readonly Sentence[]> {
    if (read.length === 1) return read
    const alone = await entailment.weighEach(
      read.map(({ text }) => ({ claim, about, text })),
      signal,
    )
    const first = read.find((_, at) => (alone[at]?.[side] ?? 0) >= enough[side])
    return first ? [first] : read
  }
}

type Side = 'supports' | 'denies'

interface Found {
  readonly bearing: Bearing
  readonly about: string
  readonly read: readonly Sentence[]
}

function decisive(bearings: readonly Bearing[]): Side | null {
  const most = (side: Side): number => Math.max(0, ...bearings.map((bearing) => bearing[side]))
  if (most('supports') >= enough.supports && most('denies') < tooMuch) return 'supports'
  return most('denies') >= enough.denies && most('supports') < tooMuch ? 'denies' : null
}

function verdictOf(side: Side, { bearing, read }: Found, quoted: readonly Sentence[]): Verdict {
  const { source } = read[0]! // something was read
  const stretches = quoted.flatMap((sentence) => [...sentence.heads, sentence])
  return {
    satisfied: side === 'supports' ? 'yes' : 'no',
    confidence: confidenceOf(bearing[side]),
    reasoning: `On ${placeOf(source)}, the page ${side === 'supports' ? 'says so' : 'says otherwise'} in its own words.`,
    spans: stretches.map((stretch) => spanOf(source, stretch)),
  }
}

/** Of some six hundred verdicts on claims that the model was not trained on, so many were right. */
const confidenceOf = (share: number): number => (share < 0.9 ? 0.82 : 0.87)

/** The model was trained on English alone. */
const isReadable = (criterion: string, { page }: Source): boolean =>
  (page.language ?? 'en').startsWith('en') && (guessLanguage(criterion) ?? 'en') === 'en'
