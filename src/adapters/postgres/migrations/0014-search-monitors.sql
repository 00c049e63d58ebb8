-- Searches that are repeated by the clock, and report what is new to a webhook of their own.
create table search_monitors (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  -- Whose key it works with, and pays from.
  key_id text not null,
  name text,
  status text not null,
  search jsonb not null,
  -- Such as '6h'; null where it runs only when it is triggered.
  period text,
  output_schema jsonb,
  metadata jsonb,
  webhook_url text not null,
  -- Null: all of them.
  webhook_events text[],
  -- Null while it is not active, or runs only when it is triggered.
  next_run_at timestamptz,
  -- Up to when completed runs have looked.
  seen_until timestamptz,
  -- Runs in a row that found the key invalid.
  invalid_key_runs integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index search_monitors_team on search_monitors (team_id, id);
create index search_monitors_due on search_monitors (next_run_at) where next_run_at is not null;

create table search_monitor_runs (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  monitor_id text not null references search_monitors (id) on delete cascade,
  status text not null,
  output jsonb,
  -- The pages that the output shows.
  document_ids text[] not null default '{}',
  fail_reason text,
  started_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index search_monitor_runs_monitor on search_monitor_runs (monitor_id, id);
create index search_monitor_runs_documents on search_monitor_runs using gin (document_ids);
-- One at a time, whoever begins it.
create unique index search_monitor_runs_under_way on search_monitor_runs (monitor_id)
  where status in ('pending', 'running');

-- Pages that runs have come across, so that none is reported twice: neither itself nor a copy of it.
create table search_monitor_findings (
  monitor_id text not null references search_monitors (id) on delete cascade,
  document_id text not null,
  team_id text not null references teams (id) on delete cascade,
  content_hash text not null,
  -- False for one that there was no room for; it counts until runs look at later pages only.
  reported boolean not null,
  seen_at timestamptz not null,
  primary key (monitor_id, document_id)
);
create index search_monitor_findings_content on search_monitor_findings (monitor_id, content_hash);
