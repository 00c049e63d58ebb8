import { isWithin, type PlaceMention } from '../values/places.ts'
import { clausesAround, forceAt } from './clauses.ts'
import type { Source } from './finding.ts'
import { placesOf } from './mentions.ts'
import { openingOf, type Statement } from './page-text.ts'

/** How plainly a statement says that somebody is at home in a place. */
export interface Home {
  readonly places: readonly PlaceMention[]
  readonly statement: Statement
  readonly strength: 1 | 2 | 3
  readonly isOver: boolean
  /** Where it began, which need not be where it is. */
  readonly isFounding?: boolean
}

const seat =
  /(?<!\p{L})(?:headquarter(?:s|ed)?|head office|main office|hq|based|registered office|principal office|home base|located|situated|domiciled|resident in|registered in|hauptsitz|firmensitz|stammsitz|sitz|zentrale|hauptverwaltung|ansässig|siège(?: social)?|basée?s?|établie?s?|installée?s?|implantée?s?|domiciliée?s?)(?!\p{L})/giu
const branch =
  /(?<!\p{L})(?:offices?|branch(?:es)?|subsidiar(?:y|ies)|hubs?|warehouses?|depots?|outposts?|service team|sales team|customers?|clients?|partners?|investors?|suppliers?|niederlassung(?:en)?|büros?|filialen?|außenstelle|kunden|bureaux?|agences?|filiales?|clients)(?!\p{L})/iu
const label =
  /^(?:headquarters?|hq|head office|address|registered office|office address|location|based in|seat|where|city|country|hauptsitz|firmensitz|sitz|adresse|anschrift|standort|ort|siège(?: social)?|lieu|contact|kontakt|impressum|imprint|visit us)(?: address| in)?:?$/iu
export const postal =
  /(?:^|[\s,])(?:\d{4,5} \p{Lu}\p{Ll}|\d{4}-\d{3} \p{Lu}|\d{2}-\d{3} \p{Lu}\p{Ll}+(?:,|$)|(?!(?:January|February|March|April|May|June|July|August|September|October|November|December))\p{Lu}[\p{L}-]+ (?!(?:19|20)\d\d,)\d{4,6}, \p{Lu}|\p{Lu}{1,2}\d{1,2}\p{Lu}? \d\p{Lu}{2}|\p{Lu}\d\p{Lu} \d\p{Lu}\d|\d{3} \d{2} \p{Lu}\p{Ll}|\d{4} \p{Lu}{2} |\p{Lu}{2} \d{5})|(?:[Ss]trasse|[Ss]traße|[Ww]eg|[Pp]latz|[Aa]llee|gatan|vägen|straat|gade) \d+|\d+,? (?:rue|avenue|boulevard|place|quai) |\d+ (?:\p{Lu}\p{L}+ ){1,3}(?:Street|Road|Avenue|Lane|Quay|Square|Drive|Way|St|Rd|Ave)(?!\p{L})|(?:on|in|at) (?:\p{Lu}\p{L}+ ){1,3}(?:Street|Road|Avenue|Lane|Quay|Square),|^(?:Unit|Suite|Floor) \d/u
export const maker =
  /(?<!\p{L})(?:company|start-?up|firm|maker|manufacturer|developer|provider|business|spin-?out|\p{L}*(?:unternehmen|hersteller|anbieter|firma|dienstleister)|entreprise|société|fabricant|jeune pousse|group|studio|agency|utility|operator|supplier|school|museum|restaurant|brewery|bakery|charity|organi[sz]ation|club|association|foundation|trust|institute|festival|conference|hotel|practice|clinic|shop|bookshop|farm|winery|café|theatre|cooperative|ngo|\p{L}*(?:verein|schule|museum|praxis|betrieb|brauerei|gaststätte|stiftung)|école|musée|association|brasserie|hôtel|maison|cabinet|atelier|coopérative|fondation)(?!\p{L})/iu

/** Whether places are all that a statement says. */
export const areAll = (places: readonly PlaceMention[], { tokens }: Statement): boolean =>
  places.length > 0 &&
  tokens.every(({ start, end }) => places.some((place) => place.start <= start && place.end >= end))

