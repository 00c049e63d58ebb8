import { z } from 'zod'
import type { AppError } from '../../../contract/errors.ts'
import { failure } from '../failures.ts'

/*
 * A backup is text, compressed with gzip:
 *
 *   the header, one line of JSON
 *   for each table:  {"table": …, "columns": […]}
 *                    its rows as COPY writes them
 *                    \.
 *                    {"rows": n}
 *   {"sequences": […]}
 *   {"sha256": …} over everything before
 *
 * The last line is missing from a file that was cut off.
 */
export const FORMAT = 'winnow-backup'
export const VERSION = 1

/** Ends the rows of a table. No row looks like it, because COPY doubles every backslash of the data. */
export const END_OF_ROWS = '\\.\n'

export const Identity = z.object({ format: z.literal(FORMAT), version: z.number().int() })

export const Header = Identity.extend({
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.number().int(),
})
export type Header = z.infer<typeof Header>

export const TableLine = z.object({ table: z.string(), columns: z.array(z.string()) })
export const RowsLine = z.object({ rows: z.number().int() })
export const SequencesLine = z.object({
  sequences: z.array(z.object({ name: z.string(), value: z.number() })),
})
export const ChecksumLine = z.object({ sha256: z.string() })

/** What was written or read. */
export interface BackupSummary {
  readonly createdAt: Date
  /** The last migration that the data has. */
  readonly level: string
  readonly rows: Readonly<Record<string, number>>
}

export const damaged = (reason: string, cause?: unknown): AppError =>
  failure(
    `The backup is damaged or incomplete: ${reason}.`,
    'Use another backup; nothing was changed.',
    cause,
  )
