-- Tables of entities and fields that are kept fresh. Whoever changes one, or anything in it, locks its row first.
create table agent_monitors (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  -- Whose key it works with, and pays from.
  key_id text not null,
  status text not null,
  cadence text not null,
  fields jsonb not null,
  -- Counts the changes.
  version integer not null default 0,
  -- Counts the runs of the workflow; what an older one brings is not taken any more.
  run integer not null default 0,
  -- Since when a run is under way, and what it has to do.
  refreshing_since timestamptz,
  entities_total integer not null default 0,
  last_refresh_at timestamptz,
  next_refresh_at timestamptz not null,
  total_acus double precision not null default 0,
  last_refresh_acus double precision not null default 0,
  idempotency_key text,
  request_hash text not null,
  created_at timestamptz not null,
  unique (team_id, idempotency_key)
);
create index agent_monitors_team on agent_monitors (team_id, id);
create index agent_monitors_due on agent_monitors (next_refresh_at);

create table agent_monitor_entities (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  monitor_id text not null references agent_monitors (id) on delete cascade,
  name text not null,
  domain text not null,
  description text,
  -- To be looked up by the run under way, or the next one.
  is_stale boolean not null,
  created_at timestamptz not null,
  unique (monitor_id, domain)
);
create index agent_monitor_entities_monitor on agent_monitor_entities (monitor_id, id);

-- What is known now.
create table agent_monitor_contents (
  entity_id text not null references agent_monitor_entities (id) on delete cascade,
  field_id text not null,
  team_id text not null references teams (id) on delete cascade,
  monitor_id text not null references agent_monitors (id) on delete cascade,
  value jsonb not null,
  citations jsonb not null,
  document_ids text[] not null,
  updated_at timestamptz not null,
  primary key (entity_id, field_id)
);
create index agent_monitor_contents_documents on agent_monitor_contents using gin (document_ids);

-- What has ever become known, in order.
create table agent_monitor_changes (
  monitor_id text not null references agent_monitors (id) on delete cascade,
  version integer not null,
  team_id text not null references teams (id) on delete cascade,
  entity_id text not null,
  field_id text not null,
  content jsonb not null,
  document_ids text[] not null,
  created_at timestamptz not null,
  primary key (monitor_id, version)
);
create index agent_monitor_changes_documents on agent_monitor_changes using gin (document_ids);

-- What a table would have held at an earlier time.
create table agent_monitor_backtests (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  key_id text not null,
  request jsonb not null,
  status text not null,
  result jsonb,
  error text,
  document_ids text[] not null default '{}',
  start_time timestamptz not null,
  end_time timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index agent_monitor_backtests_expires on agent_monitor_backtests (expires_at);
