import type { Condition } from './condition.ts'
import { quoteOf, type Finding, type Source } from './finding.ts'

const codes: Readonly<Record<string, string>> = {
  english: 'en',
  englisch: 'en',
  anglais: 'en',
  german: 'de',
  deutsch: 'de',
  allemand: 'de',
  french: 'fr',
  franzosisch: 'fr',
  francais: 'fr',
  spanish: 'es',
  italian: 'it',
  dutch: 'nl',
  portuguese: 'pt',
}

/** The language that a condition asks a work to be written in, or null. */
export function writtenLanguage({ text }: Condition): string | null {
  const found =
    /(?:written|published|available|verfasst|geschrieben|écrite?|rédigée?)\s(?:in|auf|en)\s(\p{L}+)$/iu.exec(
      text,
    )
  const name = found?.[1]?.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return name === undefined ? null : (codes[name] ?? null)
}

/** The language of the page, which its first long sentence shows. */
export function decideLanguage(wanted: string, source: Source): Finding[] {
  // “en-x-fr” was French before it was put into English.
  const language = source.page.language?.replace(/^en-x-/, '') ?? null
  const sentence = source.page.statements.find(
    ({ kind, tokens }) => kind === 'sentence' && tokens.length >= 8,
  )
  if (language === null || !sentence || !source.about.isAboutSubject) return []
  const isSo = language.slice(0, 2) === wanted
  return [
    {
      verdict: isSo ? 'yes' : 'no',
      rule: 'language',
      source,
      quote: quoteOf(sentence, sentence),
      why: `the page is written in ${new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language}`,
      at: null,
      strength: 3,
      isCorrection: false,
      isLasting: true,
    },
  ]
}
