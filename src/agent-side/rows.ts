import { Failure } from './failure.ts'
import { byteLength, records, text, type Json } from './json.ts'

/** A list as it goes out: as many of its views as there is room for, and how to go on behind the last of them. */
export interface Rows {
  /** The field of the answer that holds them. */
  readonly key: string
  /** Null for what a filter left out: it was looked at, and is counted. */
  readonly views: readonly (Json | null)[]
  /** Whether the answer says how many were left out. */
  readonly counts?: boolean
  /** What the answer says when it ends after this many of the views. */
  after(kept: number): Continuation
}

export interface Continuation {
  readonly hasMore: boolean
  /** What there is more of was asked for. */
  readonly truncated: boolean
  readonly nextCursor?: string | null
  readonly nextOffset?: number | null
}

export interface PageRequest {
  readonly cursor: string | undefined
  readonly limit: number
}

export interface RowsRequest {
  /** One page of the upstream. */
  fetch(page: PageRequest): Promise<unknown>
  view(element: Json): Json | null | Promise<Json | null>
  /** Called with every page before its elements are shown. */
  prepare?(elements: readonly Json[]): Promise<void>
  readonly cursor?: string | undefined
  readonly limit: number
  /** Goes on from page to page until there are so many; without it one page is read. */
  readonly maxItems?: number
  /** There is no use in reading on when this is exceeded. */
  readonly maxBytes: number
  readonly counts?: boolean
}

interface Row {
  readonly id: string | null
  readonly view: Json | null
  readonly page: PageRequest
}

export async function readRows(request: RowsRequest): Promise<Rows> {
  const rows: Row[] = []
  const wanted = request.maxItems ?? Number.POSITIVE_INFINITY
  let { page, afterId } = openCursor(request)
  let next: string | null = null
  let cutShort = false
  let bytes = 0
  for (;;) {
    const answer = (await request.fetch(page)) as Json | undefined
    const elements = behind(records(answer?.data), afterId)
    await request.prepare?.(elements)
    for (const element of elements) {
      if (rows.length === wanted || (request.maxItems !== undefined && bytes > request.maxBytes)) {
        cutShort = true
        break
      }
      const view = await request.view(element)
      bytes += view === null ? 0 : byteLength(view)
      rows.push({ id: text(element.id), view, page })
    }
    next = answer?.hasMore === true ? text(answer.nextCursor) : null
    const isEnough = request.maxItems === undefined || rows.length >= wanted || bytes > request.maxBytes
    if (cutShort || next === null || isEnough) break
    page = { cursor: next, limit: page.limit }
    afterId = undefined
  }
  return {
    key: 'data',
    views: rows.map(({ view }) => view),
    ...(request.counts && { counts: true }),
    after(kept) {
      if (kept === rows.length && !cutShort)
        return {
          hasMore: next !== null,
          nextCursor: next,
          truncated: request.maxItems !== undefined && next !== null,
        }
      const last = rows[kept - 1]
      return {
        hasMore: true,
        truncated: true,
        nextCursor: last ? cursorBehind(last) : (request.cursor ?? null),
      }
    },
  }
}

/** What follows the element on its page. One that is gone by now hid nothing: the page is shown again. */
function behind(elements: readonly Json[], id: string | undefined): readonly Json[] {
  return id === undefined ? elements : elements.slice(elements.findIndex((one) => one.id === id) + 1)
}

const mark = 'after_'

/**
 * Upstream's cursors point between pages. Where an answer ends within one, ours names the page, and the last element
 * that was shown: elements that come or go meanwhile cannot make it skip any.
 */
const cursorBehind = ({ id, page }: Row): string =>
  mark + Buffer.from(JSON.stringify([page.cursor ?? null, page.limit, id])).toString('base64url')

function openCursor({ cursor, limit }: RowsRequest): { page: PageRequest; afterId: string | undefined } {
  if (!cursor?.startsWith(mark)) return { page: { cursor, limit }, afterId: undefined }
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor.slice(mark.length), 'base64url').toString())
    const [at, size, id] = Array.isArray(parts) ? (parts as unknown[]) : []
    if (
      typeof size === 'number' &&
      Number.isInteger(size) &&
      size > 0 &&
      size <= 1000 &&
      typeof id === 'string'
    )
      return { page: { cursor: text(at) ?? undefined, limit: size }, afterId: id }
  } catch {
    // Said below, with what is not a cursor for other reasons.
  }
  throw new Failure('validation', 'The cursor is not one that an earlier answer gave.', {
    issues: [{ path: 'cursor', message: 'not a cursor', got: cursor, expected: '_page.nextCursor' }],
  })
}

/** As many as a page of a list holds: behind the last of them the list itself can go on. */
const mostEmbedded = 100

/** A list inside another object, such as the items of a webset. Its cursor is one of the list's own operation. */
export function embeddedRows(key: string, elements: readonly Json[], view: (element: Json) => Json): Rows {
  const shown = elements.slice(0, mostEmbedded)
  return {
    key,
    views: shown.map((element) => view(element)),
    after(kept) {
      const hasMore = kept < elements.length
      const id = text(shown[kept - 1]?.id)
      const page = { cursor: undefined, limit: mostEmbedded }
      return {
        hasMore,
        truncated: hasMore,
        nextCursor: hasMore ? cursorBehind({ id, view: null, page }) : null,
      }
    },
  }
}

/** A list that is numbered, such as the items of a result. */
export const numberedRows = (
  key: string,
  views: readonly Json[],
  { offset, total }: { offset: number; total: number },
): Rows => ({
  key,
  views,
  after(kept) {
    const nextOffset = offset + kept
    const hasMore = nextOffset < total
    return { hasMore, truncated: kept < views.length, nextOffset: hasMore ? nextOffset : null }
  },
})
