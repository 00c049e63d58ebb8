import type { Plan } from '../reader.ts'
import { parseQuestion, partsOf, type Question } from './answering/question.ts'
import { comparedNames } from './answer.ts'
import { decompose } from './decompose.ts'
import { kindIn } from './wishes/kinds.ts'

type Task = Plan['tasks'][number]

const mostTasks = 8
const mostSearches = 3

/** The questions into which a goal falls: its sentences, its parts, the sides of a comparison, a list and its columns. */
export function plan(goal: string, now: Date): Plan {
  const sentences = goal
    .split(/(?<=[.?!;])\s+|\n+/)
    .map((sentence) => sentence.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim())
    .filter((sentence) => /\p{L}{2}/u.test(sentence))
  const topic = topicOf(sentences[0] ?? '')
  const tasks = sentences.flatMap((sentence, at) =>
    tasksOf(sentence, now).map((task) => (at === 0 ? task : onTopic(task, topic))),
  )
  const seen = new Set<string>()
  const distinct = tasks.filter(({ question }) => !seen.has(question) && seen.add(question))
  return { tasks: distinct.slice(0, mostTasks) }
}

/** What a goal is about is said first, and not again. */
function topicOf(sentence: string): string {
  const { names, terms } = parseQuestion(sentence)
  return names.length > 0 ? names.join(' ') : terms.map(({ word }) => word).join(' ')
}

function onTopic({ question, searches }: Task, topic: string): Task {
  const isSaid =
    parseQuestion(question).names.length > 0 ||
    topic.split(' ').some((word) => question.toLowerCase().includes(word.toLowerCase()))
  return isSaid
    ? { question, searches }
    : { question, searches: distinct(searches.map((search) => `${topic} ${search}`)) }
}

function tasksOf(sentence: string, now: Date): Task[] {
  const whole = parseQuestion(sentence)
  const spread = ofEach(sentence) ?? atTimes(sentence)
  if (spread) return spread.map((question) => taskFor(question, parseQuestion(question)))
  const compared = comparedIn(sentence)
  if (compared) return compareTasks(compared)
  const ofSides = comparedNames(whole)
  if (ofSides.length > 0) return ofSides.map((question) => taskFor(question, parseQuestion(question)))
  if (whole.kind === 'timeline') return [timelineTask(whole)]
  if (isWish(sentence)) return wishTasks(sentence, now)
  const parts = partsOf(sentence)
  if (parts.length === 1) return [taskFor(sentence, whole)]
  return parts.map((part) => taskFor(withSubject(part, sentence), part))
}

const together = /^(?:,?\s+(?:and|und|et)\s+(?:of\s+|the\s+)?|,\s*)$/iu

/** Names that stand in a row: “A, B and C”. */
function rowOfNames(
  text: string,
  names: readonly string[],
): { row: string[]; start: number; end: number } | null {
  const places = names
    .map((name) => ({ name, start: text.indexOf(name) }))
    .filter(({ start }) => start >= 0)
    .toSorted((a, b) => a.start - b.start)
  const row = places.filter(
    ({ start }, at) =>
      at === 0 ||
      together.test(text.slice((places[at - 1]?.start ?? 0) + (places[at - 1]?.name.length ?? 0), start)),
  )
  const [first, last] = [row[0], row.at(-1)]
  if (!first || !last || row.length < 2 || row.length < places.length) return null
  return { row: row.map(({ name }) => name), start: first.start, end: last.start + last.name.length }
}

