import type { Comparison } from './condition.ts'
import type { FieldBehind } from './field-behind.ts'

const sides: Readonly<Record<string, Pick<Comparison, 'isOpen'> & { readonly isLow: boolean }>> = {
  'more than': { isLow: true, isOpen: true },
  over: { isLow: true, isOpen: true },
  'at least': { isLow: true, isOpen: false },
  'less than': { isLow: false, isOpen: true },
  'fewer than': { isLow: false, isOpen: true },
  under: { isLow: false, isOpen: true },
  'at most': { isLow: false, isOpen: false },
}
const fractions: Readonly<Record<string, number>> = {
  half: 1 / 2,
  third: 1 / 3,
  quarter: 1 / 4,
  fifth: 1 / 5,
}
const counts: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4 }

const told =
  /(?<!\p{L})(?<side>more than|over|at least|less than|fewer than|under|at most) (?:(?<number>\d+(?:\.\d+)?) ?(?:%|per ?cent)|(?:(?<count>an?|one|two|three|four) )?(?<fraction>half|third|quarter|fifth)s?)(?![\p{L}\d])/iu
const most =
  /(?<!\p{L})(?:(?:a|the) majority(?= (?:of|stake|share|shareholding|interest)(?!\p{L}))|the bulk(?= of )|majority(?=[- ]owned(?!\p{L}))|most(?! (?:recent|important|cited|used|popular|\p{L}+ (?:of|in) )(?!\p{L}))|mostly|mainly|primarily|predominantly|largely|chiefly)(?!\p{L})/iu
const whole =
  /(?<!\p{L})(?:wholly|entirely|fully|completely|100 ?%|100 per ?cent)(?=(?: \p{L}+)?[- ]owned(?!\p{L}))|(?<= owned )(?:wholly|entirely|only|solely)(?= by )/iu

/** Where a share stood in a criterion. */
const gap = '§'

/**
 * A criterion about a part of a whole is a field and a comparison: “majority-owned by its staff” asks for the share that
 * the staff own. Pages give the share.
 */
export function shareAsked(criterion: string, name: string | undefined): FieldBehind | null {
  const taken = takeShare(criterion)
  if (!taken) return null
  const text = taken.rest.replace(/^(?:is|are|was|were) (?=§|owned)/iu, '')
  for (const [form, describe] of forms) {
    const found = form.exec(text)
    const description = found && describe(found.groups ?? {}, name)
    if (description !== null) return { description, comparison: taken.comparison }
  }
  return null
}

type Describe = (
  groups: Readonly<Record<string, string | undefined>>,
  name: string | undefined,
) => string | null

const kindOfHolder = /^(?:foreign|private(?:ly)?|public(?:ly)?|local(?:ly)?|domestic|independent(?:ly)?)$/iu

const forms: readonly (readonly [RegExp, Describe])[] = [
  [
    /^(?:§[- ]owned|owned §) by (?<holder>.+)$/iu,
    // Who is foreign or private, a list of shareholders does not say.
    ({ holder = '' }) => (kindOfHolder.test(holder) ? null : `Share owned by ${holder}`),
  ],
  [
    /^§ (?<holder>[\p{L} ]+)-owned$/iu,
    ({ holder = '' }) => (kindOfHolder.test(holder) ? null : `Share owned by ${holder}`),
  ],
  [
    /^(?<holder>.+ )?(?:owns?|holds?|controls?) §(?: (?:stake|share|shareholding|interest))?(?: (?:of|in))? (?<what>.*(?:shares?|stock|company|firm|business|equity|group|it)(?!\p{L}).*)$/iu,
    ({ holder, what }, name) => {
      const owner = holder?.replace(/personally $/iu, '').trim() || name
      return owner === undefined
        ? null
        : `Share of ${what} that ${lower(owner)} ${/s$/iu.test(owner) ? 'own' : 'owns'}`
    },
  ],
  [/^employs? §(?: of)? (?<who>.+)$/iu, ({ who }) => `Share of ${who} among employees`],
  [/^has § of (?<who>.+)$/iu, ({ who }) => `Share of ${who}`],
  [/^exports? §(?!\p{L})/iu, () => 'Share exported'],
  [
    /^(?:earns?|makes?|gets?|generates?|derives?|draws?|does|achieves?) § of (?:its|their) (?<what>(?:\p{L}+ )?(?:revenues?|sales|income|turnover|money|business|profits?)) (?<rest>.+)$/iu,
    ({ what, rest }) => `Share of ${what} ${rest}`,
  ],
  [
    /^sells? § (?<rest>(?:to|in|through|via|outside|online|abroad|within)(?!\p{L}).*)$/iu,
    ({ rest }) => `Share of sales ${rest}`,
  ],
  [
    /^§ (?:of )?(?:its |the |their |his |her )?(?<what>[\p{L} ]+?) (?<rest>(?:is|are|was|were|has|have|had|comes?|came|goes?|went|lives?|lived|works?|worked|uses?|used) .+)$/iu,
    ({ what, rest }) => `Share of ${what} that ${rest}`,
  ],
  [
    /^(?:its |the )?(?<what>participants|patients|respondents|employees|staff|customers|clients|members|users|students|visitors|subjects) (?<verb>are|were|is|was) § (?<rest>.+)$/iu,
    ({ what, verb, rest }) => `Share of ${what} that ${verb} ${rest}`,
  ],
  [
    /^(?<verb>\p{L}+s) § of (?<what>(?:its|their|the) .+)$/iu,
    ({ verb, what }) => `Share of ${what} that it ${verb?.toLowerCase()}`,
  ],
]

