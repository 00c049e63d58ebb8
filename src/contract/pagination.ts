import { z } from 'zod'

/**
 * Cursor pagination, the same on every list. `limit` out of range is an error, not a silent clamp; so is a cursor of
 * another list, where cursors are ids that begin with `of`: its page would be empty, as if all had been seen.
 */
export const pageQuery = (limits: { default: number; max: number; of?: string }) =>
  z.object({
    cursor: z
      .string()
      .min(1)
      .startsWith(limits.of ?? '')
      .optional()
      .describe('`nextCursor` of the page before.'),
    limit: z.coerce.number().int().min(1).max(limits.max).default(limits.default),
  })

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), hasMore: z.boolean(), nextCursor: z.string().nullable() })

export interface PageQuery {
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Turns one row more than asked for into a page: its presence is what says that there is another page. */
export function pageFrom<Row extends { id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
): { data: Item[]; hasMore: boolean; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit
  return { data: shown.map(present), hasMore, nextCursor: hasMore ? (shown.at(-1)?.id ?? null) : null }
}
