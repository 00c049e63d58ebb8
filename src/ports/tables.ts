import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The shape of each table, as the migrations leave it. bigint columns are read as numbers: all stay below 2^53. */
export interface Tables {
  teams: {
    id: string
    name: string
    is_owner: Generated<boolean>
    limits: Json<Record<string, number>>
    budget_nanos: number | null
    spent_nanos: Generated<number>
    reserved_nanos: Generated<number>
    created_at: Date
  }
  api_keys: {
    id: string
    team_id: string
    name: string
    hash: Buffer
    hint: string
    scopes: string[]
    limits: Json<Record<string, number>>
    budget_nanos: number | null
    spent_nanos: Generated<number>
    reserved_nanos: Generated<number>
    created_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
  }
  rate_limits: { team_id: string; class: string; arrival_at: Date }
  usage_entries: {
    id: string
    team_id: string
    key_id: string
    operation: string
    request_id: string
    searches: Generated<number>
    pages: Generated<number>
    tokens: Generated<number>
    seconds: Generated<number>
    cost_nanos: Generated<number>
    created_at: Date
  }
  reservations: { id: string; team_id: string; key_id: string; nanos: number; expires_at: Date }
  documents: {
    id: string
    team_id: string
    url: string
    address_key: string
    host: string
    version: number
    content_hash: string
    source: string
    first_seen_at: Date
    checked_at: Date
    etag: string | null
    last_modified: string | null
    indexed_version: Generated<number>
  }
  document_addresses: { team_id: string; address_key: string; document_id: string }
  document_versions: {
    document_id: string
    version: number
    team_id: string
    fetched_at: Date
    content_hash: string
    title: string | null
    author: string | null
    published_at: Date | null
    language: string | null
    kind: string
    category: string | null
    text: string
    html: string | null
    details: Json<Record<string, unknown>>
  }
  index_removals: { document_id: string }
  first_steps: { name: string; done_at: Date }
  sources: {
    id: string
    team_id: string
    spec: Json<Record<string, unknown>>
    status: string
    run: number
    checkpoint: Json<Record<string, unknown>>
    counts: Json<Record<string, number>>
    failures: Json<Record<string, { count: number; examples: string[] }>>
    error: string | null
    recrawl_ms: number | null
    due_at: Date | null
    created_at: Date
    started_at: Date | null
    ended_at: Date | null
    updated_at: Date
  }
  source_pages: {
    source_id: string
    team_id: string
    address_key: string
    position: GeneratedAlways<number>
    role: string
    url: string
    host: string
    depth: number
    state: string
    attempts: Generated<number>
    absences: Generated<number>
    due_at: Date
    interval_ms: number | null
    checked_at: Date | null
  }
  readings: {
    team_id: string
    id: string
    kind: string
    question: string
    result: Json<unknown>
    reader: string
    notes: Json<string[]>
    claims: Json<unknown[]>
    document_ids: string[]
    created_at: Date
  }
  index_rebuilds: { id: string; requested_at: Date; finished_at: Date | null; error: string | null }
  job_executors: { id: string; heartbeat_at: Date }
  job_schedules: { name: string; cron: string; time_zone: string; due_at: Date }
}

/** jsonb: read as a value, written as its JSON text. */
type Json<T> = ColumnType<T, string | undefined, string>

/** Tables whose rows belong to a team. */
type TeamTable =
  | 'teams'
  | { [Table in keyof Tables]: 'team_id' extends keyof Tables[Table] ? Table : never }[keyof Tables]

/** The column that says whose a row is. Queries on these tables are refused unless they fix it. */
export const teamColumns = {
  teams: 'id',
  api_keys: 'team_id',
  rate_limits: 'team_id',
  usage_entries: 'team_id',
  reservations: 'team_id',
  documents: 'team_id',
  document_addresses: 'team_id',
  document_versions: 'team_id',
  sources: 'team_id',
  source_pages: 'team_id',
  readings: 'team_id',
} as const satisfies Record<TeamTable, 'id' | 'team_id'>
