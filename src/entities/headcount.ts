import { datesIn } from './dates.ts'
import { countOf, countPattern, hedgePattern } from './quantities.ts'
import type { Reading } from './reading.ts'
import { settle, statementsOf, type Figure, type Statement } from './statements.ts'
import type { Subject } from './attribution.ts'

/** Words for people who work somewhere, and words that mean them only beside a verb of employment. */
const staff = String.raw`employees|staff(?: members)?|team members|workers|FTEs?|full-time staff|Mitarbeiter(?:innen und Mitarbeitern?|[:*_·]?innen|n)?|Mitarbeitenden?|Beschäftigten?|Angestellten?|salarié(?:[·.-]?e[·.-]?)?s|collaborat(?:eurs|rices)(?:[·.-]rices)?|collaborateurs et collaboratrices|employé(?:[·.-]?e[·.-]?)?s`
const people = String.raw`people|colleagues|specialists|engineers and [a-z]+|Menschen|Personen|Leute|Köpfe|Kolleg(?:innen und Kollegen|[:*_]?innen|en)|personnes|experts`
const adjectives = String.raw`(?:(?:full-time|permanent|dedicated|talented|salaried|own|feste|festangestellte[nr]?|engagierte[nr]?) )?`
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,/$€£-])(?<count>${countPattern})\+? (?:${adjectives}(?:(?<staff>${staff})|(?<people>${people})))(?![\p{L}\p{N}])`,
  'giu',
)
/** A headcount that is named as such: “a workforce of 140”, “effectif de 140”. */
const named = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:headcount|workforce|our team|Belegschaft|unser Team|effectif|notre équipe) (?:is|of|stands at|now stands at|numbers|umfasst|zählt|von|compte|est de|de) ${hedgePattern}(?<count>${countPattern})(?:\+| strong)?(?= ?[.,;)]|$)`,
  'giu',
)
/** “There are twelve of us.” */
const ofUs = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:there are|we are|es gibt|wir sind zu|nous sommes) (?:now |currently |only )?(?<count>${countPattern})(?: of us)?(?= ?[.,;)]|$)`,
  'giu',
)
const patterns = [pattern, named, ofUs]
const mention =
  /employ|staff|team|work|people|colleague|headcount|FTE|of us|mitarbeit|beschäftigt|angestellt|menschen|personen|leute|köpfe|kolleg|belegschaft|salarié|collaborat|effectif|équipe|personnes|experts/i

const employing =
  /(?<!\p{L})(?:employs?|employed|employing|team of|workforce|headcount|staff of|we are|we['’]re|work (?:here|for us|at|with us)|works? for|beschäftigen|beschäftigt|arbeiten|Team|sind wir|wir sind|zählt|emploie|employons|compte|comptons|effectif|équipe|travaillent|sommes)(?!\p{L})/iu
/** Changes, shares and other people's people. */
const notTheTotal =
  /(?<!\p{L})(?:hired?|hiring|recruit\p{L}*|laid off|lay off|lays off|layoffs?|cut|cuts|cutting|dismiss\p{L}*|redundan\p{L}*|added|adding|adds|new|additional|another|joined|lost|trained?|grew by|growth|per|for every|companies with|teams of|serves?|einstell\p{L}*|eingestellt|neue[nr]?|weitere|zusätzliche|entl\p{L}*|abgebaut|streich\p{L}*|gestrichen|pro|schaffen|geschaffen|recrut\p{L}*|embauch\p{L}*|licenci\p{L}*|supprim\p{L}*|nouveaux|créer|formés?|par)(?!\p{L})/iu
/** One site is not the company. “At six sites” is. */
const oneSite =
  /(?<!\p{L})(?:at|in|from|am|im|an|à|dans|sur)\s(?:(?:the|its|our|der|die|dem|den|unserem|seinem|ihrem|le|la|son|sa|notre)\s)?(?:[\p{L}'’-]+\s){0,2}(?:site|plant|office|factory|campus|warehouse|branch|lab|facility|hub|Standort|Werk|Niederlassung|Filiale|Büro|usine|agence|bureau|atelier)(?!\p{L})/iu
/** “230 people in Dublin, and a dozen in Porto” are more than 230. */
const andElsewhere = new RegExp(
  String.raw`^ (?:in|at|à) \p{Lu}[^.;]{0,40}(?:,| and| und| et) (?:and |und |et )?(?:a dozen|another|${countPattern}) (?:[\p{L}]+ )?(?:in|at|à) `,
  'u',
)
const past =
  /(?<!\p{L})(?:had|were|was|employed|numbered|hatten?|waren?|beschäftigten?e|zählte|employait|comptait|avait|étaient|then|at the time|back then|damals|à l['’]époque)(?!\p{L})/iu
/** “At the end of 2025” says when a count was taken; “in 2019” tells a story. */
const asOf =
  /(?:end of|year[- ]end|as of|as at|on 31|Ende|Stand|zum 31|zum Jahresende|[Ff]in|au 31)[^.;]{0,24}?((?:19|20)\d\d)/u

const isNow = new RegExp(`(?:is|are|now) ${hedgePattern}$`, 'u')

const plausible = (count: number | null): count is number =>
  count !== null && count >= 1 && count <= 5_000_000

/** How many people work for a company, from what is labelled so, or else from its sentences. */
export const headcount = (reading: Reading, subject: Subject): number | null =>
  labelledHeadcount(reading) ?? settle(statedHeadcounts(reading, subject), 'undated')

function labelledHeadcount({ facts, page }: Reading): number | null {
  const figures = (facts.get('employees') ?? []).flatMap(({ label, value }): Figure[] => {
    const count = countAlone(value, page.language)
    const year = datesIn(`${label} ${bracketed(value)}`)[0]?.date.slice(0, 4)
    return plausible(count) ? [{ value: count, year: year === undefined ? null : Number(year) }] : []
  })
  return settle(figures, 'newest')
}

const bracketed = (value: string): string => /\(([^)]*)\)/.exec(value)?.[1] ?? ''

const hedge = new RegExp(`^${hedgePattern}`, 'iu')
const leadingCount = new RegExp(`^(${countPattern})\\+?`, 'iu')
const rest = new RegExp(
  String.raw`^ ?(?:${adjectives}(?:${staff}|${people}))?(?: (?:worldwide|globally|in total|weltweit|insgesamt|dans le monde|au total))?[,.]?(?: ?(?:end of|as of|Ende|Stand|fin)? ?\p{L}* ?(?:19|20)\d\d)?(?:, (?:of whom|davon|dont) .*)?$`,
  'iu',
)

/** A text that is nothing but a number of people: “about 250 people (2025)”. A range may have the number behind it. */
export function countAlone(text: string, language: string | null): number | null {
  const count = countFirst(text.replaceAll(/\([^)]*\)/g, ''), language)
  const inBrackets = bracketed(text)
  if (count !== null || /^\s*(?:19|20)\d\d\s*$/.test(inBrackets)) return count
  return /^\W*\d+\s?[-–—]\s?\d+/.test(text) ? countFirst(inBrackets, language) : null
}

function countFirst(text: string, language: string | null): number | null {
  const plain = text.trim().replace(hedge, '')
  const match = leadingCount.exec(plain)
  return match?.[1] !== undefined && rest.test(plain.slice(match[0].length))
    ? countOf(match[1], language)
    : null
}

function statedHeadcounts({ prose, page }: Reading, subject: Subject): Figure[] {
  return [...statementsOf(prose.sentences, subject, mention, patterns)].flatMap((statement): Figure[] => {
    const { sentence, match, about } = statement
    const count = countOf(match.groups?.['count'] ?? '', page.language)
    const year = Number(asOf.exec(sentence)?.[1] ?? 0) || null
    if (!plausible(count) || about === 'other' || !isWholeStaff(statement)) return []
    return past.test(sentence) && year === null ? [] : [{ value: count, year }]
  })
}

function isWholeStaff({ sentence, match, before, after, about }: Statement): boolean {
  if (/(?:[-–—]|to|bis|à|between|zwischen|entre)\s?$/i.test(before)) return false
  if (oneSite.test(sentence) || andElsewhere.test(after)) return false
  if (notTheTotal.test(before.slice(-60) + match[0] + after.slice(0, 40))) return false
  const { people: anyPeople, staff: employees } = match.groups ?? {}
  // A line of its own, as in a row of figures: “140 employees”.
  if (employees && about === 'nobody' && sentence.length <= match[0].length + 25) return true
  if (!anyPeople && about === 'own') return true
  // Many people do many things with a company without working for it.
  const isOwnCount = about === 'own' && isNow.test(before)
  return isOwnCount || (!anyPeople && !employees) || employing.test(sentence)
}
