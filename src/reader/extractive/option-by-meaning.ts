import type { Embedder } from '../../ports/embedder.ts'
import type { Extraction, ExtractTask, Reader, Reading, Span } from '../reader.ts'
import { spanOf } from '../spans.ts'
import { thirdPerson } from './answering/as-field.ts'
import { isNo, isYes, viewOf, type Ask, type Source } from './facts/index.ts'

interface Needs {
  readonly embedder: Embedder
  readonly judge: Reader['judge']
}

/** Of two options that are nearly as like, either may be meant: measured, none below this was chosen wrongly. */
const margin = 0.015
const confidenceOfLikeness = 0.75
const mostKept = 500

/** What to choose where no page says an option in its words. Null: nothing settles it. */
export function createOptionByMeaning({ embedder, judge }: Needs) {
  const vectors = new Map<string, Float32Array>()

  return async function optionByMeaning(
    ask: Ask,
    sources: readonly Source[],
    task: ExtractTask,
    reading: Reading,
  ): Promise<Extraction | null> {
    const { options } = ask
    const yes = options.find(isYes)
    const no = options.find(isNo)
    if (yes !== undefined && no !== undefined) {
      const criterion = criterionOf(ask.description)
      const { satisfied, confidence, spans } = await judge({ ...task, criterion }, reading)
      if (satisfied === 'unclear') return null
      return chosen(satisfied === 'yes' ? yes : no, confidence, 'Judged by what the text says.', spans)
    }
    return ask.concepts.has('industry') ? byLine(options, sources, task, reading) : null
  }

  /** What somebody's own page says first is what they do; the industry that this is most like is theirs. */
  async function byLine(
    options: readonly string[],
    sources: readonly Source[],
    { subject }: ExtractTask,
    { signal }: Reading,
  ): Promise<Extraction | null> {
    for (const source of sources) {
      const view = viewOf(source, subject)
      const { relation } = view
      if ((relation !== 'own' && relation !== 'about') || !(source.language ?? 'en').startsWith('en'))
        continue
      const piece = source.pieces.find(
        (each) =>
          each.kind === 'sentence' &&
          each.plain.text.split(' ').length >= 6 &&
          /[.!]$/.test(each.plain.text) &&
          view.ownerAt(each, 0) === 'subject',
      )
      if (!piece) continue
      const [said] = await embedder.embed([piece.plain.text], { kind: 'passage', signal })
      const known = await vectorsOf(options, signal)
      const [first, second] = options
        .map((option, at) => ({ option, likeness: dot(said, known[at]) }))
        .toSorted((a, b) => b.likeness - a.likeness)
      if (!first || !second || first.likeness - second.likeness < margin) return null
      return chosen(first.option, confidenceOfLikeness, 'Nearest in meaning to what the page says it does.', [
        spanOf(source.document, piece.whole),
      ])
    }
    return null
  }

  /** The same options are asked of many. */
  async function vectorsOf(
    options: readonly string[],
    signal: AbortSignal,
  ): Promise<(Float32Array | undefined)[]> {
    const missing = options.filter((option) => !vectors.has(option))
    if (missing.length > 0) {
      const sentences = missing.map((option) => `This company works in the ${option.toLowerCase()} industry.`)
      const made = await embedder.embed(sentences, { kind: 'passage', signal })
      if (vectors.size + missing.length > mostKept) vectors.clear()
      for (const [at, vector] of made.entries()) vectors.set(missing[at] ?? '', vector)
    }
    return options.map((option) => vectors.get(option))
  }
}

const chosen = (
  value: string,
  confidence: number,
  reasoning: string,
  spans: readonly Span[],
): Extraction => ({
  format: 'options',
  values: [value],
  confidence,
  reasoning,
  spans: [...spans],
})

const somebody =
  "(?:the|this|das|die|der|la|le|l[’'])\\s?(?:company|firm|business|organi[sz]ation|person|product|app|paper|study|event|school|Unternehmen|Firma|entreprise|société)|it|they|he|she|es|sie|er|elle|il"
const asked = new RegExp(
  `^(?<verb>is|are|was|has|have|had|can|will|does|do|did)\\s(?:${somebody})\\s(?<rest>.+)$`,
  'iu',
)

/** “Does the company offer a trial?” → “Offers a trial”. */
function criterionOf(description: string): string {
  const plain = description.replace(/[?.\s]+$/u, '')
  const { verb, rest } = asked.exec(plain)?.groups ?? {}
  if (verb === undefined || rest === undefined) return plain
  return /^do(?:es)?$/i.test(verb) ? thirdPerson(rest) : `${verb} ${rest}`
}

const dot = (one: Float32Array | undefined, other: Float32Array | undefined): number =>
  one && other ? one.reduce((sum, each, at) => sum + each * (other[at] ?? 0), 0) : -1
