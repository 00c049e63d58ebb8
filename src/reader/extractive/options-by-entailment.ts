import type { Bearing, Entailment } from '../../ports/entailment.ts'
import type { Extraction, Subject } from '../reader.ts'
import { spanOf } from '../spans.ts'
import { worthOf } from './facts/choose.ts'
import { viewOf, type Ask, type Fact, type Source } from './facts/index.ts'
import { readSentences, saidIn, type Sentence } from './sentences.ts'
import { claimOf, isEnglish } from './values-by-entailment.ts'
import { quantitiesIn } from './values/index.ts'

/**
 * Chooses among options that are words. Null: the pages bear none out; undefined: none of them can be read, or they say
 * one so plainly that rules choose it.
 */
export type OptionChooser = (
  ask: Ask,
  facts: readonly Fact[],
  sources: readonly Source[],
  subject: Subject,
  signal: AbortSignal,
) => Promise<Extraction | null | undefined>

/** What stands there in so many words, and nothing else that was to choose from, needs no second opinion. */
const plain = { worth: 0.65, lead: 0.2 }
/** What is said less plainly is taken if the model is nearly of that opinion. */
const said = { worth: 0.6, supports: 0.4 }
/** Else it is weighed: how much of its worth is the model's opinion, how much it must be worth, how much more than others. */
const share = 0.6
const least = 0.4
const lead = 0.04
const plainly = 0.8
/** Every option is put to every page. */
const mostPages = 3
const mostSentences = 200

/**
 * Puts each option to the pages as a claim, and takes the one that they bear out best. Labels are seldom the words of
 * the page; where they are, rules have found them, and that counts as well.
 */
export function createOptionChooser(entailment: Entailment): OptionChooser {
  return async function choose(ask, facts, sources, subject, signal) {
    const pages = sources
      .filter((source) => isEnglish(source) && viewOf(source, subject).relation !== 'none')
      .slice(0, mostPages)
    if (pages.length === 0) return undefined
    const byRules = ask.options.map((option) =>
      Math.max(0, ...facts.filter(({ value }) => value === option).map((fact) => worthOf(ask, fact))),
    )
    if (isPlain(byRules)) return undefined
    const weighed: Weighed[] = []
    for (const [at, option] of ask.options.entries()) {
      const best = isRuledOut(ask, facts, option) ? undefined : await bestOf(option)
      const supports = best?.bearing.supports ?? 0
      const rules = byRules[at]! // one for each
      weighed.push({ option, best, byRules: rules, supports, worth: (1 - share) * rules + share * supports })
    }
    const first = saidAndMeant(weighed) ?? newest(weighed) ?? outstanding(weighed)
    if (!first?.best) return null
    const { read } = first.best
    return {
      format: 'options',
      values: [first.option],
      confidence: confidenceOf(first.worth),
      reasoning: 'What the page says comes to this.',
      spans: read.flatMap((sentence) =>
        [...sentence.heads, sentence].map((stretch) => spanOf(sentence.source, stretch)),
      ),
    }

    /** What speaks most for an option. */
    async function bestOf(option: string): Promise<Read | undefined> {
      const found: Read[] = []
      for (const page of pages) {
        const { document, title } = page
        const view = viewOf(page, subject)
        const sentences = rowsMeant(
          ask,
          readSentences(document)
            .slice(0, mostSentences)
            .filter((sentence) => !view.isAside(saidIn(sentence))),
        )
        const bearings = await entailment.weigh(
          {
            claim: claimOf(ask.description, option),
            about: subject.name ?? title,
            sentences: sentences.map(({ text }) => text),
          },
          signal,
        )
        for (const bearing of bearings)
          found.push({ bearing, page, read: bearing.places.map((place) => sentences[place]!) }) // places are within
      }
      return found.toSorted((a, b) => b.bearing.supports - a.bearing.supports)[0]
    }
  }
}

