import {
  convert,
  currencyOf,
  currencyPattern,
  unitOf,
  unitPattern,
  type Quantity,
  type Unit,
} from '../values/index.ts'
import type { Ask } from './ask.ts'
import type { Piece } from './source.ts'

/** Plain digits, the point before decimals. */
export const plainNumber = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value)

/** The number in the unit asked for. Null: it measures something else. */
export function valueFor(ask: Ask, quantity: Quantity, piece: Piece): number | null {
  if (quantity.low !== quantity.high) {
    if (/\b(?:minimum|min|lowest|starting|from|mindestens|minimal|minimum)\b/i.test(ask.description))
      return valueFor(ask, { ...quantity, value: quantity.low, high: quantity.low }, piece)
    if (/\b(?:maximum|max|highest|up to|höchstens|maximal)\b/i.test(ask.description))
      return valueFor(ask, { ...quantity, value: quantity.high, low: quantity.high }, piece)
    return null
  }
  if (ask.numberKind === 'money') {
    if (quantity.unit !== null) return null
    const hint = quantity.currency === null ? hintOf(piece) : null
    const currency = quantity.currency ?? hint?.currency ?? null
    if (currency === null || (ask.currency !== null && currency !== ask.currency)) return null
    if (quantity.mayBeYear && !hint) return null
    return Number((quantity.value * (hint?.factor ?? 1)).toPrecision(12))
  }
  if (ask.numberKind === 'measure' && ask.unit !== null) {
    if (quantity.currency !== null) return null
    const unit = quantity.unit ?? hintOf(piece)?.unit ?? null
    return unit === null ? null : convert(quantity.value, unit, ask.unit)
  }
  if (ask.numberKind === 'count') {
    if (quantity.currency !== null || quantity.unit !== null || !Number.isInteger(quantity.value)) return null
    return quantity.mayBeYear && piece.kind === 'sentence' ? null : quantity.value
  }
  return quantity.mayBeYear && piece.kind === 'sentence' ? null : quantity.value
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
      const factor = /million|Mio|mln/i.test(words)
        ? 1e6
        : /billion|Mrd|milliard/i.test(words)
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
