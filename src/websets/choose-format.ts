import type { Format } from '../contract/webset-shapes.ts'

/** What in a description says what kind of value is wanted; the first that matches holds. */
const signs: readonly (readonly [RegExp, Format])[] = [
  [/\be-?mail/i, 'email'],
  [/\b(tele)?phone|\b(fax|mobile) number|\bhotline/i, 'phone'],
  [/\b(url|website|web ?site|homepage|web address|link|linkedin|github|twitter|profile page)\b/i, 'url'],
  [/\b(date|when|deadline|birthday|founded on|launched on|published on)\b/i, 'date'],
  [
    /\b(how many|how much|number of|count of|amount|revenue|turnover|headcount|employees|salary|price|year|age|size of|share of|percentage|funding|valuation)\b/i,
    'number',
  ],
]

/** The format of an enrichment whose caller named none. */
export const chooseFormat = (description: string): Format =>
  signs.find(([sign]) => sign.test(description))?.[1] ?? 'text'
