import type { EntityType } from '../../reader.ts'
import { placesIn } from '../values/index.ts'
import { singularOf, type FoundKind } from './kinds.ts'
import { capital, ofOne, ofOneDoing, uncapital } from './verbs.ts'

/** Words before a thing that say something about it which can be checked. `year` is this year. */
type Quality = readonly [words: RegExp, criterion: (year: number) => string]

const companyQualities: readonly Quality[] = [
  [
    /^(?:very )?(?:young|new|recent|recently founded|newly founded)$/i,
    (year) => `Was founded in ${year - 10} or later`,
  ],
  [/^(?:old|long-established|established)$/i, (year) => `Was founded in ${year - 20} or earlier`],
  [/^early[- ]stage$/i, () => 'Is at an early stage: pre-seed, seed or Series A'],
  [/^(?:late|growth)[- ]stage$/i, () => 'Is at a late stage: Series C or later'],
  [/^small$/i, () => 'Has fewer than 100 employees'],
  [/^(?:mid-?sized?|medium-?sized?)$/i, () => 'Has between 100 and 1,000 employees'],
  [/^(?:large|big)$/i, () => 'Has more than 1,000 employees'],
  [/^(?:profitable)$/i, () => 'Is profitable'],
  [/^(?:public|publicly traded|publicly listed|listed)$/i, () => 'Is listed on a stock exchange'],
  [/^(?:private|privately held|privately owned)$/i, () => 'Is privately held'],
  [/^(?:bootstrapped|self-funded)$/i, () => 'Has no outside investors'],
  [/^(?:venture-backed|vc-backed|venture-funded|vc-funded)$/i, () => 'Is backed by venture capital'],
  [/^(?:family-owned|family-run|family)$/i, () => 'Is owned by a family'],
  [/^independent$/i, () => 'Is an independent company'],
  [
    /^(?:female-founded|women-founded|female-led|women-led|woman-led)$/i,
    () => 'Was founded or is led by a woman',
  ],
  [/^(?:remote|remote-first|fully remote)$/i, () => 'Offers fully remote positions'],
  [/^(?:b2b)$/i, () => 'Sells to businesses'],
  [/^(?:b2c|consumer)$/i, () => 'Sells to consumers'],
  [/^(?:open[- ]source)$/i, () => 'Publishes open-source software'],
  [/^(?:non-?profit|not-for-profit)$/i, () => 'Is a non-profit organisation'],
  [/^(?:certified)$/i, () => 'Is certified'],
]
const paperQualities: readonly Quality[] = [
  [/^(?:recent|new|latest)$/i, (year) => `Published in ${year - 2} or later`],
  [/^(?:peer-reviewed)$/i, () => 'Is peer-reviewed'],
  [/^(?:open[- ]access)$/i, () => 'Is available under open access'],
]
const articleQualities: readonly Quality[] = [
  [/^(?:recent|new|latest)$/i, (year) => `Published in ${year - 1} or later`],
]
const qualities: Partial<Record<EntityType, readonly Quality[]>> = {
  company: companyQualities,
  research_paper: paperQualities,
  article: articleQualities,
}

/** Adjectives that praise and exclude nothing. */
const praise =
  /^(?:best|top|leading|good|great|interesting|innovative|promising|relevant|notable|famous|all|every|some|any|other|the|a|an|of|most|important|\d+)$/i

