import { fold } from '../../../contents/index.ts'
import type { Document } from '../../../documents/index.ts'
import { readSentences, type Sentence } from '../sentences.ts'
import { valuesAsked } from './asked-values.ts'
import { chooseTimeline } from './choose-timeline.ts'
import { nameFinder } from './names.ts'
import { presenceOf } from './presence.ts'
import type { Question } from './question.ts'
import { rankSentences, type Candidate } from './rank.ts'
import { keysOf, termsOf, type Term } from './terms.ts'

/** A sentence of an answer, and those of other sources that say the same. */
export interface Chosen {
  readonly sentence: Sentence
  readonly agreeing: readonly Sentence[]
}

/** The sentences that answer a question, or a part of one, in the order in which they are to be read. */
export function chooseSentences(
  question: Question,
  sources: readonly Document[],
  /** What earlier parts have been answered with. */
  before: readonly Sentence[] = [],
): Chosen[] {
  if (question.kind === 'timeline') return chooseTimeline(question, sources).map(alone)
  if (question.kind === 'comparison') return chooseSides(question, sources)
  const good = goodSentences(question, sources)
  // What has been said already may answer this as well.
  if (good.some(({ sentence }) => before.includes(sentence))) return []
  if (question.kind === 'definition') return chooseDefinition(question, good)
  if (question.kind === 'list') {
    const rows = rowsOf(question, sources)
    const listed = rows.length > 1 ? rows : listedIn(question, sources)
    return listed.length > 1 ? listed.map(alone) : chooseList(good)
  }
  const section = question.expects === null && question.kind === 'fact' ? sectionOn(question, sources) : []
  return section.length > 0 ? section.map(alone) : chooseFact(question, good)
}

/** Those that answer by themselves, best first. */
export const goodSentences = (question: Question, sources: readonly Document[]): Candidate[] =>
  rankSentences(question, sources)
    .filter((candidate) => answers(candidate, question))
    .toSorted((a, b) => worthOf(b, question) - worthOf(a, question))

/** Of sentences with the words of a question, the one that is most like it is its answer. */
const worthOf = ({ score, sentence }: Candidate, { likeness }: Question): number =>
  score + likenessWeight * ((likeness?.get(sentence) ?? unlike) - unlike)

const alone = (sentence: Sentence): Chosen => ({ sentence, agreeing: [] })

const likenessWeight = 6
/** What is less like a question than this does not answer it, whatever words it has. */
const unlike = 0.82
/** What is as like it as this may leave out some of its words. */
const alike = 0.9
const leastCoverage = 0.6
/** A figure belongs to the words beside it. */
const leastCloseness = 0.25
const figures = new Set(['money', 'percent', 'number'])

/** Whether a sentence does not merely touch the question. */
function answers(candidate: Candidate, question: Question): boolean {
  const { names, expects, kind, isDoubtful, text, likeness } = question
  const { coverage, inside, about, closeness, sentence } = candidate
  if (names.length > 0 && about < 0.4) return false
  // “Which rival is the largest?” wants to be told a name.
  if (kind === 'fact' && expects === null && asksWhich.test(text) && !namesSomething(sentence, question))
    return false
  const like = likeness?.get(sentence)
  if (like !== undefined && like < unlike && kind === 'fact') return false
  if (like !== undefined && like >= alike && kind === 'fact' && isLikely(candidate, question)) return true
  if (isDoubtful)
    return (
      coverage >= (sentence.kind === 'row' ? 0.8 : 0.9) && inside >= 0.8 && about >= 0.6 && closeness >= 0.5
    )
  // How something is done is told by a sentence that speaks of all of it, or by none.
  if (expects === null && manner.test(text)) return coverage >= 0.95 && inside >= 0.9
  if (expects === null && kind !== 'definition') return coverage >= 0.75 && inside >= 0.6
  if (expects === 'date') return coverage >= leastCoverage && closeness >= 0.5
  return coverage >= leastCoverage && (closeness >= leastCloseness || !figures.has(expects ?? ''))
}

/** Whether what is alike in meaning also has enough of the words, close enough to a value that was asked for. */
const isLikely = (
  { coverage, inside, about, closeness }: Candidate,
  { names, isDoubtful }: Question,
): boolean =>
  coverage >= (isDoubtful ? 0.5 : 0.4) &&
  inside >= (isDoubtful ? 0.45 : 0.3) &&
  (names.length === 0 || about >= 0.55) &&
  closeness >= 0.5

const asksWhich = /^which (?!of |has |have |is |are |was |were )\p{Ll}+ /iu

const namesSomething = (sentence: Sentence, question: Question): boolean =>
  sentence.kind !== 'prose' || valuesAsked(sentence, { ...question, expects: 'name' }).length > 0

const mostAgreeing = 2
/** How far behind the best another source may be to contradict it. */
const contradicts = 0.4
const typed = new Set(['count', 'money', 'percent', 'number', 'date', 'place'])

