/** Files that pages are read from: those of the machine, and those that were uploaded. */
export interface SourceFiles {
  /** Null when there is nothing, or nothing that may be read, at the path. */
  inspect(path: string): Promise<FileInfo | null>
  /** The bytes from the beginning. Rejects with the signal's reason when aborted. */
  read(path: string, signal: AbortSignal): AsyncIterable<Uint8Array>
  /** Every file below a folder, by its relative path with slashes, always in the same order. Follows no links. */
  list(folder: string): AsyncIterable<string>
  /** Keeps a team's upload under a new id. Rejects with `too_large`, and keeps nothing, beyond the limit. */
  saveUpload(teamId: string, upload: Upload): Promise<{ readonly bytes: number }>
  /** Where an upload lies; null when the team has none of this id. */
  uploadPath(teamId: string, id: string): Promise<string | null>
  /** Every upload of every team, with those that were never finished, in no order. */
  uploads(): AsyncIterable<{ readonly teamId: string; readonly id: string; readonly savedAt: Date }>
  /** One that is not there is no failure. */
  removeUpload(teamId: string, id: string): Promise<void>
}

export interface FileInfo {
  readonly kind: 'file' | 'folder'
  readonly bytes: number
}

export interface Upload {
  readonly id: string
  readonly body: AsyncIterable<Uint8Array>
  readonly maxBytes: number
}
