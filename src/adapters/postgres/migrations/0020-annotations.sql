-- What agents note for themselves about things they found. Nothing reads them as evidence: they are words about pages,
-- and no page. They stay until they are deleted, also when what they are about is gone.
create table annotations (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  key_id text not null,
  position bigint generated always as identity,
  kind text not null,
  -- As it was given, and what tells it apart: the same page may be named by several addresses.
  subject jsonb,
  subject_type text,
  subject_key text,
  labels text[] not null,
  text text not null,
  metadata jsonb not null,
  idempotency_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index annotations_idempotency on annotations (team_id, key_id, idempotency_key);
create index annotations_owner on annotations (team_id, key_id, position);
create index annotations_subject on annotations (subject_type, subject_key) where subject_type is not null;
