import type { Ask } from './ask.ts'
import { isOfAnother } from './beside-another.ts'
import type { Site } from './match.ts'
import type { Owner, SubjectView } from './subject.ts'
import { placesOf, termsOf } from './terms.ts'

/** Whose fact stands at a place. Who is named beside the subject is no other where the question names them as well. */
export function ownerOf(view: SubjectView, ask: Ask, site: Pick<Site, 'piece' | 'start' | 'end'>): Owner {
  const { piece, start } = site
  if (isOfAnother(ask, site)) return 'other'
  const owner = view.ownerAt(piece, start)
  // A place and an abbreviation are named of anybody.
  const names = ask.terms.filter(
    ({ isName, place, text }) => isName && place === undefined && !/^[\p{Lu}\p{N}]+$/u.test(text),
  )
  const isAsked =
    names.length > 1 && names.every((name) => placesOf(name, termsOf(piece.plain.text)).length > 0)
  return owner === 'other' && isAsked ? 'unknown' : owner
}
