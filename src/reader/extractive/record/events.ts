import type { Document } from '../../../documents/index.ts'
import type { JudgeTask, Verdict } from '../../reader.ts'
import { placeOf } from '../place-of.ts'
import { claim, sentenceAt } from './claim.ts'

interface EventKind {
  /** How a criterion calls it, in words of which nothing else may be left over. */
  readonly asked: RegExp
  readonly told: RegExp
  readonly what: string
}

const company = String.raw`\p{Lu}[\p{L}\p{N}&'’.-]*`

/** What the news report of companies, in English, German and French. */
const kinds: readonly EventKind[] = [
  {
    asked:
      /buys?|buying|bought|acquir(?:es?|ed|ing)|acquisitions?|takes? over|takeovers?|purchases?d?|mergers?|merges?|übernahmen?|übernimmt|kauft|acquiert|rachats?|rachète/giu,
    told: new RegExp(
      String.raw`(?<!\p{L})(?:buys?|buying|bought|acquires?|acquired|acquiring|takes over|taken over|takeover of|purchase of|acquisition of|pays? [^.]{1,25} for|merges? with|merger with|übernimmt|übernommen|übernahme von|kauft|gekauft|rachète|a racheté|rachat d[eu])(?!\p{L})[^.;]{0,60}?${company}|[’']s (?:purchase|takeover|acquisition) of|(?:kauft|übernimmt) \p{L}+`,
      'u',
    ),
    what: 'that one company buys another',
  },
  {
    asked:
      /job cuts?|cuts? (?:of )?jobs|jobs? (?:losses|cuts)|lay-?offs?|lays? off(?: staff| workers| employees| people)?|redundanc(?:y|ies)|dismissals?|cuts? (?:staff|posts|positions)|stellenabbau|entlassungen|licenciements?|suppressions? d['’]emplois?/giu,
    told: /(?<!\p{L})(?:cut(?:s|ting)?|axes?|sheds?|slash\p{L}*|eliminat\p{L}+)[^.;]{0,40} (?:jobs?|posts|positions|staff|workers|employees|roles)|(?:one|two|three) jobs? in|lays? off|laid off|lay-?offs|redundan\p{L}+|job cuts|(?:baut|streicht)[^.;]{0,40} stellen|stellenabbau|entl(?:ä|a)ss\p{L}+|licenci\p{L}+|supprim\p{L}+[^.;]{0,30} (?:postes|emplois)/iu,
    what: 'that jobs are cut',
  },
  {
    asked:
      /funding rounds?|rounds? of (?:funding|financing)|raises? (?:money|capital|funds|funding)|financing rounds?|investments?|fundraising|finanzierungsrunden?|levées? de fonds/giu,
    told: /(?<!\p{L})(?:raises?|raised|secures?|secured|closes?|closed|takes|lands|lève|a levé|sammelt|erhält)[^.;]{0,50}(?:[$€£]\s?\d|\d[\d.,]*\s?(?:m|bn|million|mio|millions)(?!\p{L}))|(?<!\p{L})series [a-f](?!\p{L})|funding round|finanzierungsrunde|levée de fonds/iu,
    what: 'a round of funding',
  },
  {
    asked:
      /insolvenc(?:y|ies)|bankruptc(?:y|ies)|goes bankrupt|insolvenz|faillites?|shut-?downs?|shuts? down|closures?|ceases operations|going out of business/giu,
    told: /(?<!\p{L})(?:insolven\p{L}+|bankrupt\p{L}*|shuts? down|shut down|ceased operations|ceases operations|closes? its doors|winds? up|faillite|liquidation)(?!\p{L})/iu,
    what: 'that a company gives up',
  },
]

const generic = new Set(
  (
    'reports report reported reporting that tells covers describes announces is about on of a an the one another company companies firm firms ' +
    'business businesses start up startup other by its some two or news has have been are was were'
  ).split(' '),
)
const leadSentences = 3

/** “Reports that one company buys another”: by its headline and its first sentences, where news say what they report. */
export function judgeEvent({ criterion, subject, sources }: JudgeTask): Verdict | 'open' | null {
  const asked = criterion.trim().replace(/\.$/, '')
  if (!/^(?:it |the article )?(?:reports?|tells|covers|describes|announces|is about)(?!\p{L})/iu.test(asked))
    return null
  const kind = kinds.find((one) => {
    const rest = asked.replaceAll(one.asked, ' ')
    return rest !== asked && (rest.toLowerCase().match(/\p{L}+/gu) ?? []).every((word) => generic.has(word))
  })
  if (!kind) return null
  for (const page of sources.filter(({ url, title }) => url === subject.url || title === subject.name)) {
    for (const { start, text } of leadOf(page)) {
      const found = kind.told.exec(text)
      if (!found || denied.test(text) || earlier.test(text.slice(0, found.index))) continue
      return claim('yes', `${placeOf(page)} reports ${kind.what}.`, [sentenceAt(page, start + found.index)])
    }
  }
  return 'open'
}

const denied = /(?<!\p{L})(?:not|never|denie[sd]|denial|no plans|without|nicht|dément\p{L}*|pas)(?!\p{L})/iu

/** What a report looks back on is not what it reports. */
const earlier = /(?<!\p{L})(?:after|since|ago|earlier|last year|previously|nachdem|après)(?!\p{L})/iu

/** The headline and the first sentences of the text, without bylines and notes. */
function leadOf({ text }: Document): { start: number; text: string }[] {
  const lead: { start: number; text: string }[] = []
  let sentences = 0
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    if (sentences >= leadSentences) break
    if (/^#\s/.test(line)) lead.push({ start: index, text: line })
    else if (line.length >= 60 && !/^(?:#|\||>|- |update|correction)/i.test(line))
      for (const { 0: sentence, index: at } of line.matchAll(
        /\S.*?(?:[.!?]["”»)]?(?=\s+["“„«]?\p{Lu}|$)|$)/gu,
      )) {
        if (sentences++ >= leadSentences) break
        lead.push({ start: index + at, text: sentence })
      }
  }
  return lead
}
