import type { ExportFormat } from '../../contract/exports.ts'
import type { Snapshot } from '../snapshot.ts'
import { inChunks } from './cells.ts'
import { csv } from './csv.ts'
import { jsonl } from './jsonl.ts'
import { markdown } from './markdown.ts'
import { xlsx } from './xlsx.ts'

interface FileKind {
  readonly ending: string
  readonly mediaType: string
}

export type TableFormat = Exclude<ExportFormat, 'bundle'>

export const fileKinds: Readonly<Record<ExportFormat, FileKind>> = {
  csv: { ending: 'csv', mediaType: 'text/csv; charset=utf-8' },
  jsonl: { ending: 'jsonl', mediaType: 'application/x-ndjson' },
  xlsx: {
    ending: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  markdown: { ending: 'md', mediaType: 'text/markdown; charset=utf-8' },
  bundle: { ending: 'webset', mediaType: 'application/x-tar' },
}

/** The bytes of a file, made as they are taken. */
export const renderers: Readonly<
  Record<TableFormat, (snapshot: Snapshot, evidence: boolean) => AsyncIterable<Uint8Array>>
> = {
  csv: (snapshot, evidence) => inChunks(csv(snapshot, evidence)),
  jsonl: (snapshot, evidence) => inChunks(jsonl(snapshot, evidence)),
  xlsx,
  markdown: (snapshot, evidence) => inChunks(markdown(snapshot, evidence)),
}