/** Where a statement says that the subject is at home. */
export function homesIn(statement: Statement, source: Source): Home[] {
  const about = source.about.of(statement)
  if (about === 'other' || (about === 'unknown' && !source.about.isAboutSubject)) return []
  const places = placesOf(statement)
  if (places.length === 0) return []
  const labelled = labelledHome(statement, places, source)
  if (labelled) return labelled
  const found: Home[] = []
  const moved =
    /(?<!\p{L})(?:moved|relocated|zog|umgezogen|déménagé)[^.;]*?(?:(?:from|von|de) (?<from>.+?) )?(?:to|nach|à) (?<to>.+)/iu.exec(
      statement.text,
    )
  if (moved?.groups?.['to'] !== undefined) {
    const to = statement.start + moved.index + moved[0].lastIndexOf(moved.groups['to'])
    found.push(...home(statement, firstOf(places, to), 3, false))
    if (moved.groups['from'] !== undefined)
      found.push(...home(statement, places.filter(({ end }) => end <= to).slice(-1), 3, true))
    return found
  }
  for (const match of statement.text.matchAll(seat)) {
    const at = statement.start + match.index
    const clause = clausesAround(statement, at, at + match[0].length)
    const near = places.filter(({ start, end }) => start >= clause.start - 1 && end <= clause.end + 60)
    const compound =
      /[-\s]$/.test(statement.text.slice(Math.max(0, match.index - 1), match.index)) &&
      places.some(({ end }) => at - end <= 1 && at >= end)
    // “Ghent, our head office, and Leeds”.
    const apposed = places.filter(({ end }) =>
      /^, (?:our|its|their|the)\s(?:\p{L}+\s)?$/iu.test(
        statement.text.slice(end - statement.start, match.index),
      ),
    )
    const after = compound ? places.filter(({ end }) => at - end <= 1 && at >= end) : firstOf(near, at)
    const chosen = apposed.length > 0 ? apposed : after.length > 0 ? after : lastOf(near, at)
    const gap = statement.text.slice(
      match.index + match[0].length,
      (chosen[0]?.start ?? at) - statement.start,
    )
    if (chosen.length === 0 || gap.length > 70 || branch.test(gap)) continue
    const [first] = chosen
    const force = forceAt(statement, [{ start: at, end: at + match[0].length }, ...(first ? [first] : [])])
    if (force.mood === 'rumoured' || force.mood === 'asked' || force.mood === 'planned') continue
    if (force.denied === null) continue
    found.push(...home(statement, chosen, 3, force.denied || force.mood === 'ended'))
  }
  if (found.length > 0) return found
  const dateline = /^[\p{L} /-]{2,40}?, (?:le |den |the )?(?:\d{1,2}\.? )?\p{L}+ \d/u.exec(statement.text)
  if (dateline && source.about.isOwnPage && (places[0]?.start ?? Infinity) <= statement.start + 2)
    return home(statement, firstOf(places, statement.start).slice(0, 2), 1, false)
  return impliedHome(statement, places, source)
}

export const home = (
  statement: Statement,
  places: readonly PlaceMention[],
  strength: 1 | 2 | 3,
  isOver: boolean,
): Home[] => (places.length > 0 ? [{ statement, places, strength, isOver }] : [])

/** The first place from a position on, with the larger ones it lies in: “Bristol, United Kingdom”. */
export function firstOf(places: readonly PlaceMention[], from: number): PlaceMention[] {
  const chain: PlaceMention[] = []
  for (const mention of places) {
    if (mention.start < from) continue
    const last = chain.at(-1)
    if (last && (mention.start - last.end > 6 || !isWithin(last.place, mention.place))) break
    chain.push(mention)
  }
  return chain
}

const lastOf = (places: readonly PlaceMention[], before: number): PlaceMention[] => {
  const last = places.findLast(({ end }) => end <= before && before - end < 40)
  return last ? [last] : []
}

