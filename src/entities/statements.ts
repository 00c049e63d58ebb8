import { attribute, isUncertain, type Attribution, type Subject } from './attribution.ts'

/** A sentence in which something was found, with the words around the find. */
export interface Statement {
  readonly sentence: string
  readonly match: RegExpExecArray
  readonly before: string
  readonly after: string
  /** Whom the words before it lead to. */
  readonly about: Attribution
}

/**
 * Every place where the sentences of a page match one of the patterns, except what is denied or merely possible. The
 * patterns have the flag `g`; `mention` is a cheap test that spares most sentences the dear ones.
 */
export function* statementsOf(
  sentences: readonly string[],
  subject: Subject,
  mention: RegExp,
  patterns: readonly RegExp[],
): Generator<Statement> {
  for (const [at, sentence] of sentences.entries()) {
    if (sentence.length > longestSentence || !mention.test(sentence)) continue
    for (const match of patterns.flatMap((pattern) => [...sentence.matchAll(pattern)])) {
      if (isUncertain(partAround(sentence, match.index))) continue
      const before = sentence.slice(0, match.index)
      const after = sentence.slice(match.index + match[0].length)
      const about = attribute(before, subject, () => topicBefore(sentences, at, subject))
      yield { sentence, match, before, after, about }
    }
  }
}

/** What is doubtful behind a semicolon makes nothing before it so. */
function partAround(sentence: string, at: number): string {
  const end = sentence.indexOf(';', at)
  return sentence.slice(sentence.lastIndexOf(';', at) + 1, end < 0 ? undefined : end)
}

const longestSentence = 1200
const memory = 4

/** Whom “it” means: the one that the sentences before speak of. A page begins with its subject. */
function topicBefore(sentences: readonly string[], at: number, subject: Subject): Attribution {
  for (let back = at - 1; back >= Math.max(0, at - memory); back--) {
    const sentence = sentences[back] ?? ''
    if (sentence.search(subject.own) >= 0) return 'own'
    // Only the beginning matters: whoever is named later is spoken of, not the speaker.
    if (attribute(sentence.slice(0, 60), subject, () => 'nobody') === 'other') return 'other'
  }
  return 'own'
}

/**
 * Whether a statement that begins its sentence is the subject's: “Founded in 2014 by Ada Marsh, Kestrel builds …”.
 * The first part with a name and a verb tells; founders that are listed on the way have none.
 */
export function leadsToSubject(after: string, subject: Subject): boolean {
  for (const part of after.split(/,\s+/).slice(1)) {
    if (part.search(subject.own) === 0) return true
    if (/^(?:\p{Lu}[\p{L}\p{N}&'’.-]*\s)+(?!and |und |et |of |de )\p{Ll}/u.test(part)) return false
    // German puts the verb first: “1987 gegründet, beschäftigt Nordhafen …”.
    if (/^\p{Ll}/u.test(part)) {
      const [own] = part.matchAll(subject.own)
      const until = own ? own.index + own[0].length : 0
      return attribute(part.slice(0, until), subject, () => 'nobody') === 'own'
    }
  }
  // Nothing else is said: a line of its own, such as “Founded in 2014 in Bristol”.
  return after.length < 60
}

export interface Figure {
  readonly value: number
  /** The year it holds for, where the page says so. */
  readonly year: number | null
}

/**
 * The one value that several statements agree on. Those for the newest year count, or those for no year, which speak
 * of today; figures that are about the same are the same. Null: the page contradicts itself.
 */
export function settle(figures: readonly Figure[], prefer: 'undated' | 'newest'): number | null {
  const undated = figures.filter(({ year }) => year === null)
  const newest = Math.max(...figures.map(({ year }) => year ?? 0))
  const dated = figures.filter(({ year }) => year !== null && year === newest)
  const [first, second] = prefer === 'undated' ? [undated, dated] : [dated, undated]
  const chosen = first.length > 0 ? first : second
  const value = chosen[0]?.value
  if (value === undefined) return null
  return chosen.every((other) => Math.abs(other.value - value) <= value * 0.1) ? value : null
}
