import { placeNamed } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import type { Fact } from './fact.ts'
import { matchAt } from './match.ts'
import type { Source } from './source.ts'
import { namePattern } from './subject.ts'
import type { Term } from './terms.ts'
import { textFact } from './text-fact.ts'

/** Who may stand in a relation, by the concepts that ask for it and the ways in which it is said. */
const otherSide: readonly (readonly [concepts: readonly string[], patterns: readonly string[]])[] = [
  [
    ['investor'],
    [
      String.raw`(?:led|co-led|headed) by (?<name>NAME)`,
      String.raw`(?<name>NAME) (?:led|leads|co-led|is leading|has led) (?:the|its|this|a)`,
      String.raw`(?:angeführt|geführt) von (?:der |dem )?(?<name>NAME)`,
      String.raw`men(?:é|ée|ées) par (?<name>NAME)`,
      String.raw`investors? (?:is|are|was|were|includes?) (?:the )?(?<name>NAME)`,
      String.raw`(?<name>NAME) \(lead\)`,
      String.raw`(?:backed|supported) by (?<name>NAME)`,
      String.raw`participation (?:from|of|by) (?:(?:existing|earlier) )?(?:investors? )?(?<name>NAME)`,
      String.raw`raised [^.;]{2,40} from (?:investors (?:such as|including) )?(?<name>NAME)`,
      String.raw`lead investor(?: (?:is|was|of [^:.]{0,40}|in [^:.]{0,40}))?:? (?<name>NAME)`,
    ],
  ],
  [
    ['acquisition', 'parent'],
    [
      String.raw`(?:acquired|bought|taken over|purchased|owned) by (?:(?:the|an?) (?:[\p{Ll}-]+ ){0,4})?(?<name>NAME)`,
      String.raw`(?<name>NAME) (?:has |had |hat |a )?(?:agreed to (?:acquire|buy)|acquires?|acquired|buys|bought|taken over|took over|übernimmt|übernommen|kauft|rachète|racheté|acquiert) (?:the )?(?:[\p{L}-]+ ){0,4}SUBJECT`,
      String.raw`(?<name>NAME) hat [^.;]{0,80}SUBJECT[^.;]{0,30}(?:erworben|übernommen|gekauft)`,
      String.raw`(?<name>NAME) a (?:racheté|acquis|repris) [^.;]{0,60}SUBJECT`,
      String.raw`(?:übernommen|gekauft) (?:von|durch) (?:der |die )?(?<name>NAME)`,
      String.raw`rachetée? par (?<name>NAME)`,
      String.raw`subsidiary of (?<name>NAME)`,
      String.raw`gehört (?:seit \d{4} )?(?:zu[rm]? |dem |der )?(?:[\p{L}-]+e[rn] )?(?:Konzern |Gruppe |Holding |Familie )?(?<name>NAME)`,
      String.raw`(?:appartient|détenue) (?:à|au|par) (?:la |le )?(?:groupe )?(?<name>NAME)`,
      String.raw`part of (?:the )?(?<name>NAME)`,
    ],
  ],
  [
    ['doctorate', 'degree'],
    [
      String.raw`^(?:\d{4}[:,]? )?(?:PhD|Ph\.D\.|DPhil|Dr\.|MSc|MA|BSc|BA|MBA|M\.Sc\.|B\.Sc\.)(?: in [\p{L} ]{3,40})?, (?<name>NAME)`,
      String.raw`(?:PhD|Ph\.D\.|DPhil|doctorate|degree)\s\((?<name>NAME),? \d{4}\)`,
      String.raw`(?:PhD|Ph\.D\.|DPhil|doctorate|degree|diploma|promovierte|studied|graduated)[^.;,]{0,60}?\s(?:from|at|an der|à l['’])\s?(?:the )?(?<name>NAME)`,
    ],
  ],
  [
    ['employer'],
    [
      String.raw`(?:works?|working|employed|lead|led|leads|heads?|professor|lecturer|researcher|scientist|engineer|fellow|director|manager)(?: [\p{Ll}-]+){0,5} (?:for|at|with) (?:the )?(?<name>NAME)`,
      // The line under a name: “Associate Professor, Department of Physics, Orrin University”.
      String.raw`^(?:[\p{L}-]+ ){0,3}(?:[Pp]rofessor|[Ll]ecturer|[Rr]esearcher|[Ss]cientist|[Ee]ngineer|[Ff]ellow|[Dd]irector|[Mm]anager|[Ff]ounder|[Oo]fficer|CEO|CTO|CFO|COO|[Hh]ead|[Aa]nalyst)(?: (?:of|for) [\p{L} ]{3,40})?(?:(?:,| ·| \||  –) (?:Department|School|Faculty|Institute|Division|Group|Lab)[^,.;·|]{2,60})*(?:,| ·| \|| –) (?<name>NAME)$`,
    ],
  ],
  [
    ['publisher'],
    [
      String.raw`(?:published|publishes|came out|comes out|appeared|issued|appear) (?:by|with|at|from) (?<name>NAME)`,
    ],
  ],
  [
    ['organiser'],
    [
      String.raw`(?:organi[sz]ed|run|hosted|staged|operated|presented) by (?:the )?(?<name>NAME)`,
      String.raw`(?:veranstaltet|organisiert|betrieben|getragen) (?:von|vom) (?:der |dem )?(?<name>NAME)`,
      String.raw`(?:organisée?|gérée?|exploitée?) par (?:la |le |l['’])?(?<name>NAME)`,
    ],
  ],
  [
    ['journal'],
    [
      String.raw`(?:published|appeared|accepted|accepted for publication) (?:in|by) (?:the )?(?<name>NAME)`,
      String.raw`submitted to (?:the )?(?<name>NAME)`,
      String.raw`^(?<name>\p{Lu}[\p{L}&’ -]{3,60}?),? (?:vol\.|volume|\d{1,3} ?\(\d{1,4}\)|\d{1,3}, \d+[–-]\d+)`,
    ],
  ],
  [
    ['funding body'],
    [
      String.raw`(?:funded|financed|supported|sponsored|paid for) by (?:an? [\p{Ll} ]+ (?:from|of) )?(?:the )?(?<name>NAME)`,
      String.raw`(?:grant|funding|support) from (?:the )?(?<name>NAME)`,
    ],
  ],
]
const nameSource = String.raw`(?:\p{Lu}|\d+\p{Lu})[\p{L}\p{N}&'’+.-]*(?:\s(?:(?:of|and|for|the|de|du|la|für|&)\s){0,2}\p{Lu}[\p{L}\p{N}&'’+-]*){0,5}`

