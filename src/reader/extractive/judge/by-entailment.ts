import type { Bearing, Entailment } from '../../../ports/entailment.ts'
import type { Subject, Verdict } from '../../reader.ts'
import { spanOf } from '../../spans.ts'
import { roughly } from '../gloss/in-english.ts'
import { placeOf } from '../place-of.ts'
import { plainText } from '../plain-text.ts'
import { readSentences, saidIn, type Sentence } from '../sentences.ts'
import { isWithin, placesIn } from '../values/index.ts'
import { placesWithDemonyms } from './demonyms.ts'
import { pronounStart } from './about.ts'
import { asOf, type Finding, type Rule, type Source } from './finding.ts'
import { guessLanguage } from './language.ts'
import { dropsQualifier } from './qualifiers.ts'
import { lacksTerm } from './terms-of-art.ts'

export interface Claim {
  readonly text: string
  /** It compares numbers or dates. */
  readonly isMeasured: boolean
}

export interface EntailmentJudge {
  /** Null: the pages do not say, either way. */
  readonly judge: (
    claim: Claim,
    sources: readonly Source[],
    subject: Subject,
    signal: AbortSignal,
  ) => Promise<Verdict | null>
  /** The same of a criterion's part. */
  readonly find: (
    claim: Claim,
    sources: readonly Source[],
    subject: Subject,
    signal: AbortSignal,
  ) => Promise<Finding[]>
  /** Whether what rules have found is not what a claim says or, where they compare, speaks of something else. */
  readonly doubts: (claim: Claim, finding: Finding, subject: Subject, signal: AbortSignal) => Promise<boolean>
}

/**
 * How plainly a page must say it; how much is taken off that for what says the contrary; and what is too much of it. Set on
 * 720 criteria of six webs by other authors: lower denials were wrong as often as right.
 */
const enough = { supports: 0.85, denies: 0.72 }
const against = { supports: 0.1, denies: 0.2 }
const tooMuch = 0.8
/** Where several pages nearly say it, the plainest of them need not be as plain. */
const nearly = 0.7
const byAgreement = 0.1
/** What denies numbers or dates has to be plainer: the model has little sense of them. */
const enoughMeasured = { supports: 0.9, denies: 0.86 }
/** What sentences say together, one of them must say in part; and what is quoted beside it must add to it. */
const leastAlone = 0.75
const leastBeside = 0.15
/** Below this, words that stand there seem to mean something else. */
const tooLittle = 0.47
/**
 * What is compared or known need not be borne out by the words alone, but they have to speak of it; where a town lies, the
 * model does not know at all.
 */
const tooSilent = { compared: 0.5, known: 0.8 }
/**
 * Which date is meant, rules know; that a page is in French, that a number has grown or that what costs €0 is free, none of
 * its words say.
 */
const beyondWords: ReadonlySet<Rule> = new Set(['date', 'language', 'growth', 'convention'])
/** Where a place is, is known and not said on the page. */
const known: ReadonlySet<Rule> = new Set(['place', 'place-implied', 'opening'])
/** Every page takes as long as all rules together. */
const mostPages = 3
/** A page says what it is about long before this. */
const mostSentences = 400

/**
 * Asks a model whether pages bear a criterion out, for what is said in other words than it is asked in. Only what
 * speaks of the subject is read, pages about it first, and only English ones.
 */
