import { isWithin, placeNamed, placesIn, type Place } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import { stemOf, tokensOf } from './concepts.ts'
import type { Fact } from './fact.ts'
import { matchAt } from './match.ts'
import { clauseAt, modalityOf } from './modality.ts'
import { phaseOf } from './option-words-studies.ts'
import { mostOf, rangeFacts, rangesOf } from './option-ranges.ts'
import { optionWords, roundOf } from './option-words.ts'
import { roleAt } from './roles.ts'
import type { Piece, Source } from './source.ts'
import { viewOf } from './subject.ts'
import { placesOf, termsOf } from './terms.ts'

/** Which of the options the sources speak for, each with a fact whose value is the option's label. */
export function optionFacts(ask: Ask, sources: readonly Source[], subject: Subject): Fact[] {
  const { options } = ask
  return (
    yesNoFacts(ask, options, sources, subject) ??
    rangeFacts(ask, options, sources, subject) ??
    areaFacts(ask, sources, subject) ??
    latestStage(
      ask,
      sources.flatMap((source) => saidFacts(ask, options, source, subject)),
    )
  )
}

/** “Latest round”, “most advanced phase”: of those that are said to have been, the last of their order. */
function latestStage(ask: Ask, facts: Fact[]): Fact[] {
  const areAll = (placeOf: (option: string) => number): boolean =>
    ask.options.filter((option) => placeOf(option) >= 0).length >= mostOf(ask.options)
  const stageOf =
    areAll(roundOf) && !/(?<!\p{L})(?:first|earliest|initial)(?!\p{L})/iu.test(ask.description)
      ? roundOf
      : areAll(phaseOf) &&
          /(?<!\p{L})(?:most advanced|furthest|highest|latest)(?!\p{L})/iu.test(ask.description)
        ? phaseOf
        : null
  if (!stageOf) return facts
  const had = facts.filter(
    ({ owner, modality, match }) =>
      owner !== 'other' && (modality === 'now' || modality === 'former') && match >= 0.6,
  )
  const last = Math.max(-1, ...had.map(({ value }) => stageOf(value)))
  return facts.filter(({ value }) => stageOf(value) >= last)
}

/** Options that are words, to be met by what a page says: no yes and no, no numbers. */
export const areLabels = (options: readonly string[]): boolean =>
  !(options.some(isYes) && options.some(isNo)) && rangesOf(options) === null

export const isYes = (option: string): boolean => /^(?:yes|true|ja|oui|y)$/i.test(option.trim())
export const isNo = (option: string): boolean => /^(?:no|false|nein|non|n)$/i.test(option.trim())

/** A question with the answers yes and no: what it asks about is affirmed or denied. Null: other options. */
function yesNoFacts(
  ask: Ask,
  options: readonly string[],
  sources: readonly Source[],
  subject: Subject,
): Fact[] | null {
  const yes = options.find(isYes)
  const no = options.find(isNo)
  if (yes === undefined || no === undefined) return null
  const asked = ask.description
    .replace(/\?$/, '')
    .replace(
      /^(?:is|are|does|do|has|have|was|were|can)\s(?:the (?:company|firm|organi[sz]ation|person|paper|study)|it|they|he|she)?\s?/i,
      '',
    )
    .trim()
  const meant = optionWords.filter(({ label }) => label.test(asked))
  const [first] = meant
  if (first) {
    const opposite = optionWords.filter(({ kind, label }) => kind === first.kind && !label.test(asked))
    const answers = [
      { words: meant, option: yes },
      ...(opposite.length <= 2 ? [{ words: opposite, option: no }] : []),
    ]
    return sources.flatMap((source) =>
      source.pieces.flatMap((piece) => {
        if (viewOf(source, subject).relation === 'none' || piece.kind === 'code') return []
        const signs = answers.flatMap(({ words, option }) =>
          words.flatMap(({ said }) =>
            [...piece.plain.text.matchAll(said)].map((match): Sign => ({
              option,
              start: match.index,
              end: match.index + match[0].length,
              strength: 0.9,
              isKnown: true,
            })),
          ),
        )
        return overlapsLeft(signs).map(({ option, start, end, strength }) =>
          optionFact(source, subject, piece, start, end, option, strength),
        )
      }),
    )
  }
  return sources.flatMap((source) => affirmations(ask, source, subject, yes, no))
}

/** Sentences that say all that was asked, or deny it. */
function affirmations(ask: Ask, source: Source, subject: Subject, yes: string, no: string): Fact[] {
  if (ask.head === null || viewOf(source, subject).relation === 'none') return []
  const { head } = ask
  return source.pieces.flatMap((piece) => {
    if (piece.kind === 'code' || piece.kind === 'heading') return []
    const [place] = placesOf(head, termsOf(piece.plain.text))
    if (!place || place.strength < 0.9) return []
    const { score } = matchAt(ask, source, { piece, start: place.start, end: place.end, rivals: [] })
    const fact = optionFact(source, subject, piece, place.start, place.end, yes, score * 0.9)
    return score < 0.75
      ? []
      : [fact.modality === 'denied' ? { ...fact, value: no, modality: 'now' as const } : fact]
  })
}

