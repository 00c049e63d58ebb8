import { isWithin, type Place, type PlaceMention } from '../values/places.ts'
import { forceAt } from './clauses.ts'
import type { Condition } from './condition.ts'
import { asOf, quoteOf, type Finding, type Source } from './finding.ts'
import {
  areAll,
  byLabel,
  firstOf,
  home,
  homesIn,
  isHeadLine,
  postal,
  wholeChain,
  type Home,
} from './homes.ts'
import { placesOf } from './mentions.ts'
import { openingOf } from './page-text.ts'

/** Where a source says that the subject is at home, compared with where the condition wants it. */
export function decideHome(condition: Condition, source: Source): Finding[] {
  const wanted = condition.slots.flatMap(({ place }) => place ?? [])
  const [area] = wanted
  if (!area) return []
  const homes = source.page.statements.flatMap((statement) => homesIn(statement, source))
  return compared(homes, area, condition, source)
}

const venueLabel =
  /^(?:(?:date and |dates and )?venue|location|where|place|city|country|held in|veranstaltungsort|ort|lieu)(?: and \p{L}+)?:?$/iu
const lyingIn = /(?<!\p{L})(?:located|situated)\s(?:in|at|near)\s(?:the )?$/iu

/** Where an event is: whoever holds it may be at home elsewhere, and so may those who speak there. */
export function decideVenue(condition: Condition, source: Source): Finding[] {
  const [area] = condition.slots.flatMap(({ place }) => place ?? [])
  if (!area) return []
  const homes = source.page.statements.flatMap((statement): Home[] => {
    const about = source.about.of(statement)
    const places = placesOf(statement)
    if (about === 'other' || (about === 'unknown' && !source.about.isAboutSubject) || places.length === 0)
      return []
    const lying = places.find(({ start }) => lyingIn.test(statement.text.slice(0, start - statement.start)))
    if (lying) return home(statement, firstOf(places, lying.start), 3, false)
    // The line at the top that says when says where: “14–16 October 2026 · Kulturhus, Bergen, Norway”.
    const isLine =
      isHeadLine(statement, source, ['item', 'sentence', 'heading']) &&
      (areAll(places, statement) ||
        source.page.statements.some(
          ({ block, text }) => block === statement.block && /(?:19|20)\d\d/.test(text),
        ))
    return byLabel(statement, places, venueLabel) ?? (isLine ? wholeChain(statement, places) : [])
  })
  return compared(homes, area, condition, source)
}

/** Where a person is, as the line under the name says: “Toronto, Ontario, Canada”. It denies nothing. */
export function decideHeadLine(condition: Condition, source: Source): Finding[] {
  const [area] = condition.slots.flatMap(({ place }) => place ?? [])
  if (!area || condition.mode !== 'state') return []
  const homes = openingOf(source.page).flatMap((statement) => {
    const places = placesOf(statement)
    return statement.kind !== 'heading' && areAll(places, statement) && source.about.isOwnPage
      ? home(statement, firstOf(places, 0), 2, false)
      : []
  })
  return compared(homes, area, condition, source).filter(({ verdict }) => verdict === 'yes')
}

const madeIn =
  /(?<!\p{L})(?:made|manufactured|produced|assembled|hergestellt|gefertigt|produziert|fabriquée?s?|assemblée?s?)(?: \p{L}+){0,2}?(?:\s(?:in|à|en)\s|\sin:?\s*:?\s*$|\s?:\s)(?:the )?$/iu

/** What is said to be made in one place is not made in another: “Manufactured in Vietnam”. */
export function decideMadeElsewhere(condition: Condition, source: Source): Finding[] {
  const [area] = condition.slots.flatMap(({ place }) => place ?? [])
  if (!area || condition.isOutside || condition.mode === 'plan') return []
  const homes = source.page.statements.flatMap((statement) => {
    if (source.about.of(statement) !== 'own') return []
    const first = placesOf(statement).find(({ start }) =>
      madeIn.test(statement.text.slice(0, start - statement.start)),
    )
    const force = first ? forceAt(statement, [first]) : null
    return first && force?.denied === false && force.mood === 'fact'
      ? home(statement, firstOf(placesOf(statement), first.start), 2, false)
      : []
  })
  const found = compared(homes, area, condition, source)
  return found.some(({ verdict }) => verdict === 'yes') ? [] : found
}

function compared(homes: readonly Home[], area: Place, condition: Condition, source: Source): Finding[] {
  return homes.flatMap((home): Finding[] => {
    const lies = liesIn(home.places, area)
    const isInside = lies === null ? null : condition.isOutside ? !lies : lies
    if (isInside === null) return []
    const verdict = isInside !== home.isOver
    // That it is at home elsewhere no longer, says nothing of here; and what is only implied contradicts nothing.
    if (home.isOver && !isInside) return []
    // Whoever moved within an area is in it still.
    const hasStayed = homes.some(
      (other) => other.statement === home.statement && !other.isOver && liesIn(other.places, area) === lies,
    )
    if (home.isOver && hasStayed) return []
    if (
      !verdict &&
      home.strength === 1 &&
      (area.kind === 'city' || area.kind === 'division' || home.isFounding)
    )
      return []
    const [first] = home.places
    const shown = home.places.map(({ start, end }) => source.page.document.text.slice(start, end)).join(', ')
    // Towns far apart have one name: another address of the page tells in which country this one lies.
    const isNamesakes =
      !verdict &&
      home.places.length === 1 &&
      first?.place.kind === 'city' &&
      postal.test(home.statement.text) &&
      homes.some((other) => other.strength > 1 && !other.isOver && liesIn(other.places, area) === true)
    if (isNamesakes) return []
    return [
      {
        verdict: verdict ? 'yes' : 'no',
        rule: home.strength === 1 ? 'place-implied' : 'place',
        source,
        quote: quoteOf(home.statement, {
          start: first?.start ?? home.statement.start,
          end: first?.end ?? home.statement.end,
        }),
        why: home.isOver
          ? `the page says that it is no longer in ${shown}`
          : `the page names ${shown}, which is ${lies ? '' : 'not '}in ${area.name}`,
        at: asOf(source),
        strength: home.strength,
        isCorrection: home.isOver || /moved/i.test(home.statement.text),
        isLasting: false,
      },
    ]
  })
}

/** Whether places that are named together lie in an area. Null: one is too large to tell. */
export function liesIn(places: readonly PlaceMention[], area: Place): boolean | null {
  if (places.some(({ place }) => isWithin(place, area) || isNamesake(place, area))) return true
  return places.some(
    ({ place }) =>
      (isWithin(area, place) &&
        !places.some((other) => other.place !== place && isWithin(other.place, place))) ||
      isUnplaced(place, area),
  )
    ? null
    : false
}

/** In which part of its country a city lies, the gazetteer does not say of all. */
const isUnplaced = (place: Place, area: Place): boolean =>
  area.kind === 'division' &&
  place.kind === 'city' &&
  place.division === null &&
  place.country === area.country

/** “New York” is a city and a state, and texts seldom say which they mean. */
const isNamesake = (one: Place, other: Place): boolean =>
  one.country === other.country && one.name.replace(/ State$/, '') === other.name.replace(/ State$/, '')