/** What a row, a line with a colon or the heading above calls the place that it names. Null: nothing of the kind. */
export function byLabel(
  statement: Statement,
  places: readonly PlaceMention[],
  labels: RegExp,
): Home[] | null {
  const [first, second] = statement.cells
  if (statement.kind === 'row' && first && second) {
    if (!labels.test(first.text)) return statement.cells.length === 2 ? [] : null
    return home(statement, firstOf(places, second.start), 3, false)
  }
  const colon = /^([^:]{2,30}):\s/.exec(statement.text)
  if (colon?.[1] !== undefined && labels.test(colon[1].trim()))
    return home(statement, firstOf(places, statement.start + colon[0].length), 3, false)
  const isUnder =
    statement.heading !== null &&
    labels.test(statement.heading.text) &&
    statement.kind !== 'row' &&
    statement.text.length < 160 &&
    !branch.test(statement.text)
  return isUnder ? home(statement, firstOf(places, statement.start), 3, false) : null
}

/** “Bristol, United Kingdom”, and no place besides. */
export function wholeChain(statement: Statement, places: readonly PlaceMention[]): Home[] {
  const chain = branch.test(statement.text) ? [] : firstOf(places, statement.start)
  return chain.length > 1 && chain.length === places.length ? home(statement, chain, 2, false) : []
}

/** Rows and lines with a label, addresses, and the line that says no more than a name and a place. */
function labelledHome(statement: Statement, places: readonly PlaceMention[], source: Source): Home[] | null {
  const labelled = byLabel(statement, places, label)
  if (labelled) return labelled
  // “Lyon, France” among the first lines, and nothing else in the line.
  if (
    statement.kind === 'item' &&
    source.about.isAboutSubject &&
    openingOf(source.page).includes(statement) &&
    areAll(places, statement)
  )
    return home(statement, firstOf(places, statement.start), 2, false)
  if (isHeadLine(statement, source)) {
    const chain = wholeChain(statement, places)
    if (chain.length > 0) return chain
  }
  if (
    source.about.isOwnPage &&
    postal.test(statement.text) &&
    statement.text.length < 200 &&
    !branch.test(statement.text)
  )
    return home(statement, chainAtEnd(places), 2, false)
  const isNamePlace =
    statement.kind !== 'heading' &&
    statement.tokens.length <= 8 &&
    statement.tokens.every(({ hasCapital, isNumber }) => hasCapital || isNumber) &&
    !branch.test(statement.text) &&
    (source.about.names?.test(statement.text) ?? false) &&
    !/\s(?:is|was|in|to|for|and|und|et)\s/iu.test(statement.text)
  return isNamePlace ? home(statement, chainAtEnd(places), 2, false) : null
}

/** A line at the top of a page, which says whose it is, where and when: “Ljubljana, Slovenia · 14–17 September”. */
export const isHeadLine = (
  statement: Statement,
  { page, about }: Source,
  kinds: readonly Statement['kind'][] = ['item', 'sentence'],
): boolean =>
  kinds.includes(statement.kind) &&
  about.isOwnPage &&
  statement.text.length < 120 &&
  !/[.!?]$/.test(statement.text) &&
  openingOf(page).includes(statement)

const chainAtEnd = (places: readonly PlaceMention[]): PlaceMention[] => {
  for (const [at] of places.entries()) {
    const chain = firstOf(places.slice(at), 0)
    if (chain.length === places.length - at) return chain
  }
  return places.slice(-1)
}

const endsWithName = (text: string, names: RegExp | null): boolean =>
  names !== null && new RegExp(`${names.source}$`, 'u').test(text)

const founded =
  /(?<!\p{L})(?:founded|established|set up|started|born|gegründet|fondée?|créée?)(?!\p{L})[^.;,]{0,40}?(?<!\p{L})(?:in|at|near|à|en|bei)\s$/iu
