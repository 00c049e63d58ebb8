import { placesIn } from '../values/index.ts'
import type { FoundKind } from './kinds.ts'
import { capital } from './verbs.ts'

const german =
  /(?<!\p{L})(?:mit|und|die|der|das|aus|von|seit|mehr als|gegründet|unternehmen|firmen|hersteller|gründer|forscher|artikel|studien|deren)(?!\p{L})/giu
const french =
  /(?<!\p{L})(?:avec|et|qui|les|des|de|du|depuis|plus de|fondées?|basées?|entreprises|sociétés|fabricants|fondateurs|chercheurs|études|leurs?)(?!\p{L})/giu
const english =
  /(?<!\p{L})(?:with|and|that|which|who|the|of|from|since|more than|founded|companies|startups|makers|in|based|their)(?!\p{L})/giu

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Whether a wish is in German or French. */
export const isForeign = (wish: string): boolean =>
  Math.max(count(wish, german), count(wish, french)) > count(wish, english)

/** Criteria in the language of the wish: what it says about the things, part by part, as a statement about one. */
export function foreignCriteria(before: string, after: string, kind: FoundKind): string[] {
  const isFrench = count(`${before} ${after}`, french) > count(`${before} ${after}`, german)
  const say = isFrench ? inFrench : inGerman
  // French puts the adjective behind: “entreprises françaises”.
  const adjective = /^\s*(\p{L}+)/u.exec(after)?.[1] ?? ''
  const nationality = placesIn(adjective).filter(({ isAdjective }) => isAdjective)
  const where = [...placesIn(before), ...nationality].map(({ place }) =>
    say(isFrench ? `basées en ${place.name}` : `aus ${place.name}`, kind),
  )
  const parts = (nationality.length > 0 ? after.replace(adjective, '') : after)
    .split(
      /[,;]\s*|\s+(?=(?:mit|aus|in|die|der|das|seit|nach|vor|gegründet|avec|qui|basée?s|fondée?s|créée?s|depuis|en|à)\s)(?<!(?:gegründet|fondée?s|créée?s|basée?s|ansässig|sitz)\s+)|\s+(?:und|et)\s+(?=(?:mit|die|avec|qui)\s)/iu,
    )
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return [...where, ...parts.map((part) => say(part, kind))].filter((criterion) => criterion !== '')
}

function inGerman(part: string, { does, type }: FoundKind): string {
  const of = /^(?:von|für)\s+(.+)$/iu.exec(part)?.[1]
  if (of !== undefined) return `${does ?? 'Arbeitet an'} ${of}`
  const having = /^(?:mit)\s+(.+)$/iu.exec(part)?.[1]
  if (having !== undefined)
    return `Hat ${having.replace(/Mitarbeitern$/u, 'Mitarbeiter').replace(/Beschäftigten$/u, 'Beschäftigte')}`
  const from = /^(?:aus|in)\s+(.+)$/iu.exec(part)?.[1]
  if (from !== undefined && /^\d{4}$/.test(from)) return `Stammt aus dem Jahr ${from}`
  if (from !== undefined)
    return type === 'company' ? `Hat den Hauptsitz in ${from}` : `Ist ansässig in ${from}`
  const founded = /^(?:gegründet\s+)?(seit|nach|vor|in|ab)\s+(\d{4})(?:\s+gegründet(?:en)?)?$/iu.exec(part)
  if (founded)
    return `${type === 'company' ? 'Wurde' : 'Erschien'} ${/seit|ab/i.test(founded[1] ?? '') ? `${founded[2]} oder später` : `${founded[1]} ${founded[2]}`}${type === 'company' ? ' gegründet' : ''}`
  return capital(part.replace(/^(?:die|der|das|und)\s+/iu, ''))
}

function inFrench(part: string, { does, type }: FoundKind): string {
  const of = /^(?:de|des|d['’])\s*(.+)$/iu.exec(part)?.[1]
  if (of !== undefined) return `${does ?? 'Travaille sur'} ${of}`
  const having = /^avec\s+(.+)$/iu.exec(part)?.[1]
  if (having !== undefined) return `A ${having}`
  const based = /^(?:basée?s\s+)?(en|à|au|aux|dans)\s+(.+)$/iu.exec(part)
  if (based && !/^\d{4}$/.test(based[2] ?? ''))
    return type === 'company' ? `A son siège ${based[1]} ${based[2]}` : `Est basé ${based[1]} ${based[2]}`
  const founded = /^(?:(?:fondée?s|créée?s)\s+)?(depuis|après|avant|en)\s+(\d{4})$/iu.exec(part)
  if (founded)
    return `${type === 'company' ? 'A été fondée' : 'A été publié'} ${founded[1] === 'depuis' ? `en ${founded[2]} ou plus tard` : `${founded[1]} ${founded[2]}`}`
  return capital(part.replace(/^(?:qui|et)\s+/iu, ''))
}
