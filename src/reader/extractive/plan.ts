import type { Plan } from '../reader.ts'
import { parseQuestion, partsOf, type Question } from './answering/question.ts'
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
  const compared = comparedIn(sentence)
  if (compared) return compareTasks(compared)
  if (whole.kind === 'timeline') return [timelineTask(whole)]
  if (isWish(sentence)) return wishTasks(sentence, now)
  const parts = partsOf(sentence)
  if (parts.length === 1) return [taskFor(sentence, whole)]
  return parts.map((part) => taskFor(withSubject(part), part))
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
        .map((one) => one.replace(/^the\s+/i, '').trim())
        .filter((one) => one !== '')
    const ofBoth = /^(?:the\s+)?(?<aspects>.+?)\s+(?:of|between)\s+(?<sides>.+)$/iu.exec(
      found['sides'] ?? '',
    )?.groups
    const sides = clean(ofBoth?.['sides'] ?? found['sides'])
    return sides.length > 1 ? { sides, aspects: clean(ofBoth?.['aspects'] ?? found['aspects']) } : null
  }
  const { kind, sides, names, terms } = parseQuestion(sentence)
  if (kind !== 'comparison') return null
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
    .replace(/^(?:please\s+)?(?:find|list|identify|search for|look for|give me|show me)\s+(?:all\s+)?/iu, '')
    .replace(/[.?!]+$/, '')
  return [
    {
      question: `Which are the ${topic}?`,
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

/** A part that left out whom it is about is asked with the name. */
function withSubject({ text, names }: Question): string {
  const said = names.every((name) => text.includes(name))
  const plain = text.replace(/[?.!]+$/, '')
  return `${capitalised(plain)}${said ? '' : ` (${names.join(', ')})`}?`
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
