import { fold } from '../../../contents/index.ts'
import { placesIn } from '../values/index.ts'
import type { QuestionLanguage } from './question.ts'

/** Small words inside of names. In German they join nouns as often as parts of a name. */
const inside = String.raw`(?:of|the|&|de|du|des|la|le|les|for|van|den|sur|upon)`
const insideGerman = '&'
const capital = String.raw`(?:\p{Lu}[\p{L}\p{N}&’'.+-]*|\p{N}+\p{Lu}[\p{L}\p{N}]*)`
const runWith = (small: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${capital}(?:\s(?:${small}\s){0,2}${capital})*`, 'gu')
const run = runWith(inside)
const germanRun = runWith(insideGerman)

/** Capitals that name nobody: they begin questions, stand for roles, months and the like. */
const noName = new Set(
  (
    'who whom whose what when where why which how is are was were does do did has have had can could will would should may and in on at of by for from ' +
    'since to the a an if give list name tell compare between after before during with please describe explain summarise summarize ' +
    'ceo cfo cto coo cmo cso hr ipo api it ai vat ' +
    'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday ' +
    'wer wen wem wessen was wann wo woher wohin warum wieso weshalb wie welche welcher welches ist sind hat haben wurde wird gibt kann nenne ' +
    'januar februar märz mai juni juli oktober dezember ' +
    'qui que qu quoi quand où pourquoi comment combien quel quelle quels quelles est depuis dans en il elle le la les l ' +
    'series serie série phase i'
  ).split(' '),
)
/** A German noun has a capital, too; one with an article, an adjective or a number before it is no name. */
const determined =
  /(?:^|\s)(?:der|die|das|den|dem|des|ein|eine|einer|eines|einem|einen|im|am|zum|zur|beim|vom|ins|viele|wie viele|wieviel|wie viel|welche[rsnm]?|seine?[rsnm]?|ihre?[rsnm]?|kein|keine|\p{L}+(?:en|er|es|em|e))\s$/iu

/** The names in a question, as written. */
export function namesInQuestion(question: string, language: QuestionLanguage): string[] {
  const quoted = [...question.matchAll(/["“„«]\s?([^"“”„«»]{2,80}?)\s?["”“»]/gu)].map(([, name = '']) => name)
  const rest = quoted.reduce((text, name) => text.replace(name, ' '), question)
  const names = [
    ...rest.replaceAll(/['’]s(?=\s)/gu, " '").matchAll(language === 'de' ? germanRun : run),
  ].flatMap(({ 0: found, index }) => {
    const words = found.split(/\s+/)
    // What begins or ends a run without being part of a name.
    // An article with a capital, in the middle of a question, begins a name: “Les Mains Vertes”.
    const hasArticle = index > 0 && words.length > 1 && /^(?:The|Le|La|Les|L['’])$/u.test(words[0] ?? '')
    const opening = hasArticle ? 0 : words.findIndex((word) => !isNoName(word))
    const dropped = words.splice(0, opening < 0 ? words.length : opening)
    const skipped = dropped.reduce((length, word) => length + word.length + 1, 0)
    // “Brevian AI” is a name, “Brevian CEO” is a name and a role.
    while (words.length > 0 && isNoName(words.at(-1) ?? '') && words.at(-1) !== 'AI') words.pop()
    const name = words.join(' ').replace(/(?:['’]s?|[.,]+)$/u, '')
    // “European” says where something is from, and names nobody.
    if (name.length < 2 || (words.length === 1 && placesIn(name)[0]?.isAdjective)) return []
    const before = rest.slice(0, index + skipped)
    if (language === 'de' && words.length === 1 && determined.test(before)) return []
    return [name]
  })
  return [...new Set([...quoted, ...names])]
}

function isNoName(word: string): boolean {
  const plain = word.toLowerCase().replace(/['’]s?$|[.,]+$/u, '')
  return (
    noName.has(plain) ||
    /^(?:19|20)\d\d$/.test(plain) ||
    /^[a-z]$/.test(plain) ||
    new RegExp(`^${inside}$`, 'u').test(plain)
  )
}

/** Finds a name in folded text, also its first word where the rest has been said before. */
export interface NameFinder {
  readonly name: string
  readonly whole: RegExp
  readonly short: RegExp | null
}

/** Words that many names begin with. */
const commonFirst = new Set(
  'university institute bank hotel saint school college national royal the new general united north south east west city museum ministry department centre center association'.split(
    ' ',
  ),
)

export const isCommonInNames = (word: string): boolean => commonFirst.has(word)

export function nameFinder(name: string): NameFinder {
  const words = fold(name).match(/[\p{L}\p{N}]+/gu) ?? []
  const [first = ''] = words
  const last = words.at(-1) ?? ''
  const shorts = [first, last].filter((word) => word.length >= 4 && !commonFirst.has(word))
  return {
    name,
    whole: wordPattern(words.join(String.raw`[^\p{L}\p{N}]+`)),
    // “Kestrel” for Kestrel Robotics, “Odell” for Marcus Odell; the last word of a firm is what others have, too.
    short:
      words.length > 1 && shorts.length > 0
        ? wordPattern(looksPersonal(name) ? shorts.join('|') : (shorts[0] ?? ''))
        : null,
  }
}

const looksPersonal = (name: string): boolean =>
  /^\p{Lu}\p{Ll}+(?: (?:\p{Lu}\.|van|von|de|der))* \p{Lu}[\p{L}’'-]+$/u.test(name) &&
  !/(?:robotics|energy|health|capital|ventures|university|institute|labs?|group|systems?|analytics|logisti[kc]s?|mobility|foods?|bank|motors?|software|technologies|media|partners|week|conference|index|orchard|works)$/i.test(
    name,
  )

const wordPattern = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?:s(?![\p{L}\p{N}])|(?![\p{L}\p{N}]))`, 'u')
