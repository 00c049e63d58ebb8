import type { EntityType } from '../../reader.ts'

/** What things are called, as one and as many, in English, German and French. */
interface Kind {
  readonly type: EntityType
  /** What one of them does, where the word says so: “makers of batteries” make batteries. */
  readonly does?: string
  /** What one of them is, where that has to be checked: not every company is a bank. */
  readonly is?: string
}

const company: Kind = { type: 'company' }
const kinds = new Map<string, Kind>()

function add(words: string, kind: Kind): void {
  for (const word of words.split('|')) kinds.set(word, kind)
}

add(
  'company|companies|firm|firms|business|businesses|startup|startups|start-up|start-ups|scaleup|scaleups|scale-ups|enterprise|enterprises|corporation|corporations|organisation|organisations|organization|organizations|brand|brands|player|players',
  company,
)
add(
  'unternehmen|firma|firmen|gründungen|betriebe|entreprise|entreprises|société|sociétés|jeunes pousses|pme|groupes',
  company,
)
add('maker|makers|manufacturer|manufacturers|producer|producers|builder|builders', {
  type: 'company',
  does: 'Makes',
})
add('developer|developers', { type: 'company', does: 'Develops' })
add('provider|providers|vendor|vendors|supplier|suppliers', { type: 'company', does: 'Supplies' })
add('seller|sellers|retailer|retailers|distributor|distributors', { type: 'company', does: 'Sells' })
add('operator|operators', { type: 'company', does: 'Operates' })
add('publisher|publishers', { type: 'company', does: 'Publishes' })
add('hersteller|produzenten', { type: 'company', does: 'Stellt her:' })
add('anbieter|lieferanten', { type: 'company', does: 'Bietet an:' })
add('fabricant|fabricants|producteurs', { type: 'company', does: 'Fabrique :' })
add('éditeur|éditeurs|fournisseurs', { type: 'company', does: 'Fournit :' })
for (const word of 'bank|agency|consultancy|brewery|bakery|hospital|clinic|airline|shipyard|foundry|studio|hotel|restaurant|insurer|utility|fund|laboratory|lab|winery|carrier|broker|wholesaler|contractor|marketplace|accelerator|incubator|charity'.split(
  '|',
)) {
  const kind: Kind = { type: 'company', is: word }
  add(`${word}|${pluralOf(word)}`, kind)
}
add('people|persons|person|individuals|experts|employees|members|staff|academics|leute|personen|personnes', {
  type: 'person',
})
for (const word of 'founder|co-founder|ceo|cto|cfo|coo|engineer|researcher|professor|scientist|academic|designer|executive|student|author|journalist|doctor|physician|lawyer|investor|economist|artist|teacher|lecturer|manager|director|developer advocate|postdoc|speaker|consultant|chemist|physicist|biologist|statistician|politician|architect|analyst|writer|editor|musician|photographer|programmer|nurse|entrepreneur|alumnus|alumna'.split(
  '|',
))
  add(`${word}|${word === 'alumnus' ? 'alumni' : pluralOf(word)}`, { type: 'person', is: word })
add('gründer|gründerinnen|gründerin', { type: 'person', is: 'Gründer' })
add('forscher|forscherinnen|wissenschaftler|wissenschaftlerinnen', { type: 'person', is: 'Forscher' })
add('professoren|professorinnen', { type: 'person', is: 'Professor' })
add('fondateur|fondateurs|fondatrices', { type: 'person', is: 'fondateur' })
add('chercheur|chercheurs|chercheuses', { type: 'person', is: 'chercheur' })
add(
  'article|articles|news|news articles|news stories|story|stories|post|posts|blog posts|blog post|press releases|press release|interviews|interview|reviews|report|reports|coverage|announcements|artikel|nachrichten|berichte|meldungen|actualités|reportages',
  { type: 'article' },
)
add(
  'paper|papers|research papers|publication|publications|preprint|preprints|studies|study|thesis|theses|journal articles|aufsätze|studien|veröffentlichungen|études|publications',
  { type: 'research_paper' },
)
add('trial|trials', { type: 'research_paper', is: 'trial' })
add('survey|surveys', { type: 'research_paper', is: 'survey' })
add('meta-analysis|meta-analyses', { type: 'research_paper', is: 'meta-analysis' })
for (const word of 'conference|event|product|dataset|podcast|school|university|job|tool|repository|book|course|grant|patent|museum|park|recipe|film|game|app|library|newsletter|competition|award|festival|village|city|building|vehicle|drug|satellite'.split(
  '|',
))
  add(`${word}|${pluralOf(word)}`, { type: 'custom', is: word })
add('konferenzen|produkte|veranstaltungen|hochschulen|conférences|produits|événements', { type: 'custom' })

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

export interface FoundKind extends Kind {
  readonly word: string
  readonly start: number
  readonly end: number
}

const longestFirst = [...kinds.keys()].toSorted((a, b) => b.length - a.length).join('|')
const pattern = new RegExp(`(?<![\\p{L}-])(?:${longestFirst})(?![\\p{L}-])`, 'giu')

/** What a wish is for: the last of the words for things before anything is said about them. */
export function kindIn(wish: string): FoundKind | null {
  const matches = [...wish.matchAll(pattern)]
  const [first, second] = matches
  if (!first) return null
  // “Battery company founders” are founders: nothing stands between the two.
  const adjoins = second && /^[\s-]+$/.test(wish.slice(first.index + first[0].length, second.index))
  const match = adjoins ? second : first
  const kind = kinds.get(match[0].toLowerCase())
  return kind ? { ...kind, word: match[0], start: match.index, end: match.index + match[0].length } : null
}

/** “Universities” → “university”. */
export const singularOf = (word: string): string =>
  kinds.get(word.toLowerCase())?.is ?? word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')
