import { stemOf } from './tokens.ts'

/** The endings of English grammar, and what stood in their place. */
const endings: readonly (readonly [ending: RegExp, put: string])[] = [
  [/(?<![su'])s$/, ''],
  [/(?<=s|x|z|ch|sh|o)es$/, ''],
  [/ies$/, 'y'],
  [/ied$/, 'y'],
  [/ed$/, ''],
  [/ed$/, 'e'],
  [/ings?$/, ''],
  [/ings?$/, 'e'],
  [/([bdglmnprt])\1(?:ed|ings?)$/, '$1'],
  [/i[sz]ations?$/, 'ise'],
]

const known = new Map<string, ReadonlySet<string>>()

/** The words that an English word may be a form of: “cared” of “care”, and not of “car”. */
function formsOf(word: string): ReadonlySet<string> {
  const read = known.get(word)
  if (read) return read
  const british = word.replace(/iz(?=e[sd]?$|ing$)/, 'is')
  const stem = stemOf(word)
  const made = new Set([british])
  // Forms that no ending explains stand in a table: “sold” is one of “sell”.
  if (!word.startsWith(stem)) made.add(stem)
  for (const [ending, put] of endings) if (ending.test(british)) made.add(british.replace(ending, put))
  if (known.size > 20_000) known.clear()
  known.set(word, made)
  return made
}

/** Whether two English words may be forms of one. */
export function shareForm(one: string, other: string): boolean {
  if (one === other) return true
  const forms = formsOf(other)
  for (const form of formsOf(one)) if (forms.has(form)) return true
  return false
}
