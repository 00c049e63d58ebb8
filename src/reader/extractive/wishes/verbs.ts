import { placesIn } from '../values/index.ts'

/** Past forms that do not end in “-ed”: they stay as they are. */
const pasts = new Set(
  'sold made built won left went grew bought began led lost held took gave spent wrote ran met got found came became rose fell shut kept taught studied'.split(
    ' ',
  ),
)
const auxiliaries: Readonly<Record<string, string>> = {
  are: 'Is',
  is: 'Is',
  were: 'Was',
  was: 'Was',
  have: 'Has',
  has: 'Has',
  had: 'Had',
  do: 'Does',
  does: 'Does',
  "don't": 'Does not',
  "aren't": 'Is not',
  "haven't": 'Has not',
}

/** “publish their code” → “Publishes their code”: what many do, said of one. */
export function ofOne(predicate: string): string {
  const [verb = '', ...rest] = predicate.trim().split(' ')
  const words = rest.join(' ').replace(/^(not |also |already |currently )?/u, '$1')
  const first =
    auxiliaries[verb.toLowerCase()] ?? (isFinite(verb) ? capital(verb) : capital(thirdPerson(verb)))
  return `${first} ${words.replace(/(?<!\p{L})their own(?!\p{L})/giu, 'its own').replace(/(?<!\p{L})their(?!\p{L})/giu, 'its')}`.trim()
}

const isFinite = (verb: string): boolean =>
  /(?:ed|s)$/.test(verb) ||
  pasts.has(verb) ||
  /^(?:can|could|will|would|may|might|must|never|now|also|still)$/.test(verb)

function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`
}

/** “making batteries” → “Makes batteries”. */
export function ofOneDoing(phrase: string): string {
  const [participle = '', ...rest] = phrase.split(' ')
  return [capital(thirdPerson(infinitive(participle.toLowerCase()))), ...rest].join(' ')
}

function infinitive(participle: string): string {
  const stem = participle.replace(/ing$/, '')
  if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1)
  // “making”, “using”, “raising”, “producing”: a single consonant behind a single vowel had an e.
  return /(?:[^aeiou][aeiou](?:[kszvc])|(?:[ai]z|is|us|uc|ov|at|uir|ag|pl|iv|erv|as))$/.test(stem)
    ? `${stem}e`
    : stem
}

/** Small where a sentence goes on. Names stay as they are: “AI startups”, “SaaS”, “European makers”. */
export function uncapital(text: string): string {
  const first = text.split(' ')[0] ?? ''
  return /^\p{Lu}\p{Ll}+$/u.test(first) && placesIn(first).length === 0
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
