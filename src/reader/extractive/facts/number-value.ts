import {
  convert,
  currencyOf,
  currencyPattern,
  unitOf,
  unitPattern,
  mayBeCurrency,
  type Quantity,
  type Unit,
} from '../values/index.ts'
import type { Ask } from './ask.ts'
import type { Piece } from './source.ts'

/** Plain digits, the point before decimals. */
export const plainNumber = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value)

/** The number in the unit and size asked for. Null: it measures something else. */
export function valueFor(ask: Ask, quantity: Quantity, piece: Piece): number | null {
  const value = unscaledValue(ask, quantity, piece)
  // A bare figure of a table is written in the size asked for; “€5,000” in a sentence is no five billion.
  const isBare = piece.kind !== 'sentence' && quantity.currency === null
  const isScaled = value !== null && isBare && Math.abs(value) < ask.scale / 100
  return value === null || isScaled ? value : Number((value / ask.scale).toPrecision(12))
}

function unscaledValue(ask: Ask, quantity: Quantity, piece: Piece): number | null {
  if (quantity.low !== quantity.high) {
    if (
      /\b(?:minimum|min|lowest|lower|bottom|starting|from|mindestens|minimal|minimum)\b/i.test(
        ask.description,
      )
    )
      return unscaledValue(ask, { ...quantity, value: quantity.low, high: quantity.low }, piece)
    if (/\b(?:maximum|max|highest|upper|top|up to|höchstens|maximal)\b/i.test(ask.description))
      return unscaledValue(ask, { ...quantity, value: quantity.high, low: quantity.high }, piece)
    return null
  }
  if (ask.numberKind === 'money') {
    if (quantity.unit !== null) return null
    const hint = quantity.currency === null ? hintOf(piece) : null
    const currency = quantity.currency ?? hint?.currency ?? null
    if (currency === null || (ask.currency !== null && !mayBeCurrency(currency, ask.currency))) return null
    if (quantity.mayBeYear && !hint) return null
    return Number((quantity.value * (hint?.factor ?? 1)).toPrecision(12))
  }
  if (ask.numberKind === 'measure' && ask.unit !== null) {
    if (quantity.currency !== null) return null
    const unit = quantity.unit ?? hintOf(piece)?.unit ?? null
    return unit === null ? null : convert(quantity.value, unit, ask.unit)
  }
  const written = piece.plain.text.slice(quantity.start, quantity.end)
  // “Active users | 3.7m”: a table has no room for the word.
  if (ask.unit === null && piece.kind !== 'sentence' && quantity.currency === null && /\d ?m$/.test(written))
    return Number((quantity.value * 1e6).toPrecision(12))
  if (ask.numberKind === 'count') {
    if (quantity.currency !== null || (quantity.unit !== null && !countsUnit(ask, quantity, piece)))
      return null
    if (!Number.isInteger(quantity.value)) return null
    return quantity.mayBeYear && piece.kind === 'sentence' ? null : quantity.value
  }
  return quantity.mayBeYear && piece.kind === 'sentence' ? null : quantity.value
}

/** “486,000 meters” are counted where smart meters are asked for. */
function countsUnit({ description }: Ask, { start, end }: Quantity, { plain }: Piece): boolean {
  const noun = /\p{L}{4,}$/u.exec(plain.text.slice(start, end))?.[0].toLowerCase()
  return noun !== undefined && description.toLowerCase().includes(noun)
}

interface Hint {
  readonly currency: string | null
  readonly unit: Unit | null
  readonly factor: number
}

const hintPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<currency>${currencyPattern})|(?<unit>${unitPattern}))(?![\\p{L}\\p{N}])`,
  'giu',
)

/** What the label of a bare number says of its unit: “Revenue (CAD million)”, “in %”, “Price in €”. */
function hintOf(piece: Piece): Hint | null {
  if (piece.kind === 'sentence' || piece.kind === 'heading') return null
  for (const text of [piece.column, piece.label, piece.row, piece.headings.at(-1) ?? '']) {
    const bracketed = /\(([^)]*)\)|(?:^|\s)(?:in|en)\s+(.*)$|^(.*)$/u.exec(text)
    const words = bracketed?.[1] ?? bracketed?.[2] ?? bracketed?.[3] ?? ''
    for (const match of words.matchAll(hintPattern)) {
      const { currency, unit } = match.groups ?? {}
      const factor = /million|Mio|mln|(?<!\p{L})mn?(?!\p{L})/iu.test(words)
        ? 1e6
        : /billion|Mrd|milliard|(?<!\p{L})bn(?!\p{L})/iu.test(words)
          ? 1e9
          : /thousand|Tsd|Tausend|millier|\bk\b|[’']000/i.test(words)
            ? 1e3
            : 1
      if (currency !== undefined && currencyOf(currency) !== null)
        return { currency: currencyOf(currency), unit: null, factor }
      if (unit !== undefined && (unit.length > 1 || /[%‰]/.test(unit) || bracketed?.[1] !== undefined))
        return { currency: null, unit: unitOf(unit), factor: 1 }
    }
  }
  return null
}
