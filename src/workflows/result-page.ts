import { byteLength, isJson, type Json } from '../agent-side/index.ts'

export interface ResultPage {
  readonly result: Json
  /** The one list of the result and its whole length; null where there is none, or more than one. */
  readonly list: { readonly key: string; readonly total: number } | null
}

interface Ask {
  readonly offset: number
  readonly limit: number
  /** Pages are made shorter until they are no larger than this. */
  readonly maxBytes: number
}

/**
 * A part of a result: every list that may be long from `offset` on. Where there are several, all are paged at once,
 * and `_page` says how to go on.
 */
export function pageOf(result: Json, lists: readonly string[], { offset, limit, maxBytes }: Ask): ResultPage {
  const total = Math.max(0, ...lists.flatMap((path) => lengthsAt(result, path.split('.'))))
  const [key] = lists
  if (key === undefined || total === 0) return { result, list: null }
  let size = limit
  let page = cut(result, lists, offset, size)
  while (size > 1 && byteLength(page) > maxBytes) {
    size = Math.max(Math.floor(size / 2), 1)
    page = cut(result, lists, offset, size)
  }
  if (lists.length === 1 && !key.includes('.')) return { result: page, list: { key, total } }
  const nextOffset = offset + size < total ? offset + size : null
  const _page = {
    hasMore: nextOffset !== null,
    nextOffset,
    returned: Math.max(0, Math.min(size, total - offset)),
    truncated: size < limit && nextOffset !== null,
  }
  return { result: { ...page, _page }, list: null }
}

const cut = (result: Json, lists: readonly string[], offset: number, size: number): Json =>
  lists.reduce<Json>(
    // An object stays one.
    (value, path) => mapAt(value, path.split('.'), (list) => list.slice(offset, offset + size)) as Json,
    result,
  )

function mapAt(
  value: unknown,
  [name, ...rest]: readonly string[],
  change: (list: unknown[]) => unknown[],
): unknown {
  if (name === undefined) return Array.isArray(value) ? change(value) : value
  if (name === '*') return Array.isArray(value) ? value.map((one) => mapAt(one, rest, change)) : value
  return isJson(value) && name in value ? { ...value, [name]: mapAt(value[name], rest, change) } : value
}

function lengthsAt(value: unknown, [name, ...rest]: readonly string[]): number[] {
  if (name === undefined) return Array.isArray(value) ? [value.length] : []
  if (name === '*') return Array.isArray(value) ? value.flatMap((one) => lengthsAt(one, rest)) : []
  return isJson(value) ? lengthsAt(value[name], rest) : []
}