/** The best sentence, with whoever says the same and, where sources differ, with the best that says otherwise. */
function chooseFact({ expects }: Question, good: readonly Candidate[]): Chosen[] {
  const [best, ...rest] = good
  if (!best) return []
  const others = rest.filter(({ sentence }) => sentence.source !== best.sentence.source)
  if (expects === null || !typed.has(expects)) return [alone(best.sentence)]
  const says = new Set(best.values.map(({ key }) => key))
  const agreeing = others.filter(({ values }) => says.has(values[0]?.key ?? '')).slice(0, mostAgreeing)
  const other = others.find(
    ({ score, values }) => score >= best.score - contradicts && values.every(({ key }) => !says.has(key)),
  )
  const first = { sentence: best.sentence, agreeing: agreeing.map(({ sentence }) => sentence) }
  return other ? [first, alone(other.sentence)] : [first]
}

/** The best sentence of another source that says otherwise than the sentences given. */
export function contradicting(
  question: Question,
  sources: readonly Document[],
  given: readonly Sentence[],
): Sentence | null {
  if (question.expects === null || !typed.has(question.expects)) return null
  const good = goodSentences(question, sources)
  const [best] = good
  const says = new Set(given.flatMap((sentence) => valuesAsked(sentence, question).map(({ key }) => key)))
  // What has been found otherwise may have no such value as sentences are read; then nothing can be compared.
  if (!best || says.size === 0) return null
  const other = good.find(
    ({ sentence, score, values }) =>
      given.every(({ source }) => source !== sentence.source) &&
      score >= best.score - contradicts &&
      values.every(({ key }) => !says.has(key)),
  )
  return other?.sentence ?? null
}

const longestList = 8
const listMargin = 0.6

/** Every sentence that adds something, in the order of the pages. */
function chooseList(good: readonly Candidate[]): Chosen[] {
  const [best] = good
  if (!best) return []
  const said = new Set<string>()
  const chosen: Sentence[] = []
  for (const { sentence, values, score } of good) {
    if (score < best.score - listMargin || chosen.length === longestList) break
    if (values.every(({ key }) => said.has(key))) continue
    for (const { key } of values) said.add(key)
    chosen.push(sentence, ...(sentence.text.endsWith(':') ? itemsAfter(sentence) : []))
  }
  const place = (source: Document) => chosen.findIndex((sentence) => sentence.source === source)
  return [...new Set(chosen)]
    .toSorted((a, b) => place(a.source) - place(b.source) || a.index - b.index)
    .map(alone)
}

/**
 * What a page lists as such: what stands under a heading that names it (“Locations”), or the rows of a table that has
 * a column for it (“Talk”). Where headings tell more of what was asked (“Tuesday”), only what stands under them.
 */
function listedIn({ terms: [asked, ...rest], names }: Question, sources: readonly Document[]): Sentence[] {
  const finders = names.map(nameFinder)
  if (!asked) return []
  for (const source of sources) {
    if (finders.some((finder) => !['own', 'about'].includes(presenceOf(source, finder)))) continue
    const sentences = readSentences(source)
    const isUnder = (sentence: Sentence, term: Term) =>
      sentence.headings.some(({ text }) => tells(text, term))
    const further = rest.filter((term) => sentences.some((sentence) => isUnder(sentence, term)))
    const listed = sentences.filter(
      (sentence) =>
        (isUnder(sentence, asked) || sentence.cells?.some(({ label }) => tells(label, asked))) &&
        further.every((term) => isUnder(sentence, term)),
    )
    if (listed.length > 1) return listed.slice(0, longestList)
  }
  return []
}

/** The rows of the table whose columns are called like most of what was asked: packages with their prices. */
function rowsOf({ terms, names }: Question, sources: readonly Document[]): Sentence[] {
  const finders = names.map(nameFinder)
  let best: { rows: Sentence[]; told: number } = { rows: [], told: 1 }
  for (const source of sources) {
    if (finders.some((finder) => !['own', 'about'].includes(presenceOf(source, finder)))) continue
    const tables = new Map<number, Sentence[]>()
    for (const row of readSentences(source))
      if (row.cells) tables.set(row.block, [...(tables.get(row.block) ?? []), row])
    for (const rows of tables.values()) {
      const labels = rows[0]?.cells?.map(({ label }) => label) ?? []
      const told = terms.filter((term) => labels.some((label) => tells(label, term))).length
      if (told > best.told) best = { rows, told }
    }
  }
  return best.rows.slice(0, longestList)
}

function tells(text: string, { keys }: Term): boolean {
  const said = keysOf(termsOf(text))
  return keys.some((key) => said.has(key))
}

/** The list that a sentence with a colon leads to. */
function itemsAfter({ source, index }: Sentence): Sentence[] {
  const after = readSentences(source).slice(index + 1, index + 1 + longestList)
  const end = after.findIndex(({ kind }) => kind !== 'item')
  return end < 0 ? after : after.slice(0, end)
}