export function createEntailmentJudge(entailment: Entailment): EntailmentJudge {
  return {
    doubts,
    async judge(claim, sources, subject, signal) {
      const told = await read(claim, sources, subject, signal)
      return told && verdictOf(told)
    },
    async find(claim, sources, subject, signal) {
      const told = await read(claim, sources, subject, signal)
      return told ? [findingOf(told)] : []
    },
  }

  async function read(
    { text: claim, isMeasured }: Claim,
    sources: readonly Source[],
    subject: Subject,
    signal: AbortSignal,
  ): Promise<Told | null> {
    const least = isMeasured ? enoughMeasured : enough
    const readable = sources
      .filter((source) => isReadable(claim, source))
      .map((source) => ({ source, sentences: sentencesOf(source) }))
      .filter(({ sentences }) => sentences.length > 0)
      .toSorted((a, b) => Number(b.source.about.isAboutSubject) - Number(a.source.about.isAboutSubject))
    const parts: Part[] = []
    for (const { source, sentences } of readable.slice(0, mostPages)) {
      const about = subject.name ?? source.page.title
      const bearings = await entailment.weigh(
        { claim, about, sentences: sentences.map(({ text }) => text), isCriterion: true },
        signal,
      )
      for (const bearing of bearings)
        parts.push({ bearing, about, source, sentences: bearing.places.map((place) => sentences[place]!) }) // places are within
    }
    const side = decisive(parts, least)
    if (side === null) return null
    const best = parts.toSorted((a, b) => b.bearing[side] - a.bearing[side])[0]! // one was decisive
    const quoted = await nearest(best, side, claim, signal)
    if (quoted.length === 0) return null
    const said = quoted.map(({ text }) => text).join(' ')
    if (isOfAnotherYear(claim, said) && !(side === 'denies' && isNotBefore(claim, said))) return null
    if (side === 'supports' && lacksTerm(claim, best.source.page.document.text, said)) return null
    if (side === 'supports' && namesOtherPlace(claim, said)) return null
    if (side === 'supports' && isYetToCome(claim, said)) return null
    if (isOfOtherThing(claim, said)) return null
    if (side === 'denies' && (isYetToEnd(claim, said) || isInsideAlone(claim, said))) return null
    if (side === 'supports' ? dropsQualifier(claim, said) : saysNothing.test(said)) return null
    return { side, share: best.bearing[side], source: best.source, quoted }
  }

  async function doubts(
    { text: claim, isMeasured }: Claim,
    { verdict, rule, source, quote }: Finding,
    subject: Subject,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (beyondWords.has(rule) || !isInEnglish(claim)) return false
    const { document, title } = source.page
    const written = document.text.slice(quote.start, quote.end)
    // What the numbers of a row are, the header of the table tells.
    if (rowOfNumbers.test(written)) return false
    const said = roughly(plainText(written), source.page.language, subject.name)
    if (said === null) return false
    if (isOfOtherThing(claim, said)) return true
    const side = verdict === 'yes' ? 'supports' : 'denies'
    // That a loss is the opposite of a profit compares nothing, whenever either was.
    const isCompared = rule === 'number' || (isMeasured && rule !== 'opposite')
    const isKnown = known.has(rule) || (verdict === 'yes' && isInsidePlace(claim, said))
    const passage = { claim: withoutTime(claim), about: subject.name ?? title, text: said, isCriterion: true }
    const [shares] = await entailment.weighEach([passage], signal)
    if (!shares) return false
    if (isKnown) return shares.isSilent > tooSilent.known
    return isCompared ? shares.isSilent > tooSilent.compared : shares[side] < tooLittle
  }

  /** The sentence that says it by itself, or the two that come nearest; none where one of them says the contrary. */
  async function nearest(
    { about, sentences }: Part,
    side: Side,
    claim: string,
    signal: AbortSignal,
  ): Promise<readonly Sentence[]> {
    if (sentences.length === 1) return sentences
    const shares = await entailment.weighEach(
      sentences.map(({ text }) => ({ claim, about, text, isCriterion: true })),
      signal,
    )
    const alone = sentences.map((sentence, at) => ({ sentence, shares: shares[at]! })) // one for each
    const first = alone.find((one) => one.shares[side] >= enough[side])
    if (first) return [first.sentence]
    const most = (one: Side): number => Math.max(...alone.map((each) => each.shares[one]))
    if (most(side) < leastAlone || most(side) < most(contrary[side])) return []
    return alone
      .filter((one) => one.shares[side] >= leastBeside)
      .toSorted((one, other) => other.shares[side] - one.shares[side])
      .slice(0, 2)
      .map(({ sentence }) => sentence)
  }
}

type Side = 'supports' | 'denies'
const contrary = { supports: 'denies', denies: 'supports' } as const

/** Some sentences of a page that stand together. */
interface Part {
  readonly bearing: Bearing
  readonly about: string
  readonly source: Source
  readonly sentences: readonly Sentence[]
}

/** What decides, and how plainly. */
interface Told {
  readonly side: Side
  readonly share: number
  readonly source: Source
  /** The nearest first; never none. */
  readonly quoted: readonly Sentence[]
}

const time =
  /,? (?:in|during|since|before|after|by|within|until) (?:the (?:last|past) (?:\p{L}+ ){1,3}?(?:days?|weeks?|months?|years?)|(?:(?:early|late|mid|spring|summer|autumn|winter|\p{Lu}\p{Ll}+)[ -])?(?:19|20)\d\d)(?![\p{L}\d])/u

/** When something was, rules have compared: a page tells it elsewhere than it tells what was. */
const withoutTime = (claim: string): string => claim.replace(time, '').replace(presently, '')
const presently =
  /(?<!\p{L})(?:currently|today|at present|at the moment|right now),?\s|,?\s(?:today|now|at present|at the moment)$/iu

/** “| Operating result, € million | 0.7 | 0.3 | –0.4 |” */
const rowOfNumbers = /^\|?[^|\n]+(?:\|[\s\d.,%€$£−–-]+){2,}\|?$/u

