import type { Subject } from './attribution.ts'
import { datesIn } from './dates.ts'
import { hedgePattern, moneyIn, type Money } from './quantities.ts'
import type { Reading } from './reading.ts'
import { settle, statementsOf, type Figure } from './statements.ts'

const word = String.raw`(?<![\p{L}])(?:revenues?|turnover|sales|Umsatz|Umsatzes|Umsätze|Umsatzerlöse|Jahresumsatz|chiffre d['’]affaires)(?![\p{L}])`
const revenueWord = new RegExp(word, 'giu')
const mention = /revenue|turnover|sales|umsatz|umsätze|chiffre/i
/**
 * From the word to the amount, without dates and without the company: “revenue for 2025 was about $12M”. Anything
 * else between them makes it the revenue of something else.
 */
const filler =
  "in|for|of|the|our|its|year|to|ending|ended|fiscal|financial|business|on|last|im|Jahr|Geschäftsjahr|letzten|des|der|pour|année|exercice|en|de|du|la|l['’]"
const connectors =
  "of|was|were|is|reached|totall?ed|stood at|amounted to|came to|hit|exceeded|topped|grew to|rose to|von|in Höhe von|betrug|beträgt|lag\\s+bei|liegt\\s+bei|erreichte|stieg\\s+auf|de|atteint|a atteint|s['’]élève à|s['’]est élevé à|s['’]établit à|était de|est de"
const leadsTo = new RegExp(
  `^(?:[\\s,(]|(?:${filler})(?!\\p{L})|['’])*(?:${connectors})\\s${hedgePattern}$`,
  'iu',
)
/** From the amount to the word: “$12M in revenue”, “12 Millionen Euro Umsatz”. */
const followsOn = /^\s(?:(?:in|of|a|de)\s)?(?:(?:annual|net|total|yearly|jährlichem|jährlichen)\s)?$/i
const notTheYear =
  /(?<!\p{L})(?:quarter\p{L}*|Q[1-4]|month\p{L}*|half|recurring|ARR|MRR|growth|grew by|increase of|increased by|rose by|up by|down by|fell by|per|share of|Quartal\p{L}*|Halbjahr\p{L}*|Monat\p{L}*|wiederkehrend\p{L}*|um|gestiegen um|Zuwachs|trimestre|semestre|mois|mensuel|récurrent|hausse de|baisse de)(?!\p{L})/iu

/** What a company sells in a year, in whatever currency the page counts. */
export function annualRevenue({ facts, prose, page }: Reading, subject: Subject): number | null {
  const labelled = (facts.get('revenue') ?? []).flatMap(({ label, value }): Figure[] => {
    const [money, another] = moneyIn(value, page.language)
    if (!money || another || notTheYear.test(`${label} ${value}`) || forecast.test(`${label} ${value}`))
      return []
    return [{ value: money.amount, year: yearIn(`${label} ${value}`) }]
  })
  if (labelled.length > 0) return settle(labelled, 'newest')
  const stated = [...statementsOf(prose.sentences, subject, mention, [revenueWord])].flatMap(
    ({ sentence, match, about }): Figure[] => {
      if (about === 'other' || notTheYear.test(sentence)) return []
      const end = match.index + match[0].length
      const [money, another] = moneyIn(sentence, page.language).filter((amount) =>
        isMeant(amount, sentence, match.index, end, subject),
      )
      return money && !another ? [{ value: money.amount, year: yearIn(sentence) }] : []
    },
  )
  return settle(stated, 'newest')
}

const forecast =
  /forecast|expected|target|plan|budget|prognose|erwartet|ziel|prévision|objectif|(?:19|20)\d\de(?!\p{L})/iu

function isMeant(money: Money, sentence: string, start: number, end: number, subject: Subject): boolean {
  if (money.end <= start) return followsOn.test(sentence.slice(money.end, start))
  const between = sentence.slice(end, money.start).replaceAll(subject.own, '')
  const dates = datesIn(between).toReversed()
  return leadsTo.test(dates.reduce((text, date) => text.slice(0, date.start) + text.slice(date.end), between))
}

const yearIn = (text: string): number | null => {
  const years = datesIn(text).map(({ date }) => Number(date.slice(0, 4)))
  return years.length === 0 ? null : Math.max(...years)
}
