-- What brings websets up to date by the clock. Whoever changes one, or one of its runs, locks its webset first, so that
-- its events stand in the order of its changes.
create table monitors (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  webset_id text not null references websets (id) on delete cascade,
  status text not null,
  cron text not null,
  time_zone text not null,
  behavior jsonb not null,
  metadata jsonb not null,
  -- Null while it is disabled.
  next_run_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index monitors_team on monitors (team_id, id);
create index monitors_webset on monitors (webset_id);
create index monitors_due on monitors (next_run_at) where next_run_at is not null;

create table monitor_runs (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  monitor_id text not null references monitors (id) on delete cascade,
  type text not null,
  status text not null,
  -- When the webset was told what to do; before that, pages are looked at again.
  asked_at timestamptz,
  -- The search that it was told to make.
  search_id text,
  failed_reason text,
  completed_at timestamptz,
  failed_at timestamptz,
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index monitor_runs_monitor on monitor_runs (monitor_id, id);
create index monitor_runs_search on monitor_runs (search_id) where search_id is not null;
-- One at a time, whoever begins it.
create unique index monitor_runs_under_way on monitor_runs (monitor_id) where status in ('created', 'running');
