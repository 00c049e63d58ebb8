import type { Subject } from '../../reader.ts'
import { choose } from '../facts/choose.ts'
import { factsFor, parseAsk, readSource, type Fact } from '../facts/index.ts'
import { roleIn, type Role } from '../facts/roles.ts'
import { peopleIn, sexOf, type Sex } from '../values/index.ts'
import type { Condition } from './condition.ts'
import { asOf, type Finding, type Source } from './finding.ts'

/** A holder who is named less surely than this decides nothing. */
const leastScore = 0.75

/** Roles that one alone has in an organisation, so that another's name contradicts. */
const exclusive = new Set([
  'chief executive',
  'chief financial officer',
  'chief technology officer',
  'chief operating officer',
  'chief marketing officer',
  'chief product officer',
  'chief scientific officer',
  'chair',
  'president',
  'head teacher',
  'head chef',
  'museum head',
  'chair of a club',
  'executive director',
  'principal investigator',
  'mayor',
])

/** “Marcus Teel is chief executive”, “is led by a woman”: who has a role, by the newest that the sources say. */
export function decideByRoles(
  { text, mode, window, comparison }: Condition,
  sources: readonly Source[],
  subject: Subject,
): Finding[] {
  if (mode === 'plan' || window !== null || comparison !== null || isFormer.test(text)) return []
  const sex = sexAsked(text)
  const role = roleIn(text) ?? (sex === null ? null : roleNamed(text))
  if (!role) return []
  const holders = holdersOf(role, sources, subject)
  const [holder] = holders
  if (!holder) return []
  if (sex !== null) {
    const found = new Set(holders.map((fact) => sexIn(fact)))
    const [only] = found
    if (found.size !== 1 || only === undefined || only === null) return []
    return [finding(only === sex, holder, sources, `${holder.value}, who is a ${only}`)]
  }
  const [asked, ...others] = peopleIn(text)
  if (!asked || others.length > 0 || !isPlainly.test(text.replace(asked.name, 'NAME'))) return []
  if (holders.some(({ value }) => isSame(value, asked.name)))
    return [finding(true, holder, sources, holder.value)]
  return exclusive.has(role.name) && holders.length === 1
    ? [finding(false, holder, sources, holder.value)]
    : []
}

const isFormer =
  /(?<!\p{L})(?:former|previous|once|ex|ehemalige[rn]?|frühere[rn]?|ancien(?:ne)?|not|nicht)(?!\p{L})/iu
/** Nothing is asked but who it is. */
const isPlainly =
  /^(?:NAME (?:is|ist|est)(?: (?:now|already|currently|still|the|its|their|a|an|der|die|derzeit|noch|le|la|actuellement|toujours|new|current|first|erster?)){0,3} \P{N}{2,40}|(?:has |have )?(?:NAME as (?:its |the )?\P{N}{2,30})|(?:its |the |der |die )?\P{N}{2,30} (?:is|ist|est) NAME|(?:is )?(?:led|run|headed|chaired|managed|geleitet|dirigée?) (?:by|von|par) NAME)$/iu

const woman = /(?<!\p{L})(?:woman|women|female|frau(?:en)?|femmes?|weiblich\p{L}*)(?!\p{L})/iu
const man = /(?<!\p{L})(?:man|men|male|mann|homme)(?!\p{L})/iu
const sexAsked = (text: string): Sex | null => (woman.test(text) ? 'woman' : man.test(text) ? 'man' : null)

/** Whoever leads an organisation is its chief executive, or has whatever else its first office is called. */
function roleNamed(text: string): Role | null {
  if (/(?<!\p{L})(?:chaired|vorsitz)/iu.test(text)) return roleIn('chair')
  if (/(?<!\p{L})(?:(?:co-?)?founded|gegründet|fondée?|created|started)/iu.test(text))
    return roleIn('founder')
  if (/(?<!\p{L})(?:owned|belongs)/iu.test(text)) return roleIn('owner')
  return /(?<!\p{L})(?:led|run|headed|managed|directed|geleitet|geführt|führt|leitet|dirigée?|boss|leader)(?!\p{L})/iu.test(
    text,
  )
    ? roleIn('chief executive')
    : null
}

const chairs = ['chair', 'erste Vorsitzende']
const heads = ['chief executive', 'executive director', 'director', 'head']

/** Everybody who shares the office, where it is clear who has it. */
function holdersOf(role: Role, sources: readonly Source[], subject: Subject): Fact[] {
  const titles =
    role.name === 'chief executive' ? [role.name, ...heads] : role.name === 'chair' ? chairs : [role.name]
  const read = sources.map(({ page }) => readSource(page.document))
  for (const title of titles) {
    const ask = parseAsk(title, subject, 'text', undefined)
    const asked = { ...ask, role: title === role.name ? role : ask.role }
    const facts = read.flatMap((source) => factsFor(asked, source, subject, read))
    const choice = choose(asked, facts, leastScore)
    const fact = choice?.candidate.facts[0]
    if (!choice || !fact || fact.owner === 'other' || fact.modality !== 'now') continue
    const shared = choice.rivals
      .flatMap((rival) => rival.facts[0] ?? [])
      .filter((other) => other.piece === fact.piece && other.modality === 'now')
    return [fact, ...shared]
  }
  return []
}

const isSame = (one: string, other: string): boolean =>
  one === other || one.split(' ').at(-1) === other.split(' ').at(-1)

/** As the words beside the name say, or the name itself. */
function sexIn({ value, piece, source }: Fact): Sex | null {
  const { text } = source.document
  const last = value.split(' ').at(-1) ?? value
  const said = `${piece.label} ${piece.plain.text}`
  const near = said.includes(last) ? said : text.slice(piece.whole.start, piece.whole.end)
  const asWoman = new RegExp(
    String.raw`(?:Mrs|Ms|Frau|Mme|Madame|Miss)\.? (?:\p{Lu}[\p{L}.-]+ ){0,3}${last}`,
    'u',
  )
  const asMan = new RegExp(String.raw`(?:Mr|Herr|Herrn|Monsieur)\.? (?:\p{Lu}[\p{L}.-]+ ){0,3}${last}`, 'u')
  if (
    asWoman.test(text) ||
    /(?:daughter|Geschäftsführerin|Gründerin|Leiterin|Direktorin|directrice|fondatrice|présidente|chairwoman)(?!\p{L})/u.test(
      near,
    )
  )
    return 'woman'
  return asMan.test(text) ? 'man' : sexOf(value)
}

function finding(
  fits: boolean,
  { source: { document }, piece }: Fact,
  sources: readonly Source[],
  who: string,
): Finding {
  const source = sources.find(({ page }) => page.document === document)
  if (!source) throw new Error('a fact is read from one of the sources')
  return {
    verdict: fits ? 'yes' : 'no',
    rule: 'fact',
    source,
    quote: piece.whole,
    why: `the page names ${who}`,
    at: asOf(source),
    strength: 2,
    isCorrection: false,
    isLasting: false,
  }
}