const weightOf = (terms: readonly Term[]): number => terms.reduce((sum, { weight }) => sum + weight, 0)

/** In a row, “and” stands between names. */
const listedName = nameSource.replace('of|and|for', 'of|for').replace('|&)', ')')

const nextName = new RegExp(
  String.raw`^(?:,|,? (?:and|und|et|&))\s(?:the |der |la |le )?(?<name>${listedName})`,
  'u',
)

/** The names that a row goes on with. */
function namesAfter(text: string, end: number): { start: number; end: number }[] {
  const names: { start: number; end: number }[] = []
  for (let at = end, next = nextName.exec(text.slice(at)); next; next = nextName.exec(text.slice(at))) {
    at += next[0].length
    names.push({ start: at - (next.groups?.['name'] ?? '').length, end: at })
  }
  return names
}

/** “Before joining Orrin I was an engineer at Kestrel”, “engineer at Kestrel (2015–2019)”. */
const isOver = (text: string, start: number, end: number): boolean =>
  /^(?:worked|was|were|served)/.test(text.slice(start)) ||
  /(?<!\p{L})(?:was|were|worked|served|previously|formerly|before (?:that|joining)|until (?:\p{L}+ )?\d{4})(?!\p{L})[^.;]{0,60}$/iu.test(
    text.slice(0, start),
  ) ||
  /(?<!\p{L})after [^.;,]{3,30} as [^.;,]{0,40}$/iu.test(text.slice(0, start)) ||
  /^[^.;,]{0,30}\(?(?:19|20)\d\d\s?[–-]\s?(?:19|20)\d\d/u.test(text.slice(end))

/** Who stands in a relation to the subject: “led by Andina Partners”. */
export function relationFacts(
  ask: Ask,
  source: Source,
  subject: Subject,
  further: readonly string[] = [],
): Fact[] {
  const sets = otherSide.filter(
    ([concepts]) =>
      concepts.some((concept) => ask.concepts.has(concept) || further.includes(concept)) &&
      // The institution of a doctorate employed nobody.
      !(concepts.includes('employer') && (ask.concepts.has('doctorate') || ask.concepts.has('degree'))) &&
      (!concepts.includes('degree') ||
        /universit|school|college|institution|alma mater|where|hochschule/i.test(ask.description)),
  )
  if (sets.length === 0) return []
  const own =
    subject.name === undefined ? 'the company' : `(?:${namePattern(subject.name, 'company').source})`
  const patterns = sets.flatMap(([, sources]) =>
    sources.map(
      (pattern) => new RegExp(pattern.replaceAll('NAME', nameSource).replaceAll('SUBJECT', own), 'gu'),
    ),
  )
  // The relation itself need not be named: its words say it.
  const meant = new Set(sets.flatMap(([concepts]) => (concepts.includes('degree') ? [] : concepts)))
  const others = ask.terms.filter(
    ({ concepts, weight }) => weight >= 0.3 && !concepts.some((concept) => meant.has(concept)),
  )
  const share = weightOf(others) / Math.max(weightOf(ask.terms), 0.1)
  return source.pieces.flatMap((piece) => {
    if (piece.kind === 'code') return []
    const text = piece.plain.text
    return patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const name = (match.groups?.['name'] ?? '')
          .replace(/[.,']+$/, '')
          .replace(/^(?:The|It|They|He|She)$/, '')
        if (
          name === '' ||
          (placeNamed(name) !== null && !ask.concepts.has('doctorate') && !ask.concepts.has('degree'))
        )
          return []
        const start = match.index + match[0].indexOf(name)
        const site = { piece, start, end: start + name.length, rivals: [] }
        const { names, score } = matchAt({ ...ask, terms: others, head: null }, source, site)
        if (names < 0.3 || (match[0].startsWith('submitted') && !/submit/i.test(ask.description))) return []
        const fact = textFact(
          source,
          subject,
          piece,
          start,
          start + name.length,
          (names < 0.5 ? 0.8 : 0.96) *
            (others.length > 0 ? Math.min(1, 0.45 + 0.65 * (1 - share + share * score)) : 1),
        )
        const further = ask.isPlural
          ? namesAfter(text, start + name.length).map((next) =>
              textFact(source, subject, piece, next.start, next.end, fact.match),
            )
          : []
        return [
          ...further,
          ask.concepts.has('employer') && isOver(text, match.index, match.index + match[0].length)
            ? { ...fact, modality: 'former' as const }
            : fact,
        ]
      }),
    )
  })
}