const manner =
  /^(?:how (?:does|do|did|is|are|can|to|was|were)|wie (?!viel|hoch|alt|gro|lang)|comment)(?!\p{L})/iu
const sectionLength = 3

/** What stands under a heading that asks what was asked: “How a room works”. */
function sectionOn({ terms, names, text }: Question, sources: readonly Document[]): Sentence[] {
  const finders = names.map(nameFinder)
  if (terms.length === 0) return []
  for (const source of sources) {
    if (finders.some((finder) => !['own', 'about'].includes(presenceOf(source, finder)))) continue
    const under = readSentences(source).filter(({ headings, kind }) => {
      const keys = keysOf(termsOf(headings.at(-1)?.text ?? ''))
      const said = terms.filter((term) => term.keys.some((key) => keys.has(key))).length
      return kind === 'prose' && said >= Math.max(1, terms.length - (terms.length > 2 ? 1 : 0))
    })
    const isWhole = under.some(({ headings }) => isSaid(headings.at(-1)?.text ?? '', terms))
    if (under.length > 0 && (manner.test(text) || terms.length > 1 || isWhole))
      return under.slice(0, sectionLength)
  }
  return []
}

/** Whether all that a heading says was asked for: “After a crash”. */
const isSaid = (heading: string, terms: readonly Term[]): boolean => {
  const words = termsOf(heading)
  return (
    words.length > 0 &&
    words.every((word) => terms.some(({ keys }) => keys.some((key) => word.keys.includes(key))))
  )
}

const saysWhat =
  /^[\s,]*(?:\([^)]*\)\s*)?(?:,[^,]{2,80},\s*)?(?:is|are|was|were|has made|have made|had made|makes?|builds?|develops?|provides?|offers?|sells?|runs?|operates?|produces?|designs?|rents?|helps?|works?|ist|sind|war|stellt|entwickelt|bietet|baut|betreibt|est|sont|était|fabrique|développe|propose|conçoit|exploite)(?!\p{L})/iu

/** “Kestrel Robotics makes …”: a sentence that begins with the name and says what it is. */
function chooseDefinition({ names }: Question, good: readonly Candidate[]): Chosen[] {
  const finders = names.map(nameFinder)
  const tells = good.filter(({ sentence }) => {
    const text = fold(sentence.text)
    return finders.some(({ whole, short }) => {
      const found = whole.exec(text) ?? short?.exec(text)
      return (
        found &&
        ((found.index < 12 + datelineOf(text) && saysWhat.test(text.slice(found.index + found[0].length))) ||
          isApposition(text, found))
      )
    })
  })
  const [best] = tells.toSorted((a, b) => a.sentence.index - b.sentence.index || b.score - a.score)
  return best ? [alone(best.sentence)] : []
}

/** “Oslo, 3 May 2026 – Fathomline makes …”: where and when it is told. */
const datelineOf = (text: string): number => /^[^.!?]{3,60}?\d{4}\s?[–—-]\s/u.exec(text)?.[0].length ?? 0

/** “Fathomline, of Bergen, makes …”, “Camille Berthier, présidente”. */
const isApposition = (text: string, found: RegExpExecArray): boolean =>
  /^,\s\p{L}/u.test(text.slice(found.index + found[0].length)) &&
  (found.index < 12 + datelineOf(text) ||
    /(?<!\p{L})(?:the|an?|its|der|die|das|le|la)\s(?:\p{L}+\s){0,2}\p{L}+,?\s$/u.test(
      text.slice(0, found.index),
    ))

/** One sentence that speaks of both sides, or one for each. Who knows of one side only cannot compare. */
function chooseSides(question: Question, sources: readonly Document[]): Chosen[] {
  const keys = question.sides.map((side) => keysOf(termsOf(side)))
  const others = (at: number) => new Set(keys.flatMap((set, side) => (side === at ? [] : [...set])))
  const both = rankSentences({ ...question, kind: 'fact' }, sources).filter(
    (candidate) =>
      answers(candidate, question) &&
      keys.every((side) => [...side].some((key) => keysOf(termsOf(candidate.sentence.text)).has(key))),
  )
  if (both[0]) return [alone(both[0].sentence)]
  const chosen = keys.map((_, at) => {
    const foreign = others(at)
    const side = question.sides[at] ?? ''
    const part: Question = {
      ...question,
      kind: 'fact',
      names: question.names.filter(
        (name) => side.includes(name) || question.sides.every((one) => !one.includes(name)),
      ),
      terms: question.terms.filter(
        (term) => !term.keys.some((key) => foreign.has(key) && !keys[at]?.has(key)),
      ),
    }
    return rankSentences(part, sources).find((candidate) => answers(candidate, part))
  })
  return chosen.every((candidate) => candidate !== undefined)
    ? chosen.map(({ sentence }) => alone(sentence))
    : []
}
