import type { PlaceMention } from '../values/places.ts'
import { momentsIn, type Moment } from '../values/moments.ts'
import { quantitiesIn, type Quantity } from '../values/quantities.ts'
import { mentionsIn, type Mention } from './concepts.ts'
import { placesWithDemonyms } from './demonyms.ts'
import type { PageText, Statement } from './page-text.ts'

const meanings = new WeakMap<object, readonly Mention[]>()
const places = new WeakMap<Statement, readonly PlaceMention[]>()
const quantities = new WeakMap<Statement, readonly Quantity[]>()
const moments = new WeakMap<Statement, readonly Moment[]>()

function once<K extends object, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make()
  known.set(key, made)
  return made
}

/** What the words of a statement, or of a heading, may mean. */
export const meaningsOf = (
  holder: Pick<Statement, 'tokens'> & Partial<Pick<Statement, 'language'>>,
): readonly Mention[] => once(meanings, holder, () => mentionsIn(holder.tokens, holder.language))

const shifted = <T extends { readonly start: number; readonly end: number }>(
  found: readonly T[],
  by: number,
): T[] => found.map((one) => ({ ...one, start: one.start + by, end: one.end + by }))

/** Places, numbers and dates of a statement, at their positions in the page. */
export const placesOf = (statement: Statement): readonly PlaceMention[] =>
  once(places, statement, () =>
    shifted(placesWithDemonyms(statement.text, statement.language), statement.start),
  )

export const quantitiesOf = (statement: Statement, { language }: PageText): readonly Quantity[] =>
  once(quantities, statement, () =>
    /[\p{N}]|hundred|dozen|thousand|[a-zäöüß]{3}/iu.test(statement.text)
      ? shifted(quantitiesIn(statement.text, language), statement.start)
      : [],
  )

export const momentsOf = (statement: Statement, { document, language }: PageText): readonly Moment[] =>
  once(moments, statement, () =>
    shifted(momentsIn(statement.text, { language, written: document.publishedAt }), statement.start),
  )