const working =
  /(?<!\p{L})(?:(?:people|staff|employees|team|mitarbeiter\p{L}*|salariés|of us|of them)(?: \p{L}+){0,3}|(?:design|build|make|manufacture|produce|assemble|develop|print|brew|work|fabri\p{L}+|produ\p{L}+|entwickeln|fertigen|bauen)s?(?: \p{L}+,?){0,14}|(?:made|built|assembled|produced|designed|manufactured|brewed|printed|developed|gefertigt|hergestellt|gebaut|produziert|entwickelt|assemblée?s?|fabriquée?s?|conçue?s?|produite?s?)(?: (?:by hand|und|and|et|\p{L}+ed))*|(?:our|its|the) (?:factory|plant|workshop|mill|laboratory|lab|works)|(?:unser|das) (?:werk|labor)|(?:notre|l['’]) ?(?:usine|atelier))\s(?:in|at|near|à|en|bei)\s(?:the )?$/iu

/** “The Swedish company”, “a maker of pumps in Leeds”, “260 people work in Nairobi”. */
function impliedHome(statement: Statement, places: readonly PlaceMention[], { about }: Source): Home[] {
  for (const mention of places) {
    const before = statement.text.slice(0, mention.start - statement.start)
    const after = statement.text.slice(mention.end - statement.start)
    // “We are a Toronto company”, “the Basel company”, “the Dutch solar company Lumenfold”.
    if (
      /(?<!\p{L})(?:not|former|ex|no longer|nicht|ehemal\p{L}+|ancien\p{L}*)(?!\p{L})/iu.test(
        before.slice(-25),
      )
    )
      continue
    const modified = new RegExp(String.raw`^(?:[ -][\p{L}-]+){0,2}[ -]${maker.source}`, 'iu').exec(after)?.[0]
    // “The American company RackSage”, where somebody else is asked about.
    const called = after.slice(modified?.length ?? 0).slice(0, 60)
    if (modified !== undefined && /^ \p{Lu}/u.test(called) && about.names?.test(called) === false) continue
    const isModifier = modified !== undefined
    if (
      isModifier &&
      !mention.isAdjective &&
      /(?:^|\s)(?:the|an?)\s$/iu.test(before) &&
      (about.isAboutSubject || (about.names?.test(statement.text) ?? false))
    )
      return home(statement, [mention], 2, false)
    if (mention.isAdjective) {
      if (
        isModifier &&
        /(?:^|\s)(?:(?:the|a|an|das|der|die|ein|eine|le|la|une?)\s|l['’])(?:[\p{L}-]+ ){0,2}$/iu.test(
          before,
        ) &&
        (about.isAboutSubject || (about.names?.test(statement.text) ?? true))
      )
        return home(statement, [mention], 2, false)
      continue
    }
    const force = forceAt(statement, [mention])
    if (
      force.denied !== false ||
      force.mood === 'rumoured' ||
      force.mood === 'planned' ||
      force.mood === 'ended' ||
      force.mood === 'asked'
    )
      continue
    if (
      new RegExp(
        String.raw`${maker.source}(?: [^.;,]{0,60})? (?:in|from|of|aus|in|à|de|near|bei) (?:the )?$`,
        'iu',
      ).test(before) &&
      ((about.names?.test(statement.text) ?? true) ||
        (about.isOwnPage && /^(?:an?|the|eine?|une?|le|la|der|die|das)\s/iu.test(statement.text))) &&
      !branch.test(before.slice(-60))
    )
      return home(statement, firstOf(places, mention.start), 2, false)
    // “Kestrel, on the edge of Bristol, builds …”.
    const lead =
      /^(.*?),\s(?:(?:based |located |just )?(?:in|on|near|at|from|outside|bei|aus|in|près de|à)\s(?:[^,;.]{0,30}\s)?)(?:the )?$/iu.exec(
        before,
      )?.[1]
    if (
      lead !== undefined &&
      /^[,.]/.test(after.replace(/^,? \p{Lu}[\p{L} ]+/u, '')) &&
      endsWithName(lead, about.names)
    )
      return home(statement, firstOf(places, mention.start), 2, false)
    if (/^['’]s\s/u.test(after) && (about.names?.test(after.slice(0, 40)) ?? false))
      return home(statement, [mention], 2, false)
    if ((founded.test(before) || working.test(before)) && !branch.test(before.slice(-40)))
      return home(statement, firstOf(places, mention.start), 1, false).map((one) => ({
        ...one,
        isFounding: founded.test(before),
      }))
  }
  return []
}
