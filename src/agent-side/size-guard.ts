import { byteLength, type Json } from './json.ts'
import type { Outcome } from './call.ts'
import type { Rows } from './rows.ts'

/** Left for what is attached afterwards: warnings, coercions, the page. */
const reserve = 2000

/**
 * No answer is larger than this many bytes, because it would fill a model's context: rows are dropped from the end of
 * a list, with a cursor that leads on; long texts are cut where there is no list. JSON stays whole.
 */
export function fit({ body, rows }: Outcome, maxBytes: number, warn: (warning: string) => void): Json {
  if (!rows) return shrink(body, maxBytes - reserve, warn)
  // What stands beside the rows is short as a rule; where it is not, they still get a good part of the room.
  const beside = shrink({ ...body, [rows.key]: undefined }, (maxBytes - reserve) / 2, warn)
  const room = maxBytes - reserve - byteLength(beside)
  const kept = countThatFit(rows, room)
  const used = Math.max(kept, Math.min(1, rows.views.length))
  const views = rows.views.slice(0, used).filter((view) => view !== null)
  const shown = kept === 0 ? views.map((view) => shrink(view, room, warn)) : views
  const { truncated, ...on } = rows.after(used)
  if (used < rows.views.length)
    warn(
      `The answer was cut to ${shown.length} of ${rows.views.filter(Boolean).length} to stay below ${maxBytes} bytes: go on as _page says, or ask for less with a smaller limit or a narrower projection.`,
    )
  return {
    ...beside,
    [rows.key]: shown,
    ...(rows.counts && { total: used, included: shown.length, excluded: used - shown.length }),
    _page: { ...on, returned: shown.length, truncated },
  }
}

function countThatFit({ views }: Rows, room: number): number {
  let bytes = 2
  for (const [index, view] of views.entries()) {
    if (view === null) continue
    bytes += byteLength(view) + 1
    if (bytes > room) return index
  }
  return views.length
}

const textLengths = [20_000, 8000, 4000, 2000, 1000, 500, 200, 80]
const listLengths = [200, 100, 50, 20, 10, 5, 2, 1, 0]

/** Cuts the longest texts first, and lists only when that is not enough. */
function shrink(value: Json, maxBytes: number, warn: (warning: string) => void): Json {
  if (byteLength(value) <= maxBytes) return value
  warn(
    `Long texts were cut to stay below the size of an answer (${maxBytes} bytes): a narrower projection, or one element at a time, has room for more.`,
  )
  for (const length of textLengths) {
    const cut = capped(value, length, Number.POSITIVE_INFINITY)
    if (byteLength(cut) <= maxBytes) return cut
  }
  for (const length of listLengths) {
    const cut = capped(value, 80, length)
    if (byteLength(cut) <= maxBytes) return cut
  }
  return {}
}

function capped(value: Json, textLength: number, listLength: number): Json {
  return cap(value) as Json // an object stays one

  function cap(inner: unknown): unknown {
    if (typeof inner === 'string') return clip(inner, textLength)
    if (Array.isArray(inner)) return inner.slice(0, listLength).map(cap)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(
      Object.entries(inner)
        .slice(0, Math.max(listLength, 40))
        .map(([name, one]) => [name, cap(one)]),
    )
  }
}

/** Never within a surrogate pair. */
export function clip(written: string, length: number): string {
  if (written.length <= length) return written
  const end = /[\uD800-\uDBFF]/.test(written[length - 2] ?? '') ? length - 2 : length - 1
  return `${written.slice(0, end)}…`
}
