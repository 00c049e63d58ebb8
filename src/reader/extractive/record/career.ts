import type { Document } from '../../../documents/index.ts'
import { isInstitution, personProfile } from '../../../entities/index.ts'
import type { JudgeTask, Span, Verdict } from '../../reader.ts'
import { placeNamed } from '../values/places.ts'
import { placeOf } from '../place-of.ts'
import { claim, placesOf, sentenceAt } from './claim.ts'

interface Pattern {
  /** What a criterion asks for, and nothing besides. */
  readonly asked: RegExp
  readonly told: RegExp
  readonly what: string
  /** Whether the words found are really so. */
  readonly holds?: (found: RegExpExecArray) => boolean
}

const someCompany =
  '(?:an? |some |their own |her own |his own |at least one )?(?:compan(?:y|ies)|start-?ups?|firms?|business(?:es)?)'
const companyNoun =
  'company|firm|start-?up|spin-?(?:out|off)|venture|contractor|manufacturer|maker|consultancy|bank|agency|studio|supplier|utility|producer|developer|operator|insurer|carmaker|business|brewery|publisher|shipyard|retailer|Unternehmen|Firma|Hersteller|entreprise|société'
const properName = String.raw`\p{Lu}[\p{L}\p{N}&'’-]*(?: \p{Lu}[\p{L}\p{N}&'’-]*){0,3}`

/** What is founded and is no company. */
const otherFoundation =
  'group|centre|center|laboratory|lab|society|journal|network|project|choir|club|institute|department|festival'
const founds = [
  String.raw`(?:co-?)?(?:founded|fondée?|cofondée?|gegründet)(?! (?:the |an? |his |her )?(?:\p{L}+ ){0,3}?(?:${otherFoundation})(?!\p{L}))`,
  String.raw`(?:started|set up|launched|established) (?:an? |the |his |her |their )(?:own )?(?:\p{L}+ ){0,2}?(?:${companyNoun})`,
].join('|')
const wasFounded = String.raw`(?:founded|set up|started|established|gegründet|fondée?|créée?)(?: (?:in|im|en)? ?(?:\p{L}+ )?\d{4})?(?: in \p{Lu}\p{L}+)?,? (?:by|von|par)`

/** Nobody has founded, studied or worked by what is denied, intended, begun or told of others. */
const undone =
  /(?<!\p{L})(?:not|never|no|without|nor|nicht|nie|kein\p{L}*|jamais|pas|would|will|plans?|hopes?|wants?|almost|students?|candidates?|studying|pursuing|towards|started (?:her|his|their|an?) (?:doctorate|ph)|began (?:her|his|their|an?)|expects?|submit)(?!\p{L})/iu

const workedAt = new RegExp(
  String.raw`(?<!\p{L})(?:worked (?:for|at|with)|working (?:for|at)|employed (?:by|at)|employee(?: number \p{L}+)? (?:at|of)|years? (?:with|at|for|in)|(?:engineer|manager|director|consultant|developer|analyst|designer|programmer|officer) (?:at|with|for|of)|arbeitete (?:bei|für)|travaillé (?:pour|chez)) (?:((?:the |an? |its )?(?:[\p{L}-]+ ){0,3}?(?:${companyNoun})(?!\p{L}))|(?<! in )(${properName}))`,
  'gu',
)
const noCompany =
  /(?<!\p{L})(?:office|institut\p{L}*|universit\p{L}*|hospital|clinic|ministry|council|government|laborator\p{L}+|academy|museum|observatory|school|college|survey|foundation|society|faculty|department|group|infirmary|parliament|agency for)(?!\p{L})/iu

