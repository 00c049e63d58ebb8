import { attribute, type Subject } from './attribution.ts'
import { datesIn, firstDate } from './dates.ts'
import { fieldsOf } from './labels.ts'
import { hedgePattern, moneyIn, type Money } from './quantities.ts'
import type { Reading } from './reading.ts'
import { settle, statementsOf } from './statements.ts'

export interface FundingRound {
  readonly name: string | null
  /** `2024`, `2024-05` or `2024-05-14`. */
  readonly date: string | null
  readonly amount: number | null
}

const roundName =
  /(?<![\p{L}])(?:(?<series>[Ss]eries|[Ss]erie|[Ss]érie)[ -](?<letter>[A-H])(?![\p{L}'’])|(?<seed>[Pp]re-?[Ss]eed|[Ss]eed|[Aa]ngel|[Bb]ridge|[Gg]rowth)(?=[ -]?(?:round|funding|financing|investment|extension|stage|Runde|Finanzierung\p{L}*|[,.;:|)(]|$)|\s+(?:of|over|über|von|de)\s)|(?<amorcage>amorçage))/gu
const raising =
  /(?<!\p{L})(?:raised|raises|raising|closed|closes|secured|completed|funding|financing|round|investment|eingesammelt|eingeworben|erhalten|abgeschlossen|sammelte|Finanzierung\p{L}*|Runde|Kapital|Wagniskapital|levé|levée|levées|tour de table|financement)(?!\p{L})/iu
const ofAll =
  /(?<!\p{L})(?:total|altogether|to date|so far|in all|overall|since (?:its |our )?(?:founding|inception|launch|20\d\d)|(?:across|over|in) (?:two|three|four|five|\d) (?:funding )?rounds|insgesamt|bisher|bislang|seit (?:der |ihrer |seiner )?Gründung|au total|à ce jour|depuis sa création|en (?:deux|trois|quatre) tours)(?!\p{L})/iu
/** What an amount is, when these words stand right before it or behind it. */
const totalBefore = /(?:total|insgesamt|bisher|bislang|au total|to date)[^.;]{0,40}$/i
const worthBefore =
  /(?:valu(?:ed|ation|ing)|bewert\p{L}*|valoris\p{L}*|worth|revenue|turnover|sales|Umsatz|chiffre d['’]affaires|loan|debt|Kredit|Darlehen|prêt)[^.;,]{0,30}$/iu
const worthAfter =
  /^\s*(?:pre-money |post-money )?(?:valuation|in (?:annual )?(?:revenue|sales|debt|loans)|Umsatz|Bewertung|de (?:chiffre|valorisation|dette))/i
const anything = new RegExp(raising.source, 'giu')
const mention =
  /rais|clos|secur|complet|fund|financ|round|invest|eingesammelt|eingeworben|erhalten|sammelte|runde|kapital|lev[ée]|tour de table|s[eé]rie|seed|amorçage/i

/** All that a company has raised, when the page says that it is all. */
export function fundingTotal({ facts, prose, page }: Reading, subject: Subject): number | null {
  const labelled = ['fundingTotal', 'funding'] as const
  for (const field of labelled)
    for (const { value } of facts.get(field) ?? []) {
      const [money, another] = moneyIn(value, page.language)
      // “Funding: $12M Series A” is a round.
      if (money && !another && (field === 'fundingTotal' || roundsIn(value).length === 0)) return money.amount
    }
  const totals = [...statementsOf(prose.sentences, subject, mention, [anything])].flatMap(
    ({ sentence, about, match }) => {
      if (about === 'other' || !ofAll.test(sentence)) return []
      const amounts = raised(sentence, page.language)
      const marked = amounts.filter(({ start }) => totalBefore.test(sentence.slice(0, start)))
      const [amount, another] =
        marked.length > 0 ? marked : amounts.filter(({ start }) => start > match.index)
      return amount && !another ? [{ value: amount.amount, year: null }] : []
    },
  )
  return settle(totals, 'undated')
}

/** The newest round that the page tells of: by its date, or else by its name, for rounds have an order. */
export function latestRound(reading: Reading, subject: Subject): FundingRound | null {
  const { facts, page } = reading
  for (const field of ['latestRound', 'funding'] as const)
    for (const { value } of facts.get(field) ?? []) {
      const [round] = roundsIn(value)
      const [money] = moneyIn(value, page.language)
      if (round || (money && field === 'latestRound'))
        return { name: round?.name ?? null, date: firstDate(value), amount: money?.amount ?? null }
    }
  const rounds = [
    ...tabledRounds(reading),
    ...statedRounds(reading, subject),
    ...unnamedRounds(reading, subject),
  ]
  const newest = rounds.toSorted(rounds.every(({ date }) => date !== null) ? byDate : byName)[0]
  if (!newest) return null
  // The same round may be told twice, once with its date and once with its amount.
  const same = rounds.filter(({ name }) => name === newest.name)
  const amounts = new Set(same.flatMap(({ amount }) => amount ?? []))
  return {
    name: newest.name,
    date: newest.date ?? same.find(({ date }) => date !== null)?.date ?? null,
    amount: amounts.size === 1 ? ([...amounts][0] ?? null) : newest.amount,
  }
}

function* statedRounds({ prose, page }: Reading, subject: Subject): Generator<FundingRound> {
  for (const { sentence, match, about } of statementsOf(prose.sentences, subject, mention, [roundName])) {
    if (about === 'other') continue
    const amounts = raised(sentence, page.language).filter(
      ({ start }) => !totalBefore.test(sentence.slice(0, start)),
    )
    // With several rounds in a sentence each has the amount beside it.
    const isAlone = roundsIn(sentence).length === 1
    const [amount, another] = isAlone ? amounts : amounts.filter((money) => isBeside(money, match))
    const [date, further] = datesIn(sentence)
    if (!amount && !(date && raising.test(sentence))) continue
    yield {
      name: nameOf(match),
      date: date && !further ? date.date : null,
      amount: amount && !another ? amount.amount : null,
    }
  }
}

const isBeside = ({ start, end }: Money, { index }: RegExpExecArray): boolean =>
  Math.min(Math.abs(start - index), Math.abs(index - end)) < 45

const raise =
  /(?<!\p{L})(?:raised|has raised|have raised|secured|hat|haben|a levé|avons levé|sammelte|erhielt) /gu
/** “In June 2025 we raised €34 million”: a round, though nobody gave it a name. */
function* unnamedRounds({ prose, page }: Reading, subject: Subject): Generator<FundingRound> {
  for (const { sentence, match, about } of statementsOf(prose.sentences, subject, mention, [raise])) {
    if (ofAll.test(sentence) || roundsIn(sentence).length > 0) continue
    const [amount, another] = raised(sentence, page.language)
    const [date, further] = datesIn(sentence)
    if (!amount || another || !date || further || !isRaised(sentence, match, amount)) continue
    // In German the subject may stand between the verb and the amount.
    if (attribute(sentence.slice(0, amount.start), subject, () => about) !== 'own') continue
    yield { name: null, date: date.date, amount: amount.amount }
  }
}

/** The amount follows the verb at once, or stands between the halves of a German one. */
function isRaised(sentence: string, verb: RegExpExecArray, amount: Money): boolean {
  const between = sentence.slice(verb.index + verb[0].length, amount.start)
  if (!/^(?:hat|haben) $/.test(verb[0])) return new RegExp(`^${hedgePattern}$`, 'iu').test(between)
  return (
    amount.start > verb.index &&
    /^ (?:[\p{L}]+ ){0,4}(?:eingesammelt|eingeworben|aufgenommen)/u.test(sentence.slice(amount.end))
  )
}

function* tabledRounds({ tables, page }: Reading): Generator<FundingRound> {
  for (const { headers, rows } of tables) {
    const column = (field: 'round' | 'amount' | 'date') =>
      headers.findIndex((header) => fieldsOf(header).includes(field))
    const [round, amount, date] = [column('round'), column('amount'), column('date')]
    if (round < 0 || (amount < 0 && date < 0)) continue
    for (const row of rows) {
      const name = roundsIn(row[round] ?? '')[0]?.name
      if (name === undefined) continue
      yield {
        name,
        date: firstDate(row[date] ?? ''),
        amount: moneyIn(row[amount] ?? '', page.language)[0]?.amount ?? null,
      }
    }
  }
}

/** The amounts of a sentence that somebody may have raised: not what a company is worth, sells or owes. */
const raised = (sentence: string, language: string | null) =>
  moneyIn(sentence, language).filter(
    ({ start, end }) => !worthBefore.test(sentence.slice(0, start)) && !worthAfter.test(sentence.slice(end)),
  )

const roundsIn = (text: string) => [...text.matchAll(roundName)].map((match) => ({ name: nameOf(match) }))

function nameOf(match: RegExpExecArray): string {
  const { letter, seed = 'seed' } = match.groups ?? {}
  if (letter !== undefined) return `Series ${letter}`
  const word = seed.toLowerCase().replace('preseed', 'pre-seed')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const order = [
  'Angel',
  'Pre-seed',
  'Seed',
  'Bridge',
  'Series A',
  'Series B',
  'Series C',
  'Series D',
  'Series E',
  'Series F',
  'Series G',
  'Series H',
  'Growth',
]
const rank = ({ name }: FundingRound): number => (name === null ? -1 : order.indexOf(name))
const byName = (a: FundingRound, b: FundingRound): number => rank(b) - rank(a)
const byDate = (a: FundingRound, b: FundingRound): number =>
  (b.date ?? '').localeCompare(a.date ?? '') || byName(a, b)