/** What is asked of several at once is asked of each: “Who founded A and B?”, “A and B: when was each founded?”. */
function ofEach(sentence: string): string[] | null {
  const { names, kind, sides } = parseQuestion(sentence)
  const found = rowOfNames(sentence, names)
  if (!found || kind === 'timeline' || sides.length > 0 || comparing.test(sentence)) return null
  const { row, start, end } = found
  const before = sentence.slice(0, start)
  if (/(?<!\p{L})(?:between|zwischen|entre|by|from|with)\s+$/iu.test(before)) return null
  const ahead = /^\s*(?:for\s+|of\s+)?$/iu.test(before) && /^\s*:/.test(sentence.slice(end))
  if (!ahead && !/[?]$/.test(sentence)) return null
  const asked = ahead ? sentence.slice(end).replace(/^\s*:\s*/, '') : sentence
  return row.flatMap((name) => {
    const own = ahead
      ? asked.replaceAll(
          /(?<!\p{L})(?:each(?: of (?:them|these|those))?|both(?: of them)?|they|it)(?!\p{L})/giu,
          name,
        )
      : `${before}${name}${sentence.slice(end)}`
    const parts = partsOf(own)
    return parts.length === 1 ? [capitalised(own)] : parts.map((part) => withSubject(part, own))
  })
}

/** “Compare the revenue of A in 2024 with that in 2025” asks for one thing at two times. */
function atTimes(sentence: string): string[] | null {
  const found =
    /^(?:please\s+)?(?:compare|contrast|vergleiche|comparez)\s+(?:the\s+)?(?<what>.+?)\s+(?:in|for|of)\s+(?<one>(?:\p{L}+\s)?\d{4})\s+(?:with|and|to|against)\s+(?:(?:that|those|the same|it)\s+)?(?:(?:in|for|of)\s+)?(?<other>(?:\p{L}+\s)?\d{4})[.?!]?$/iu.exec(
      sentence,
    )?.groups
  if (!found) return null
  return [found['one'], found['other']].map((time) => `What was the ${found['what']} in ${time}?`)
}

interface Compared {
  readonly sides: readonly string[]
  readonly aspects: readonly string[]
}

const comparing =
  /^(?:please\s+)?(?:compare|contrast|vergleiche|vergleich|comparez|comparer)\s+(?<sides>.+?)(?:\s+(?:by|on|in terms of|with regard to|regarding|for|according to|hinsichtlich|nach|bezüglich|selon|en termes de|sur)\s+(?:their\s+|its\s+)?(?<aspects>.+?))?[.?!]?$/iu
const splitList = /,\s*(?:and\s+|und\s+|et\s+)?|\s+(?:and|und|et|with|to|versus|vs\.?|&)\s+/iu

/** “Compare A, B and C by price and range”, and questions with sides. */
function comparedIn(sentence: string): Compared | null {
  const found = comparing.exec(sentence)?.groups
  if (found) {
    const clean = (list: string | undefined) =>
      (list ?? '')
        .split(splitList)
        .map((one) =>
          one
            .replace(/^the\s+/i, '')
            .replaceAll(/(?<!\p{L})(?:their|its)(?!\p{L})/giu, 'the')
            .replace(/^the\s+/i, '')
            .trim(),
        )
        .filter((one) => one !== '')
    const ofBoth = /^(?:the\s+)?(?<aspects>.+?)\s+(?:of|between)\s+(?<sides>.+)$/iu.exec(
      found['sides'] ?? '',
    )?.groups
    const sides = clean(ofBoth?.['sides'] ?? found['sides'])
    return sides.length > 1 ? { sides, aspects: clean(ofBoth?.['aspects'] ?? found['aspects']) } : null
  }
  const { kind, sides, names, terms } = parseQuestion(sentence)
  if (kind !== 'comparison' || comparedNames(parseQuestion(sentence)).length > 0) return null
  const ofSides = sides.flatMap((side) => side.toLowerCase().split(' '))
  const aspect = terms
    .map(({ word }) => word)
    .filter((word) => !ofSides.some((part) => part.startsWith(word)))
  const subject = names.filter((name) => sides.every((side) => !side.includes(name)))
  return {
    sides: sides.map((side) => [side, ...subject].join(' ')),
    aspects: aspect.length > 0 ? [aspect.join(' ')] : [],
  }
}

