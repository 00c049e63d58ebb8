import type { Decomposition } from '../reader.ts'
import { columnFor, isKnownColumn } from './wishes/columns.ts'
import { criteriaBefore, criterionAfter } from './wishes/criteria.ts'
import { kindIn, type FoundKind } from './wishes/kinds.ts'
import { foreignCriteria, isForeign } from './wishes/foreign-criteria.ts'
import { capital, uncapital } from './wishes/verbs.ts'

const mostCriteria = 5
const anything: Omit<FoundKind, 'start' | 'end'> = { type: 'custom', word: '' }

/** A wish in plain words as what can be searched for, checked and told. `now` is what “young” is measured from. */
export function decompose(wish: string, now: Date): Decomposition {
  const { text, columns } = takeColumns(withoutOpening(wish))
  const kind = kindIn(text) ?? { ...anything, start: text.length, end: text.length }
  const before = text.slice(0, kind.start)
  const after = text.slice(kind.end)
  const criteria =
    kind.word === ''
      ? []
      : isForeign(text)
        ? foreignCriteria(before, after, kind)
        : english(before, after, kind, now.getUTCFullYear())
  const description = descriptionOf(text, kind)
  const named = [...new Set(criteria)].slice(0, mostCriteria)
  return {
    entityType: kind.type,
    entityDescription: description,
    criteria: named.length > 0 ? named : [capital(text)],
    enrichments: columns.map(columnFor),
  }
}

function english(before: string, after: string, kind: FoundKind, year: number): string[] {
  const clauses = clausesOf(after)
  const [first = ''] = clauses
  const isMade = kind.does !== undefined && /^of\s/i.test(first)
  // “makers of batteries”: what they make says more than that they are makers.
  const lead = isMade ? clauses.slice(0, 1) : []
  const rest = isMade ? clauses.slice(1) : clauses
  const said = criteriaBefore(before, kind, year)
  const isOf = /^of\s/i.test(first) && kind.is !== undefined
  return [
    ...lead.flatMap((clause) => criterionAfter(clause, kind) ?? []),
    ...(isOf ? said.filter((one) => !/^(?:Has founded or|Is an? )/.test(one)) : said),
    ...rest.flatMap((clause) => criterionAfter(clause, kind) ?? []),
  ]
}

const opening =
  /^(?:please\s+)?(?:(?:find|list|show|give|get|search for|look for|looking for|identify|discover|i(?:['’]m| am) looking for|i want|i need|we need|we are looking for|can you find|help me find|finde|suche|zeige|liste|nenne|ich suche|trouve[rz]?|cherche[rz]?|liste[rz]?|je cherche)\s+)?(?:me\s+|mir\s+|moi\s+)?(?:a list of\s+|eine liste (?:von|der)\s+|une liste (?:de|des)\s+)?(?:all\s+(?:the\s+)?|every\s+|the\s+|alle\s+|tous les\s+|toutes les\s+|des\s+|les\s+)?(?:top\s+)?(?:\d{1,4}\s+(?=\p{L}))?/iu

const withoutOpening = (wish: string): string =>
  wish
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(opening, '')
    .replace(/[.!?]+$/, '')
    .trim()

const joint = String.raw`(?:,|;)?\s*(?:(?:and|with|including|along with|together with|plus|as well as|und|mit|sowie|samt|et|avec|ainsi que)\s+)+`
const theirs = new RegExp(
  String.raw`${joint}(?:also\s+)?(?:their|its|his|her|deren|ihre[mnr]?|leurs?)\s+(?<list>[^.;]+)$`,
  'iu',
)
const bare = new RegExp(String.raw`${joint}(?:the\s+)?(?<list>[^.;]+)$`, 'iu')
const separate =
  /[.;]\s*(?:please\s+)?(?:also\s+)?(?:include|add|tell me|i(?:['’]d)? (?:also )?(?:want|need|like)|for each(?: one)?,?(?: (?:give|tell|list|include|find)(?: me)?)?|we need)\s+(?:to know\s+)?(?:their|its|the|his|her)?\s*(?<list>[^.;]+)$/iu

/** What is to be told about each thing, and the wish without it. */
function takeColumns(text: string): { text: string; columns: string[] } {
  for (const [pattern, mustBeKnown] of [
    [separate, false],
    [theirs, false],
    [bare, true],
  ] as const) {
    const found = pattern.exec(text)
    const columns = (found?.groups?.['list'] ?? '')
      .split(/,\s*(?:and\s+|und\s+|et\s+)?|\s+(?:and|und|et|&)\s+/iu)
      .map((column) => column.trim())
      .filter((column) => column !== '')
    if (!found || columns.length === 0) continue
    if (mustBeKnown && !columns.every(isKnownColumn)) continue
    if (
      columns.some(
        (column) => /(?<!\p{L})(?:own|code|data|results)(?!\p{L})/iu.test(column) && pattern === theirs,
      )
    )
      continue
    return { text: text.slice(0, found.index).trim(), columns }
  }
  return { text, columns: [] }
}

const strong =
  /,\s+(?:and\s+|but\s+)?|;\s*|\s+(?:and\s+|but\s+)?(?=(?:that|which|who|whose)\s)|\s+(?:and|but)\s+(?=(?:with|without|are|have|has|is|were|based|founded|headquartered|located|published|led|backed|more|fewer|less|at least)\s)/iu
const weak =
  /\s+(?:and\s+)?(?=(?:with|without|based|headquartered|located|founded|established|incorporated|launched|published|released|since|backed|led by|using|about|employing|focused|specialising|specializing|for)\s)|(?<!\b(?:based|headquartered|located|founded|established|incorporated|launched|published|released|born|interested|active|office|offices|plant|customers|degree|doctorate|living|working|specialising|specializing|invested|expertise|experience|authors?|employees|people|with|without|from|any|no))\s+(?=(?:in|from|at|by|after|before|during|outside|near)\s)/iu

/** What is said about a thing, one by one. A relative clause is whole: “that sell in Japan”. */
function clausesOf(after: string): string[] {
  return after
    .split(strong)
    .flatMap((part) => (/^(?:that|which|who|whose)\s/i.test(part.trim()) ? [part] : part.split(weak)))
    .map((part, at, all) => {
      const clause = part.trim().replace(/^(?:and|but)\s+/i, '')
      // “with more than 50 employees and at least one patent”: the word before holds for both.
      return /^(?:more|fewer|less|at least)\s/i.test(clause) && all[at - 1]?.trim().startsWith('with')
        ? `with ${clause}`
        : clause
    })
    .filter((clause) => clause !== '')
}

/** “makers of batteries”: the thing with what belongs to its name. */
function descriptionOf(text: string, kind: FoundKind): string {
  if (kind.word === '') return text
  const before = text.slice(0, kind.start).trim()
  const of =
    /^\s+(?:of|von|de|des|d['’])\s*[^,;]+?(?=\s+(?:with|that|which|who|in|based|founded|from|since|mit|die|aus|avec|qui|en|basée?s|fondée?s)\s|[,;]|$)/iu.exec(
      text.slice(kind.end),
    )
  const described = `${before} ${text.slice(kind.start, kind.end)}${of?.[0] ?? ''}`.trim()
  return uncapital(described)
}