/** Who may hold shares, by the words for them. */
const holders: readonly RegExp[] = [
  /(?<!\p{L})(?:co-?)?founders?(?!\p{L})/iu,
  /(?<!\p{L})(?:family|families)(?!\p{L})/iu,
  /(?<!\p{L})(?:employees?|staff|workers?|workforce|colleagues)(?!\p{L})/iu,
  /(?<!\p{L})(?:funds?|private equity|venture|investors?|investment (?:firm|company))(?!\p{L})/iu,
  /(?<!\p{L})(?:state|government|municipal\p{L}*|city|town|province|county|ministry|republic)(?!\p{L})/iu,
  /(?<!\p{L})(?:foundation|trust|charity)(?!\p{L})/iu,
  /(?<!\p{L})(?:co-?operatives?|growers|farmers|members)(?!\p{L})/iu,
  /(?<!\p{L})(?:managers|management|directors?)(?!\p{L})/iu,
  /(?<!\p{L})universit(?:y|ies)(?!\p{L})/iu,
]

const holds =
  /(?:^|[.;:,]\s)(?<before>[^.;:,]{3,50}?) (?:(?:together|jointly|still|now) )?(?:holds?|owns?|keeps?|retains?|controls?) |(?:held|owned|controlled) by (?<after>[^.;:,]{3,40})/iu

/** Whether shares are those of others than is asked for: “the two founders together hold 61 per cent”. */
export function isOfOtherHolder(description: string, said: string): boolean {
  const holder = /^Share owned by (?<holder>.+)$/u.exec(description)?.groups?.['holder']
  const asked = holders.filter((kind) => kind.test(holder ?? ''))
  if (asked.length === 0 || asked.some((kind) => kind.test(said))) return false
  // Who sold is no holder, and who is named may be one of those asked for.
  const named = holds.exec(said)?.groups
  const who = named?.['before'] ?? named?.['after'] ?? ''
  return holders.some((kind) => kind.test(who)) && !/\s\p{Lu}/u.test(who)
}

const lower = (text: string): string =>
  text.replace(/^(?:Its|The|Their|His|Her)(?= )/u, (word) => word.toLowerCase())

function takeShare(text: string): { readonly comparison: Comparison; readonly rest: string } | null {
  const [found, all, mainly] = [told.exec(text), whole.exec(text), most.exec(text)]
  const { side, number, count, fraction } = found?.groups ?? {}
  const limit = sides[side?.toLowerCase() ?? '']
  const cut = (match: RegExpExecArray): string =>
    `${text.slice(0, match.index)}${gap}${text.slice(match.index + match[0].length)}`
  if (found && limit) {
    const share =
      number === undefined
        ? (counts[count?.toLowerCase() ?? ''] ?? 1) * (fractions[fraction?.toLowerCase() ?? ''] ?? 0)
        : Number(number) / 100
    const [low, high] = limit.isLow ? [share * 100, null] : [null, share * 100]
    return { comparison: percent(low, high, limit.isOpen, found[0]), rest: cut(found) }
  }
  if (all) return { comparison: percent(100, null, false, 'all of it'), rest: cut(all) }
  return mainly && { comparison: percent(50, null, true, 'more than half'), rest: cut(mainly) }
}

const percent = (low: number | null, high: number | null, isOpen: boolean, text: string): Comparison => ({
  low,
  high,
  isOpen,
  currency: null,
  dimension: 'percent',
  factor: 1,
  text,
})