/** What stands before the thing: “young European battery …”. */
export function criteriaBefore(words: string, kind: FoundKind, year: number): string[] {
  const places = placesIn(words)
  const where = places.map(({ place }) => locatedIn(place.name, kind.type))
  let rest = places.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), words)
  rest = rest
    .replaceAll(/[,]|(?<!\p{L})and(?!\p{L})/giu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const found: string[] = []
  const left: string[] = []
  const tokens = rest.split(' ').filter((word) => word !== '')
  for (let at = 0; at < tokens.length; at++) {
    const pair = `${tokens[at]} ${tokens[at + 1] ?? ''}`.trim()
    const two = tokens[at + 1] === undefined ? undefined : qualityOf(pair, kind.type)
    const one = qualityOf(tokens[at] ?? '', kind.type)
    if (two) {
      found.push(two(year))
      at++
    } else if (one) found.push(one(year))
    else if (!praise.test(tokens[at] ?? '')) left.push(tokens[at] ?? '')
  }
  const topic = uncapital(left.join(' '))
  return [...where, ...(topic === '' ? headCriterion(kind) : [topicCriterion(topic, kind)]), ...found]
}

const qualityOf = (words: string, type: EntityType) =>
  qualities[type]?.find(([pattern]) => pattern.test(words))?.[1]