/** Countries and parts of the world: where the asked place lies. Null: the options are no places. */
function areaFacts(ask: Ask, sources: readonly Source[], subject: Subject): Fact[] | null {
  const known = areasAsked(ask)
  if (known === null) return null
  return sources.flatMap((source) => {
    const view = viewOf(source, subject)
    return source.pieces.flatMap((piece) => {
      if (view.relation === 'none' || piece.kind === 'code') return []
      return placesIn(piece.plain.text).flatMap(({ place, start, end }): Fact[] => {
        const meant = known
          .filter(({ area }) => isWithin(place, area))
          .toSorted((a, b) => narrowness(b.area) - narrowness(a.area))[0]
        const { score, head } = matchAt(ask, source, { piece, start, end, rivals: [] })
        if (!meant || head < 0.45) return []
        const match = score * asCalled(ask, piece.plain.text.slice(end))
        return [optionFact(source, subject, piece, start, end, meant.option, match)]
      })
    })
  })
}

interface Area {
  readonly option: string
  readonly area: Place
}

/** Whether one of several places is asked for. Where each of them lies is known, and need not be said on the page. */
export const asksForArea = (ask: Ask): boolean => areasAsked(ask) !== null

const ofLanguage = /(?<!\p{L})(?:languages?|spoken|tongue|sprachen?|langues?)(?!\p{L})/iu

/** Null: the options are no places. English is spoken in more of them than England. */
function areasAsked({ options, description }: Ask): Area[] | null {
  if (ofLanguage.test(description)) return null
  const areas = options.map((option) => ({ option, area: placeNamed(option) }))
  const known = areas.filter((each): each is Area => each.area !== null)
  return known.length < mostOf(options) ? null : known
}

const narrowness = ({ kind }: Place): number => ({ city: 3, division: 2, country: 1, region: 0 })[kind]

/** How much of the worth comes from the words of the question standing near. */
const share = 0.45

function saidFacts(ask: Ask, options: readonly string[], source: Source, subject: Subject): Fact[] {
  const view = viewOf(source, subject)
  if (view.relation === 'none') return []
  const kinds = kindsOf(options)
  const facts: Fact[] = []
  for (const [at, piece] of source.pieces.entries()) {
    // Who asks “Is there a free plan?” has not said that there is.
    if (piece.kind === 'code' || piece.plain.text.endsWith('?')) continue
    const signs = overlapsLeft(options.flatMap((option) => signsOf(option, piece.plain.text, kinds)))
    for (const { option, start, end, strength, isKnown } of signs) {
      const { score } = matchAt(ask, source, { piece, start, end, rivals: [] })
      // The line under a person's name is the position; what comes later is a history.
      const isPosition = subject.type === 'person' && ask.concepts.has('position')
      const isTitle = isPosition && at <= 3 && piece.plain.text.length < 100
      const near = ask.terms.length === 0 || isTitle ? 1 : score
      const late = isPosition && !isTitle ? 0.9 : 1
      // What the options of a known kind say needs no further word: “not profitable yet”.
      const worth = isKnown ? strength * (0.72 + 0.28 * near) : strength * (1 - share + share * near)
      facts.push(
        optionFact(
          source,
          subject,
          piece,
          start,
          end,
          option,
          worth * late * (piece.kind === 'heading' ? 0.97 : 1),
        ),
      )
    }
  }
  return facts
}

function optionFact(
  source: Source,
  subject: Subject,
  piece: Piece,
  start: number,
  end: number,
  value: string,
  match: number,
): Fact {
  const text = piece.plain.text
  const clause = clauseAt(text, start, end)
  const span = piece.plain.span(start, end)
  const isOver = /(?<!\p{L})(?:was|were|served|worked)\s(?:\S+\s){0,4}$/u.test(
    text.slice(clause.start, start),
  )
  const isDenial =
    /^(?:no|not|un|non|never|nicht|kein|pas)/i.test(value) ||
    /^(?:no|not|un|non|never|nicht|kein|pas|fail|did not)/i.test(text.slice(start, end))
  return {
    value,
    source,
    piece,
    start: span.start,
    end: span.end,
    owner: viewOf(source, subject).ownerAt(piece, start),
    modality:
      isOver && /^\s(?:[^\s.;]+\s){0,4}?until(?!\p{L})/u.test(text.slice(end))
        ? 'former'
        : modalityOf(
            piece.kind === 'sentence' &&
              !/\b(?:filed|planned|pending|ongoing|announced|not finished|in progress)\b/i.test(value)
              ? text.slice(clause.start, clause.end)
              : '',
            isDenial
              ? ''
              : `${text.slice(clause.start, start)}${deniedBehind(text.slice(end, clause.end), source.language)}`,
            source.language,
          ),
    asOf: null,
    isCurrent: false,
    match,
  }
}

/** “Eine Bank sind wir nicht”: German denies at the end. */
const deniedBehind = (after: string, language: string | null): string =>
  language?.startsWith('de') ? (/^[^,]*(?<!\p{L})nicht(?!\p{L})(?! nur)/u.exec(after)?.[0] ?? '') : ''

