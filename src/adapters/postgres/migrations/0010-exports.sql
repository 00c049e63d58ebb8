-- Files that are made of websets: tables, reports and bundles. The file lies in the data folder, under the id.
create table webset_exports (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  webset_id text not null references websets (id) on delete cascade,
  format text not null,
  -- Whether quotes and their pages are in it.
  evidence boolean not null,
  status text not null,
  -- Why it failed.
  error text,
  items integer,
  bytes bigint,
  sha256 text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  expires_at timestamptz not null
);
create index webset_exports_webset on webset_exports (webset_id, id);
create index webset_exports_expires_at on webset_exports (expires_at);

-- Second opinions on what a webset holds. They change nothing of it.
create table webset_rejudgements (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  webset_id text not null references websets (id) on delete cascade,
  key_id text not null,
  -- Which reader was asked for.
  reader text not null,
  status text not null,
  error text,
  -- How far it has come: the position of the last item that was read again.
  last_position bigint not null,
  total integer not null,
  items integer not null,
  claims integer not null,
  agreed integer not null,
  disagreed integer not null,
  unreadable integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  expires_at timestamptz not null
);
create index webset_rejudgements_webset on webset_rejudgements (webset_id, id);
create index webset_rejudgements_expires_at on webset_rejudgements (expires_at);

create table webset_disagreements (
  rejudgement_id text not null references webset_rejudgements (id) on delete cascade,
  position integer not null,
  team_id text not null references teams (id) on delete cascade,
  data jsonb not null,
  -- The pages that are quoted: who forgets a page forgets what was read in it.
  document_ids text[] not null,
  primary key (rejudgement_id, position)
);
create index webset_disagreements_documents on webset_disagreements using gin (document_ids);