const patterns: readonly Pattern[] = [
  {
    asked: new RegExp(
      String.raw`^(?:has |have )?(?:co-?)?(?:founded|started|set up)(?: or (?:co-?)?founded)? ${someCompany}$|^is (?:an? |the )?(?:co-?)?founder(?: or co-?founder)?(?: of ${someCompany})?$|^(?:co-?)?founder of ${someCompany}$`,
      'iu',
    ),
    told: new RegExp(
      [
        String.raw`(?<!\p{L})(?:[Cc]o-?)?[Ff]ounder (?:and [^.,;]{2,40} )?of (?:the )?(?:\p{Ll}+[ -]){0,2}\p{Lu}`,
        String.raw`(?<!\p{L})(?:NAME|[Ss]he|[Hh]e|I|[Ss]ie|[Ee]r|[Ii]ch|[Ee]lle|[Ii]l|[Jj]e) (?:\p{L}+ ){0,2}?(?:${founds})`,
        String.raw`${wasFounded} [^.;]{0,60}?NAME`,
        String.raw`(?<=^|\n)[\s#>*-]*NAME[,:–-]+ (?:co-?)?founder`,
        String.raw`[Ff]ounders?\s*:[^.;\n]{0,80}NAME`,
        String.raw`NAME, (?:its |the |a |who )?(?:other )?(?:co-?)?founder`,
        String.raw`(?<!\p{L})(?:co-?)?founder,? NAME`,
      ].join('|'),
      'gu',
    ),
    what: 'named as a founder',
  },
  {
    asked:
      /^(?:holds?|has|have|earned|received|completed|hat|possède|a)\s+(?:an?\s+|eine[nr]?\s+|un\s+)?(?:doctorate|doctoral degree|ph\.?\s?d\.?|dphil|doktortitel|promotion|doctorat)$|^(?:is|has been) (?:an? )?(?:doctor|promoviert|docteure?)$/iu,
    told: /(?<!\p{L})(?:doctorate|ph\.?\s?d\.?|d\.?phil\.?|doctoral degree|doctor of philosophy|promovierte|promoviert|promotion an|doctorat|thèse de doctorat)(?!\p{L})/giu,
    what: 'said to hold a doctorate',
  },
  {
    asked:
      /^(?:has |have )?(?:worked|been employed|experience)(?: before| previously)? (?:for|at|in|by|with) (?:an? |the |some )?(?:private )?(?:compan(?:y|ies)|firms?|industry|private sector|business(?:es)?|start-?ups?)$|^has (?:industry|industrial|corporate) experience$/iu,
    told: workedAt,
    what: 'said to have worked for a company',
    holds([, described, named]) {
      const where = described ?? named ?? ''
      return !noCompany.test(where) && !isInstitution(where) && placeNamed(where) === null
    },
  },
]

/** What somebody has founded, learnt and done, by sentences in which they are the ones who did it. */
export function judgeCareer(task: JudgeTask): Verdict | 'open' | null {
  const criterion = task.criterion.trim().replace(/\.$/, '')
  const pattern = patterns.find(({ asked }) => asked.test(criterion))
  const { name } = task.subject
  if (!pattern || name === undefined) return null
  for (const page of task.sources) {
    const span = found(pattern, page, name)
    if (span) return claim('yes', `On ${placeOf(page)}, they are ${pattern.what}.`, [span])
  }
  return 'open'
}

function found({ told, holds }: Pattern, page: Document, name: string): Span | null {
  const words = name.split(' ')
  const called = [name, words.at(-1) ?? name].map((one) =>
    one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  )
  const pattern = new RegExp(told.source.replaceAll('NAME', `(?:${called.join('|')})`), told.flags)
  const isProfile = personProfile(page).name === name
  for (const match of placesOf(page.text, pattern)) {
    const at = match.index + (match[0].length - match[0].trimStart().length)
    const span = sentenceAt(page, at)
    // What is denied or only begun is said close by.
    const near = page.text.slice(Math.max(span.start, match.index - 45), match.index + match[0].length)
    const after = page.text.slice(match.index, Math.min(span.end, match.index + match[0].length + 70))
    if (undone.test(near) || /(?<!\p{L})(?:students?|candidates?|expects?|submit)(?!\p{L})/iu.test(after))
      continue
    if (holds && !holds(match)) continue
    if (!isProfile && !isUnderName(page.text, at, called)) continue
    return span
  }
  return null
}

/** On a page about many, what is told of somebody stands in a paragraph with their name, or under a heading with it. */
function isUnderName(text: string, at: number, names: readonly string[]): boolean {
  const named = new RegExp(names.join('|'), 'u')
  const start = text.lastIndexOf('\n', Math.max(0, at - 1)) + 1
  const next = text.indexOf('\n', at)
  const heading = [...text.slice(0, start).matchAll(/^#{1,6} .*$/gm)].at(-1)?.[0] ?? ''
  return named.test(text.slice(start, next < 0 ? text.length : next)) || named.test(heading)
}