const superlative =
  /(?<!\p{L})(?<word>largest|biggest|main|most important|smallest|newest|latest|oldest|fastest)(?!\p{L})/iu
const alike: Readonly<Record<string, string>> = {
  biggest: 'largest',
  main: 'largest',
  'most important': 'largest',
  latest: 'newest',
}
const degreeIn = (text: string): string | null => {
  const word = superlative.exec(text)?.groups?.['word']?.toLowerCase()
  const isNext = /(?<!\p{L})(?:second|third|fourth|next)[- ]/iu.test(text)
  return word === undefined ? null : isNext ? `next ${word}` : (alike[word] ?? word)
}

/** “With Germany the largest market and Japan the newest”: which is which, the words right behind each of them say. */
function asCalled({ description }: Ask, after: string): number {
  const asked = degreeIn(description)
  const called = degreeIn(
    /^,?\s(?:is |was |remains |as |being )?(?:the|its|our|their)\s[\p{L}-]+(?:\s[\p{L}-]+)?/iu.exec(
      after,
    )?.[0] ?? '',
  )
  return asked === null || called === null || asked === called ? 1 : 0.5
}

interface Sign {
  readonly option: string
  readonly start: number
  readonly end: number
  readonly strength: number
  readonly isKnown: boolean
}

const labelOf = (option: string): string => option.trim().replace(/^(?:the|an?) /iu, '')

/** The kinds that two options or more belong to: a label alone may mean several things. */
function kindsOf(options: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const option of options)
    for (const kind of new Set(
      optionWords.filter(({ label }) => label.test(labelOf(option))).map(({ kind: each }) => each),
    ))
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return new Set(
    [...counts].filter(([, count]) => count >= Math.min(2, options.length)).map(([kind]) => kind),
  )
}

/** Where a text speaks for an option: by its own words, or by those that pages use for it. */
function signsOf(option: string, text: string, kinds: ReadonlySet<string>): Sign[] {
  const known = optionWords.filter(({ kind, label }) => kinds.has(kind) && label.test(labelOf(option)))
  const signs = known.flatMap(({ said }) =>
    [...text.matchAll(said)].map((match): Sign => ({
      option,
      start: match.index,
      end: match.index + match[0].length,
      strength: 0.95,
      isKnown: true,
    })),
  )
  return [...signs, ...roleWords(option, text), ...ownWords(option, text)]
}

/** “CTO” is written out on most pages. */
function roleWords(option: string, text: string): Sign[] {
  const role = roleAt(option, 0)
  if (role?.words !== option) return []
  return [...text.matchAll(role.role.pattern)].map((match): Sign => ({
    option,
    start: match.index,
    end: match.index + match[0].length,
    strength: 0.95,
    isKnown: false,
  }))
}

const weak = new Set(
  'a an the of for and or in on at to with by only not no none other whole all any is it der die das und le la les de du et'.split(
    ' ',
  ),
)

const countWord =
  /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|once|twice|half|double|I{1,3}|IV)$/u

function ownWords(option: string, text: string): Sign[] {
  const wanted = tokensOf(option).filter(({ text: word }) => !weak.has(word.toLowerCase()))
  if (
    wanted.length === 0 ||
    (wanted.length === 1 &&
      /^(?:yes|no|none|other|unknown|both|neither|unclear|ja|nein|oui|non)$/i.test(wanted[0]?.text ?? ''))
  )
    return []
  const { tokens } = termsOf(text)
  for (const [at, token] of tokens.entries()) {
    if (token.stem !== wanted[0]?.stem) continue
    let last = at
    const isThere = wanted.slice(1).every(({ stem }) => {
      const next = tokens.slice(last + 1, last + 5).findIndex((other) => other.stem === stem)
      last += next + 1
      return next >= 0
    })
    if (isThere)
      return [
        { option, start: token.start, end: tokens[last]?.end ?? token.end, strength: 1, isKnown: false },
      ]
  }
  // Several things in another order: “French and German” beside “English”.
  const met = wanted.filter(({ stem }) =>
    tokens.some((token) => token.stem === stem || token.stem === stemOf(stem)),
  )
  const first = tokens.find(({ stem }) => met.some((each) => each.stem === stem))
  // “Every two years” is not every three.
  const lacksNumber = wanted.some((one) => !met.includes(one) && countWord.test(one.text))
  return met.length >= 2 && met.length >= wanted.length - 1 && first && !lacksNumber
    ? [
        {
          option,
          start: first.start,
          end: first.end,
          strength: 0.75 + 0.2 * (met.length / wanted.length),
          isKnown: false,
        },
      ]
    : []
}

/** Of signs that overlap the longest counts: “associate professor” is no professor, “not profitable” not profitable. */
function overlapsLeft(signs: readonly Sign[]): Sign[] {
  return signs.filter(
    (sign) =>
      !signs.some(
        (other) =>
          other.option !== sign.option &&
          other.start <= sign.start &&
          other.end >= sign.end &&
          other.end - other.start > sign.end - sign.start,
      ),
  )
}
