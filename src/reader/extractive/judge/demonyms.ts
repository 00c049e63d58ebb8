import { placeNamed, placesIn, type PlaceMention } from '../values/places.ts'

const cityAdjective = /(?<![\p{L}\p{N}])(\p{Lu}[\p{Ll}ß]{3,})er(?= \p{Lu})/gu

/** The places of a text; on German pages also “Dresdner” and “Hamburger”, which say where somebody is from. */
export function placesWithDemonyms(text: string, language: string | null): PlaceMention[] {
  const places = placesIn(text)
  if (!language?.startsWith('de')) return places
  for (const match of text.matchAll(cityAdjective)) {
    const stem = match[1] ?? ''
    const place = placeNamed(stem) ?? (stem.endsWith('n') ? placeNamed(`${stem.slice(0, -1)}en`) : null)
    const [start, end] = [match.index, match.index + match[0].length]
    if (place?.kind === 'city' && !places.some((other) => other.start < end && other.end > start))
      places.push({ place, start, end, isAdjective: true })
  }
  return places.toSorted((one, other) => one.start - other.start)
}
