-- Lists that a team brings. An import belongs to the team; websets load it, search within it or leave out what is in it.
create table imports (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  -- Who asked for it: the upload is counted for this key.
  key_id text not null,
  status text not null,
  format text not null,
  entity jsonb,
  title text not null,
  -- As declared, and once it is completed, as many rows as there are.
  count bigint not null,
  -- The most bytes that the upload may have.
  size bigint,
  -- The column that was named to tell rows apart.
  identifier integer,
  metadata jsonb not null,
  -- Signs the address of the upload, which is good once.
  upload_secret text,
  upload_until timestamptz,
  -- The file, while it is read.
  upload_id text,
  -- How far the reading has come: each batch is committed together with this.
  rows_read integer not null default 0,
  rows_skipped integer not null default 0,
  bytes_read bigint not null default 0,
  bytes bigint,
  -- How the file was understood.
  layout jsonb,
  started_at timestamptz,
  failed_reason text,
  failed_at timestamptz,
  failed_message text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index imports_team on imports (team_id, id);
create index imports_awaited on imports (upload_until) where status = 'pending';

create table import_rows (
  import_id text not null references imports (id) on delete cascade,
  -- Counted from 1, without the header.
  number integer not null,
  -- That of the import, whose end is its end: to check it for each of very many rows would cost as much as the rows.
  team_id text not null,
  -- What it is known by, as searches know it.
  entity_key text not null,
  address_key text,
  url text not null,
  name text,
  document_id text,
  primary key (import_id, number)
);
create index import_rows_entity on import_rows (import_id, entity_key);
create index import_rows_address on import_rows (import_id, address_key);

-- The imports whose rows become items of a webset, one after another.
create table webset_imports (
  webset_id text not null references websets (id) on delete cascade,
  import_id text not null references imports (id) on delete cascade,
  team_id text not null references teams (id) on delete cascade,
  position bigint generated always as identity,
  -- The last row that was loaded.
  loaded integer not null default 0,
  is_done boolean not null default false,
  primary key (webset_id, import_id)
);
create index webset_imports_import on webset_imports (import_id);
