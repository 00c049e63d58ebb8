import type { Client } from 'pg'

/** Ours, and that of the durable work. */
const SCHEMAS = ['public', 'jobs']

export interface Table {
  /** Schema and name, quoted as SQL needs them. */
  readonly name: string
  /** Quoted too; without generated ones, which PostgreSQL computes. */
  readonly columns: readonly string[]
}

/**
 * Every table that holds data, those that others refer to first: filled in this order, no reference is ever broken.
 * Tables that keep the level of a schema (`winnow_migrations` and those of DBOS) are not data.
 */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers_to: string[] }>(
    `select c.oid::regclass::text as name,
       (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       (select coalesce(array_agg(confrelid::regclass::text), '{}') from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as refers_to
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) and c.relname not like '%\\_migrations'
     order by 1`,
    [SCHEMAS],
  )
  const sorted: Table[] = []
  const visited = new Set<string>()
  const visit = ({ name, columns, refers_to }: (typeof rows)[number]): void => {
    if (visited.has(name)) return
    visited.add(name)
    for (const target of refers_to) {
      const table = rows.find((row) => row.name === target)
      if (table) visit(table)
    }
    sorted.push({ name, columns })
  }
  rows.forEach(visit)
  return sorted
}

export interface Sequence {
  readonly name: string
  readonly value: number
}

export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::float8 as value
     from pg_sequences where schemaname = any($1) and last_value is not null order by 1`,
    [SCHEMAS],
  )
  return rows
}

/** Makes the text of values independent of how the server is set up; names must carry their schema. */
export const PORTABLE_TEXT = `
  set local search_path = '';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'iso_8601';
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`