const compareTasks = ({ sides, aspects }: Compared): Task[] =>
  sides.flatMap((side) =>
    (aspects.length > 0 ? aspects : ['']).map((aspect) => ({
      question: aspect === '' ? `What is known about ${side}?` : `What is the ${aspect} of ${side}?`,
      searches: [`${side} ${aspect}`.trim()],
    })),
  )

const timelineTask = ({ text, names, times, terms }: Question): Task => {
  const subject = names.join(' ') || terms.map(({ word }) => word).join(' ')
  return {
    question: text,
    searches: distinct([
      `${subject} ${times.join(' ')}`,
      `${subject} news ${times.at(-1) ?? ''}`,
      `${subject} history`,
    ]),
  }
}

/** A list of things is wished for, not an answer: “European battery makers and their CEOs”. */
const isWish = (sentence: string): boolean =>
  /^(?:find|list|identify|search for|look for|give me|show me|finde|liste|nenne|suche|trouve[rz]?|liste[rz]?|cherche[rz]?)(?!\p{L})/iu.test(
    sentence,
  ) ||
  (!/[?]$/.test(sentence) &&
    !/^(?:who|what|when|where|why|how|which|is|are|does|did|wer|was|wann|wie|qui|que|quand)(?!\p{L})/iu.test(
      sentence,
    ) &&
    kindIn(sentence) !== null &&
    sentence.split(' ').length <= 30)

function wishTasks(sentence: string, now: Date): Task[] {
  const { entityDescription, criteria, enrichments } = decompose(sentence, now)
  const topic = sentence
    .replace(
      /^(?:please\s+)?(?:find|list|identify|search for|look for|give me|show me)\s+(?:all\s+)?(?:the\s+)?/iu,
      '',
    )
    .replace(/[.?!]+$/, '')
  const asked = parseQuestion(`What are the ${topic}?`)
  // The things of somebody in particular are asked for; they are not found by conditions.
  if (asked.names.length > 0 && kindIn(sentence) === null) return [taskFor(asked.text, asked)]
  return [
    {
      question: `What are the ${topic}?`,
      searches: distinct([
        entityDescription,
        `${entityDescription} ${criteria.slice(0, 2).join(' ').toLowerCase()}`,
        topic,
      ]),
    },
    ...enrichments.map(({ description }) => ({
      question: `What is the ${description.toLowerCase()} of each of the ${entityDescription}?`,
      searches: [`${entityDescription} ${description.toLowerCase()}`],
    })),
  ]
}

/** A part that left out whom or what it is about is asked with that. */
function withSubject({ text, names }: Question, whole: string): string {
  const plain = text.replace(/[?.!]+$/, '')
  if (names.every((name) => text.includes(name))) return `${capitalised(plain)}?`
  const meant = thingMeant(whole, names)
  const said = meant === null ? plain : plain.replace(/(?<!\p{L})it(?!\p{L})/iu, meant)
  return said === plain ? `${capitalised(plain)} (${names.join(', ')})?` : `${capitalised(said)}?`
}

/** What “it” stands for: “the loan for A's plant”, “the largest order of A”. Null: nobody but who is named. */
function thingMeant(whole: string, names: readonly string[]): string | null {
  const [name] = names
  if (name === undefined) return null
  const at = whole.indexOf(name)
  const thing = /(?<!\p{L})(?:the|der|die|das|le|la)\s[^,?]*$/iu.exec(whole.slice(0, at))?.[0]
  return thing === undefined ? null : `${thing}${name}`
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function taskFor(text: string, { names, terms, times }: Question): Task {
  const words = terms.map(({ word }) => word).join(' ')
  return {
    question: text,
    searches: distinct([
      [...names, words, ...times].join(' '),
      text.replace(/[?.!]+$/, ''),
      names.length > 0 && words !== '' ? `${names[0]} ${terms[0]?.word ?? ''}` : '',
    ]),
  }
}

const distinct = (searches: readonly string[]): string[] =>
  [
    ...new Set(
      searches.map((search) => search.replaceAll(/\s+/g, ' ').trim()).filter((search) => search !== ''),
    ),
  ].slice(0, mostSearches)