const asksLargest = /(?<!\p{L})(?:largest|biggest|main|most important|principal)(?!\p{L})/iu
/** So many rows make one of them the largest. */
const fewestRows = 3

/** Of a table the rows that are asked about: those of whom or what is named, and of amounts the largest. */
function rowsMeant(ask: Ask, sentences: readonly Sentence[]): readonly Sentence[] {
  const names = ask.terms.filter(({ isName, text }) => isName && text.length >= 3).map(({ text }) => text)
  const namesIn = ({ text }: Sentence): number => names.filter((name) => text.includes(name)).length
  const tables = sentences.filter(({ kind }) => kind === 'row')
  const meant = new Map<number, readonly Sentence[]>()
  for (const block of new Set(tables.map((row) => row.block))) {
    const rows = tables.filter((row) => row.block === block)
    // “OSV” and “203” stand both in the row that is meant.
    const mostNames = Math.max(...rows.map(namesIn))
    if (mostNames > 0)
      meant.set(
        block,
        rows.filter((row) => namesIn(row) === mostNames),
      )
    else if (asksLargest.test(ask.description) && rows.length >= fewestRows) {
      const amounts = rows.map(
        ({ cells = [] }) => quantitiesIn(cells.at(-1)?.value ?? '', 'en')[0]?.value ?? NaN,
      )
      const most = Math.max(...amounts)
      if (!Number.isNaN(most)) meant.set(block, [rows[amounts.indexOf(most)]!]) // one of them
    }
  }
  return sentences.filter((one) => one.kind !== 'row' || (meant.get(one.block)?.includes(one) ?? true))
}

/** Wherever it stands it is said of others, denied or over: “a competitor uses sand”, “I was CEO until 2025”. */
function isRuledOut({ wantsFormer }: Ask, facts: readonly Fact[], option: string): boolean {
  const own = facts.filter(({ value }) => value === option)
  return (
    own.length > 0 &&
    own.every(
      ({ owner, modality }) =>
        owner === 'other' || modality === 'denied' || (modality === 'former' && !wantsFormer),
    )
  )
}

interface Read {
  readonly bearing: Bearing
  readonly page: Source
  readonly read: readonly Sentence[]
}

interface Weighed {
  readonly option: string
  readonly best: Read | undefined
  readonly byRules: number
  readonly supports: number
  readonly worth: number
}

function isPlain(byRules: readonly number[]): boolean {
  const [first = 0, second = 0] = byRules.toSorted((a, b) => b - a)
  return first >= plain.worth && first - second >= plain.lead
}

/** The option that stands there in its own words, more than any other, and seems to be meant. */
function saidAndMeant(weighed: readonly Weighed[]): Weighed | undefined {
  const [first, second] = weighed.toSorted((a, b) => b.byRules - a.byRules)
  const isSaid = first && first.byRules >= said.worth && first.byRules > (second?.byRules ?? 0)
  return isSaid && first.supports >= said.supports ? first : undefined
}

/** Who owns it, or whether it was sold, changes: of two that are plainly borne out, the one that the newer page tells. */
function newest(weighed: readonly Weighed[]): Weighed | undefined {
  const sure = weighed.filter(({ supports }) => supports >= plainly)
  const [first, second] = sure.toSorted((a, b) => toldAt(b) - toldAt(a))
  return first && second && toldAt(first) > toldAt(second) ? first : undefined
}
const toldAt = ({ best }: Weighed): number =>
  (best?.page.written ?? best?.page.document.fetchedAt)?.getTime() ?? 0

/** The option that comes to the most, and to more than any other. */
function outstanding(weighed: readonly Weighed[]): Weighed | undefined {
  const [first, second] = weighed.toSorted((a, b) => b.worth - a.worth)
  return first && first.worth >= least && first.worth - (second?.worth ?? 0) >= lead ? first : undefined
}

/** Of three dozen that were chosen on pages of other authors, two thirds were right. */
const confidenceOf = (worth: number): number => (worth < 0.75 ? 0.65 : 0.7)
