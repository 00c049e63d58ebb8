import type { Import } from '../contract/imports.ts'
import type { Entity } from '../contract/webset-shapes.ts'
import type { Db, Tx } from '../ports/records.ts'
import type { Candidate } from './engine.ts'

/** A row of an import, as the thing that it names. */
export interface ImportedRow {
  readonly number: number
  readonly candidate: Candidate
}

/** Lists that a team brought, as far as websets need to know of them. */
export interface Imported {
  /** Rejects with `not_found`. */
  find(db: Db, teamId: string, id: string): Promise<Import>
  /** By their ids; those that are gone are left out. */
  show(db: Db, teamId: string, ids: readonly string[]): Promise<Map<string, Import>>
  /** Those of the imports that may still bring rows. */
  unfinished(db: Db, teamId: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** The next rows after a number, in their order. None when the import is gone, or has no more. */
  rows(db: Db, teamId: string, id: string, after: number, limit: number): Promise<ImportedRow[]>
  /** The keys of those candidates that stand in one of the imports, under their key or their address. */
  among(
    tx: Tx,
    teamId: string,
    ids: readonly string[],
    candidates: readonly Pick<Candidate, 'entityKey' | 'url'>[],
  ): Promise<ReadonlySet<string>>
  /** Makes an import of what a webset holds now, and answers its id. */
  fromWebset(
    tx: Tx,
    webset: { id: string; team_id: string; title: string | null },
    by: { keyId: string; entity: Entity | null },
  ): Promise<string>
}