const an = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`

/** What the word for the thing says by itself: not everybody is a professor. */
function headCriterion({ is, type }: FoundKind): string[] {
  if (is === undefined || type === 'custom') return []
  if (is === 'founder' || is === 'co-founder') return ['Has founded or co-founded a company']
  if (is === 'entrepreneur') return ['Has founded a company']
  if (/^c.o$/.test(is)) return [`Is ${an(is.toUpperCase())}`]
  return [type === 'research_paper' ? `Reports ${an(is)}` : `Is ${an(is)}`]
}

function topicCriterion(topic: string, kind: FoundKind): string {
  if (kind.does !== undefined) return `${kind.does} ${topic}`
  if (kind.is !== undefined && kind.type === 'research_paper') return `Reports ${an(`${topic} ${kind.is}`)}`
  if (kind.is !== undefined) return `Is ${an(`${topic} ${singularOf(kind.word)}`)}`
  if (kind.type === 'company') return `Works in ${topic}`
  return kind.type === 'person' ? `Works in ${topic}` : `Is about ${topic}`
}

const locatedIn = (place: string, type: EntityType): string => {
  const named =
    /^(?:United|Netherlands|Nordics|EU|UK|US|Middle East|Baltics|Balkans|Philippines|Czech Republic)/.test(
      place,
    )
      ? `the ${place}`
      : place
  if (type === 'company') return `Headquartered in ${named}`
  return type === 'person'
    ? `Is based in ${named}`
    : type === 'custom'
      ? `Is located in ${named}`
      : `Is about ${named}`
}

const time = String.raw`(?:the )?(?:last|past|this|next)?\s*(?:(?:early|late|mid)[- ]?)?(?:(?:spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december|q[1-4])\s+)?(?:\d{4}s?|\d+ (?:years?|months?|weeks?|days?)|year|month|week|decade)`
const timePhrase = new RegExp(
  `^(?<how>in|from|since|after|before|during|between|within|until|over)\\s+(?<when>${time}(?:\\s+and\\s+${time})?)$`,
  'iu',
)
const happened =
  /^(?<what>founded|established|incorporated|started|launched|opened|published|released|written|born|acquired|formed|created|announced)\s+(?<rest>.+)$/iu

const anybody = /^(?:companies|firms|businesses|start-?ups|organi[sz]ations|people)$/iu

/** One thing that is said about a thing behind its name: “founded since 2018”, “that publish their code”. */
export function criterionAfter(clause: string, kind: FoundKind): string | null {
  const text = clause.trim().replace(/[.,;:]+$/, '')
  const { type } = kind
  const dated = timePhrase.exec(text)?.groups
  if (dated)
    return `${type === 'company' ? 'Was founded' : type === 'custom' ? 'Takes place' : 'Published'} ${when(dated)}`
  const event = happened.exec(text)?.groups
  if (event) {
    const time = timePhrase.exec(event['rest'] ?? '')?.groups
    const what = (event['what'] ?? '').toLowerCase()
    return `${what === 'published' ? 'Published' : `Was ${what}`} ${time ? when(time) : event['rest']}`
  }
  const relative = /^(?:that|which|who)\s+(.+)$/iu.exec(text)?.[1]
  if (relative !== undefined) return ofOne(relative)
  const possessed = /^whose\s+(.+)$/iu.exec(text)?.[1]
  if (possessed !== undefined) return `Its ${possessed}`
  const based =
    /^(?:(?:based|headquartered|located|situated|living|residing)\s+)?(?:in|from|near|across|at)\s+(?:the\s+)?(.+)$/iu.exec(
      text,
    )
  if (
    based &&
    (/^(?:based|headquartered|located|situated|living|residing)/i.test(text) ||
      placesIn(based[1] ?? '')[0]?.start === 0)
  )
    return based[0].includes(' near ') ? `Is located near ${based[1]}` : locatedIn(based[1] ?? '', type)
  const outside = /^(?:based )?outside (?:of )?(.+)$/iu.exec(text)?.[1]
  if (outside !== undefined) return `Is not based in ${outside}`
  const having = /^with(?<no>out)?\s+(?<what>.+)$/iu.exec(text)?.groups
  if (having) {
    const what = having['what'] ?? ''
    if (having['no']) return `Has no ${what.replace(/^(?:any|a|an)\s+/i, '')}`
    return /(?<!\p{L})(?:doctorate|degree|ph\.?d|master's|mba|diploma)(?!\p{L})/iu.test(what)
      ? `Holds ${what}`
      : `Has ${what}`
  }
  const about = /^(?:about|on|covering|regarding|concerning|discussing|dealing with)\s+(.+)$/iu.exec(
    text,
  )?.[1]
  // “Articles about companies that won orders”: that it is about some company, nearly every article could say.
  if (about !== undefined && anybody.test(about)) return null
  if (about !== undefined)
    return type === 'person' || type === 'company' ? `Works on ${about}` : `Is about ${about}`
  const by = /^(?:by|from)\s+(.+?)(?:\s+(?:researchers|authors|scientists|academics))?$/iu.exec(text)?.[1]
  if (by !== undefined) return type === 'research_paper' ? `Has an author at ${by}` : `Is by ${by}`
  const at = /^(?:at|of)\s+(.+)$/iu.exec(text)?.[1]
  if (at !== undefined) return ofCriterion(at, text, kind)
  const forWhom = /^(?:for|serving)\s+(.+)$/iu.exec(text)?.[1]
  if (forWhom !== undefined) return `Serves ${forWhom}`
  if (/^\p{L}+ing\s/iu.test(text)) return ofOneDoing(text)
  if (/^(?:\p{L}+ed|led|run|known|born|owned|built|made)\s/iu.test(text)) return `Is ${text}`
  return text.split(' ').length >= 2 ? capital(text) : null
}

function ofCriterion(what: string, text: string, { type, does, is }: FoundKind): string {
  if (does !== undefined) return `${does} ${what}`
  if (is === 'founder' || is === 'co-founder')
    return `Has founded or co-founded ${what
      .replace(/ies$/, 'y')
      .replace(/s$/, '')
      .replace(/^(?=[^aeiou])/i, 'a ')
      .replace(/^(?=[aeiou])/i, 'an ')}`
  if (type === 'person')
    return is === undefined || text.startsWith('at')
      ? `Works at ${what}`
      : `Is ${an(/^c.o$/.test(is) ? is.toUpperCase() : is)} of ${what}`
  return type === 'research_paper' ? `Has an author at ${what}` : `Is about ${what}`
}

function when({ how = '', when: time = '' }: Record<string, string | undefined>): string {
  if (/^since$/i.test(how))
    return /^\d{4}$/.test(time.trim()) ? `in ${time.trim()} or later` : `since ${time}`
  if (/^from$/i.test(how)) return `in ${time}`
  return `${how.toLowerCase()} ${time}`.replace(/^in (?=the (?:last|past))/, 'in ')
}
