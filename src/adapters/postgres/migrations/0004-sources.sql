-- Where pages come from: a crawl, a file… The counts and failures are those of the latest run.
create table sources (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  spec jsonb not null,
  status text not null,
  run integer not null,
  -- How far a file was read; what a crawl has done is in its pages.
  checkpoint jsonb not null,
  counts jsonb not null,
  failures jsonb not null,
  error text,
  recrawl_ms bigint,
  due_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  updated_at timestamptz not null
);
create index sources_team on sources (team_id, id);
create index sources_due on sources (due_at) where due_at is not null;

-- The frontier of a crawl: every address it knows, visited in the order in which they became known.
create table source_pages (
  source_id text not null references sources (id) on delete cascade,
  team_id text not null references teams (id) on delete cascade,
  address_key text not null,
  position bigint generated always as identity,
  role text not null,
  url text not null,
  host text not null,
  depth integer not null,
  state text not null,
  attempts integer not null default 0,
  -- Runs in a row that found the page gone.
  absences integer not null default 0,
  due_at timestamptz not null,
  interval_ms bigint,
  checked_at timestamptz,
  primary key (source_id, address_key)
);
create index source_pages_waiting on source_pages (source_id, position) where state = 'waiting';
create index source_pages_host on source_pages (source_id, host);
