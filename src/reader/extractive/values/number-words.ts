/**
 * Numbers written as words, in English, German and French. A phrase such as “two hundred and fifty thousand” is read
 * as a person says it: small numbers are added, “hundred” and “thousand” multiply what came before.
 */

const below20 = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  de: 'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
}
const tens = {
  en: 'twenty thirty forty fifty sixty seventy eighty ninety',
  de: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  fr: 'vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix',
}

/** “One” is an article in German and French, and “zero” counts nothing: both are read in longer phrases only. */
const small = new Map<string, number>()
for (const language of ['en', 'de', 'fr'] as const) {
  const ones = below20[language].split(' ')
  for (const [value, word] of ones.entries()) small.set(word, value)
  for (const [at, ten] of tens[language].split(' ').entries()) {
    const value = (at + 2) * 10
    small.set(ten, value)
    if (language === 'fr' && (value === 70 || value === 90)) {
      const base = value === 70 ? 'soixante' : 'quatre-vingt'
      for (let one = 11; one <= 19; one++) small.set(`${base}-${ones[one]}`, value - 10 + one)
      continue
    }
    for (let one = 1; one <= 9; one++) {
      if (language === 'de') small.set(`${one === 1 ? 'ein' : ones[one]}und${ten}`, value + one)
      else if (language === 'fr' && one === 1) small.set(`${ten} et un`, value + one)
      else small.set(`${ten}-${ones[one]}`, value + one)
      if (language === 'en') small.set(`${ten} ${ones[one]}`, value + one)
    }
  }
}
small.set('quatre-vingts', 80)
small.set('soixante et onze', 71)
small.set('dreissig', 30)
small.set('dozen', 12)
small.set('dutzend', 12)
small.set('douzaine', 12)
small.set('vingtaine', 20)
small.set('trentaine', 30)
small.set('cinquantaine', 50)
small.set('centaine', 100)

const large = new Map([
  ['hundred', 100],
  ['hundert', 100],
  ['cent', 100],
  ['cents', 100],
  ['thousand', 1000],
  ['tausend', 1000],
  ['mille', 1000],
])

const smallWords = [...small.keys()].toSorted((a, b) => b.length - a.length).join('|')
const largeWords = [...large.keys()].join('|')
/** German writes hundreds in one word: “zweihundertfünfzig”. */
const germanCompound = `(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)?(?:hundert|tausend)(?:und)?(?:${smallWords})?)`
const piece = `(?:${germanCompound}|${smallWords}|${largeWords})`

/** For use in patterns with the flags `iu`, between the ends of words. */
export const numberWordsPattern = `(?:(?:half a|a|an|une?|eine?) (?=hundred|thousand|million|billion|dozen|hundert|tausend|dutzend|centaine|douzaine|vingtaine|trentaine|cinquantaine|millier|milliard))?(?:half a(?= million| billion)|(?:${piece})(?:(?:[ -]| and )(?:${piece}))*)`

/** The number that a phrase stands for. Null: none, or one that may be an article. */
export function numberFromWords(phrase: string): number | null {
  const text = phrase.toLowerCase().replace(/^(?:an?|une?|eine?) /, '')
  if (text === 'half a') return 0.5
  const alone = small.get(text)
  if (alone !== undefined) return alone >= 1 && !/^(?:un|ein|eins)$/.test(text) ? alone : null
  let total = 0
  let current = 0
  for (const token of splitWords(text)) {
    const factor = large.get(token)
    const value = small.get(token)
    if (factor === 1000) {
      total += (current || 1) * 1000
      current = 0
    } else if (factor !== undefined) current = (current || 1) * factor
    else if (value !== undefined) current += value
    else return null
  }
  const result = total + current
  return result > 0 ? result : null
}

function splitWords(text: string): string[] {
  const words: string[] = []
  let rest = text
  while (rest !== '') {
    rest = rest.replace(/^(?:[ -]|and |und(?!\p{L}*$))+/u, '')
    const word = longestWord(rest)
    if (word === null) return ['']
    words.push(word === 'ein' ? 'eins' : word)
    rest = rest.slice(word.length).replace(/^(?: and |[ -]|und)/, '')
  }
  return words
}

const allWords = [...small.keys(), ...large.keys(), 'ein'].toSorted((a, b) => b.length - a.length)
const longestWord = (text: string): string | null => allWords.find((word) => text.startsWith(word)) ?? null

const starts = new Set([
  ...allWords.flatMap((word) => word.split(/[ -]/)[0] ?? []),
  ...'a an half un une ein eine'.split(' '),
])

/** Whether a number in words may begin with a word: a quick test before the dear one. */
export const startsNumber = (word: string): boolean =>
  starts.has(word) || word.includes('hundert') || word.includes('tausend') || /^\p{L}+und\p{L}+$/u.test(word)