/** “Shore power: not stated” denies nothing, nor does what is pending, undecided or not published. */
const saysNothing =
  /(?<!\p{L})(?:not (?:been |yet |yet been )?(?:stated|disclosed|given|known|specified|reported|published|tried|tested|decided|fixed|confirmed)|haven['’]t (?:tried|tested|decided)|undisclosed|undecided|unknown|n\/a|pending|under review|(?:has |was |were |been )?applied for|applications? for (?:\p{L}+ ){1,6}(?:was|were|has been|is|are) (?:submitted|filed|made)|awaiting|waiting for|being translated|to be (?:decided|announced|confirmed)|no (?:decision|date) yet|do(?:es)? not (?:publish|disclose|say|know|comment)|(?:is|are) (?:due|expected) in)(?!\p{L})/iu

/** “No data is stored outside the European Union” does not deny that it is stored within it. */
const isInsideAlone = (claim: string, said: string): boolean =>
  /(?<!\p{L})(?:no|not|never|nothing|none)(?!\p{L}).*(?<!\p{L})(?:outside|leaves?|beyond)(?!\p{L})/iu.test(
    said,
  ) &&
  /(?<!\p{L})(?:within|inside|in)(?!\p{L})/iu.test(claim) &&
  !/(?<!\p{L})outside(?!\p{L})/iu.test(claim)

/** “Still works there”, and “will leave on 31 August”: what is to end has not ended. */
const isYetToEnd = (claim: string, said: string): boolean =>
  /(?<!\p{L})(?:will|is to|are to|is going to|plans? to|intends? to) (?:\p{L}+ )?(?:leave|step down|retire|close|end|stop|shut|resign|hand over|withdraw|expire|be (?:closed|ended|withdrawn|discontinued|shut))(?!\p{L})/iu.test(
    said,
  ) && !/(?<!\p{L})(?:will|plan(?:s|ned)?|leav\p{L}+|keep|remain|continue|stay)(?!\p{L})/iu.test(claim)

/** “The money will go into a sales office in Chile”, where it is asked what there is. */
const isYetToCome = (claim: string, said: string): boolean =>
  !asksOfFuture.test(claim) && planned.test(said) && !presentToo.test(said)
const asksOfFuture =
  /(?<!\p{L})(?:plans?|planned|planning|will|intends?|wants?|aims?|expects?|future|upcoming|next|takes? place|opens?|starts?|begins?|soon|20[2-9]\d|considers?|considering|looking|seeks?|expan\p{L}+|commit\p{L}*|pledg\p{L}*|promises?)(?!\p{L})/iu
const planned =
  /(?<!\p{L})(?:(?:plans?|intends?|hopes?|expects?|aims?|wants?) to|(?:is|are) (?:due|planned|scheduled|expected|set) (?:to|for)|(?:is|are) to (?:open|start|begin|follow|be (?:built|opened|launched))|will (?:go into|open|launch|start|begin|build|move|be (?:built|opened|launched|set up)|follow|introduce|become)|is applying|(?:has|have) applied (?:to [^,;.]{2,60} )?for)(?!\p{L})/iu
const presentToo =
  /(?<!\p{L})(?:already|since|now|currently|today|continues?|has been|have been|also)(?!\p{L})/iu

/** “In 2022 it achieved …” says nothing of a claim about 2025. */
function isOfAnotherYear(claim: string, said: string): boolean {
  const asked =
    /(?<!\p{L})(?:in|for|during|of) (?:the )?(?:fiscal |financial )?(?:year )?((?:19|20)\d\d)(?!\d)/iu.exec(
      claim,
    )?.[1]
  const years = said.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g)
  return asked !== undefined && years !== null && !years.includes(asked)
}

/** “No new students before autumn 2027” speaks of 2026 as well. */
function isNotBefore(claim: string, said: string): boolean {
  const asked = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(claim)?.[0]
  const first = /(?<!\p{L})(?:before|until|till)\s(?:\p{L}+\s){0,3}((?:19|20)\d\d)(?!\d)/iu.exec(said)?.[1]
  return asked !== undefined && first !== undefined && asked < first
}

/** “Our lentils carry no such label” says nothing of “its walnuts”. */
function isOfOtherThing(claim: string, said: string): boolean {
  const asked = /^(?:its|their) (\p{Ll}{4,}s)(?= )/iu.exec(claim)?.[1]
  const told = /^\W*(?:our|its|their) (\p{Ll}{4,}s)(?= )/iu.exec(said)?.[1]
  if (asked === undefined || told === undefined) return false
  const [one, other] = [asked, told].map((word) => word.toLowerCase().slice(0, -1)) as [string, string]
  return one !== other && !said.toLowerCase().includes(one)
}

const seated =
  /(?<!\p{L})(?:based|headquartered|located|situated|lives?|resides?|headquarters|head office)(?!\p{L})/iu

/** “Is based in Germany”, “studied in Spain”, and what is quoted names other places, or none where the place is all. */
function namesOtherPlace(claim: string, said: string): boolean {
  const asked = placesIn(claim).find(({ start }) =>
    /(?<!\p{L})in (?:the )?$/iu.test(claim.slice(0, start)),
  )?.place
  // In which part of its country a place lies, the gazetteer does not say of all.
  if (!asked || asked.kind === 'division') return false
  const named = placesWithDemonyms(said, 'en')
  return !named.some(({ place }) => isWithin(place, asked)) && (named.length > 0 || seated.test(claim))
}

/** “Has worked in Germany”, where the page says “Goslar”. */
function isInsidePlace(claim: string, said: string): boolean {
  const named = placesIn(said)
  return placesIn(claim).some(
    ({ place }) =>
      named.every((one) => one.place !== place) && named.some((one) => isWithin(one.place, place)),
  )
}

/** What a page says of the subject: all of it, or where it speaks of others, what names the subject and what follows. */
function sentencesOf({ page, about }: Source): readonly Sentence[] {
  const all = readSentences(page.document).slice(0, mostSentences)
  const isNamed = (sentence: Sentence | undefined): boolean =>
    sentence !== undefined && about.names !== null && about.names.test(sentence.text)
  if (about.isAboutSubject) return all.filter((sentence) => !about.isAside(saidIn(sentence)))
  // A list or a table that names the subject in one place speaks of others in the rest.
  const named = new Set(all.filter((one) => isEntry(one) && isNamed(one)).map(({ block }) => block))
  const isOfOther = (one: Sentence): boolean => isEntry(one) && named.has(one.block) && !isNamed(one)
  if (about.isSpokenOf) return all.filter((one) => !isOfOther(one) && !about.isAside(saidIn(one)))
  // Each item of a list speaks of something else.
  const goesOn = ({ kind, block, text }: Sentence, before: Sentence | undefined): boolean =>
    kind === 'prose' &&
    before?.block === block &&
    (isNamed(before) || (kept.has(before) && pronounStart.test(text)))
  const kept = new Set<Sentence>()
  for (const [at, one] of all.entries()) if (isNamed(one) || goesOn(one, all[at - 1])) kept.add(one)
  return [...kept]
}

/** An item of a list, or a row with more than a label and a value. */
const isEntry = ({ kind, cells = [] }: Sentence): boolean =>
  kind === 'item' || (kind === 'row' && cells.length > 2)

function decisive(parts: readonly Part[], least: Readonly<Record<Side, number>>): Side | null {
  const most = (side: Side): number => Math.max(0, ...parts.map(({ bearing }) => bearing[side]))
  const areAgreed = (side: Side): boolean =>
    new Set(parts.filter(({ bearing }) => bearing[side] >= nearly).map(({ source }) => source)).size > 1
  const isPlain = (side: Side): boolean =>
    most(contrary[side]) < tooMuch &&
    most(side) - against[side] * most(contrary[side]) >= least[side] - (areAgreed(side) ? byAgreement : 0)
  return isPlain('supports') ? 'supports' : isPlain('denies') ? 'denies' : null
}

function verdictOf({ side, share, source, quoted }: Told): Verdict {
  const { document } = source.page
  const stretches = quoted
    .toSorted((one, other) => one.start - other.start)
    .flatMap((sentence) => [...sentence.heads, sentence])
  return {
    satisfied: verdicts[side],
    confidence: confidenceOf(share),
    reasoning: `On ${placeOf(document)}, ${why(side)}.`,
    spans: stretches.map((stretch) => spanOf(document, stretch)),
  }
}

const findingOf = ({ side, source, quoted }: Told): Finding => ({
  verdict: verdicts[side],
  rule: 'entailed',
  source,
  quote: { start: quoted[0]!.start, end: quoted[0]!.end }, // never none
  why: why(side),
  at: asOf(source),
  strength: 2,
  isCorrection: false,
  isLasting: false,
})

const verdicts = { supports: 'yes', denies: 'no' } as const
const why = (side: Side): string =>
  `the page ${side === 'supports' ? 'says so' : 'says otherwise'} in its own words`

/** So many of 1,050 claims that were kept back from training were told rightly. */
const confidenceOf = (share: number): number =>
  share < 0.85 ? 0.73 : share < 0.9 ? 0.83 : share < 0.95 ? 0.9 : 0.97

/** The model was trained on English alone. */
const isReadable = (criterion: string, { page }: Source): boolean =>
  (page.language ?? 'en').startsWith('en') && isInEnglish(criterion)
const isInEnglish = (criterion: string): boolean => (guessLanguage(criterion) ?? 'en') === 'en'
