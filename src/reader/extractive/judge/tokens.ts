/** A word or number of a text, and where it stands. */
export interface Token {
  /** In lower case and without accents, as words are compared. */
  readonly word: string
  readonly stem: string
  readonly start: number
  readonly end: number
  readonly hasCapital: boolean
  readonly isNumber: boolean
}

const pattern =
  /\d[\d.,'’\u00a0\u202f]*\d|\d|\p{L}[\p{L}\p{N}]*(?:[-‐‑]\p{L}[\p{L}\p{N}]*)*(?:['’](?:s|t|re|ve|ll|m|d)(?!\p{L}))?|[+#]{1,2}|%/gu

export function tokensOf(text: string, offset = 0): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(pattern)) {
    const shown = match[0]
    const { word, stem, hasCapital, isNumber } = wordOf(shown)
    const start = offset + match.index
    tokens.push({ word, stem, start, end: start + shown.length, hasCapital, isNumber })
  }
  return tokens
}

type Word = Omit<Token, 'start' | 'end'>
const words = new Map<string, Word>()

/** Pages repeat their words, and taking accents and endings off is dear. */
function wordOf(shown: string): Word {
  const known = words.get(shown)
  if (known) return known
  const word = folded(shown)
  const made = {
    word,
    stem: stemOf(word),
    hasCapital: /^\p{Lu}/u.test(shown),
    isNumber: /^\d/.test(shown),
  }
  if (words.size > 20_000) words.clear()
  words.set(shown, made)
  return made
}

const folded = (shown: string): string =>
  shown
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[‐‑]/g, '-')
    .replaceAll('’', "'")
    .replace(/'s$/, '')

/** Forms that no ending explains. */
const irregular = new Map(
  (
    'led:lead made:make sold:sell bought:buy built:build held:hold taught:teach grew:grow grown:grow ran:run won:win ' +
    'wrote:write written:write spoke:speak spoken:speak gave:give given:give took:take taken:take sat:sit left:leave ' +
    'became:become began:begin begun:begin shown:show lost:lose paid:pay kept:keep met:meet sent:send said:say ' +
    'saw:see seen:see got:get went:go gone:go knew:know fell:fall fallen:fall rose:rise risen:rise drew:draw ' +
    'brought:bring thought:think found:find spent:spend lent:lend children:child women:woman men:man ' +
    'born:born data:data analyses:analysis studies:study employees:employee employee:employee committee:committee committees:committee ' +
    'trainees:trainee trainee:trainee degrees:degree degree:degree fees:fee shared:share shares:share'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]), // every entry has exactly one colon
)

/**
 * A word without the endings of English, German and French grammar. Crude, but the same for criteria and pages, and
 * what it keeps apart the lexicon may join.
 */
export function stemOf(word: string): string {
  const known = irregular.get(word)
  if (known !== undefined) return known
  if (word.length <= 3 || /^\d/.test(word)) return word
  for (const [ending, put, least] of endings) {
    if (word.endsWith(ending) && word.length - ending.length >= least) {
      const stem = word.slice(0, -ending.length) + put
      // “stopped”, “planning”: the doubled letter came with the ending.
      return /(?:ed|ing)$/.test(ending) ? stem.replace(/([bdgmnprt])\1$/, '$1') : stem
    }
  }
  return word
}

const endings: readonly (readonly [ending: string, put: string, least: number])[] = [
  ['isations', 'is', 3],
  ['izations', 'is', 3],
  ['isation', 'is', 3],
  ['ization', 'is', 3],
  ['ised', 'is', 3],
  ['ized', 'is', 3],
  ['ising', 'is', 3],
  ['izing', 'is', 3],
  ['ises', 'is', 3],
  ['izes', 'is', 3],
  ['ise', 'is', 3],
  ['ize', 'is', 3],
  ['ies', 'y', 2],
  ['ied', 'y', 2],
  ['sses', 'ss', 2],
  ['ings', '', 3],
  ['ing', '', 3],
  ['eur', 'eur', 3],
  ['ees', '', 3],
  ['ee', '', 3],
  ['ers', 'er', 3],
  ['ed', '', 3],
  ['es', '', 3],
  ['en', '', 4],
  ['em', '', 4],
  ['e', '', 3],
  ['ss', 'ss', 2],
  ['us', 'us', 2],
  ['is', 'is', 2],
  ['s', '', 3],
  ['n', 'n', 3],
]
