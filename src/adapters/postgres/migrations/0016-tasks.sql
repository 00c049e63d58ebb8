-- Workflows under way and what became of them. Who works on one says so, and is known to live by its heartbeat.
create table tasks (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  key_id text not null,
  scopes text[] not null,
  position bigint generated always as identity,
  type text not null,
  status text not null check (status in ('pending', 'working', 'completed', 'failed', 'cancelled')),
  progress jsonb,
  args jsonb not null,
  result jsonb,
  result_ref text,
  error jsonb,
  partial_result jsonb,
  checkpoint jsonb not null,
  attempt integer not null default 0,
  worker text,
  heartbeat_at timestamptz,
  -- Whether somebody has still to do something for it: also for one that was cancelled at work.
  is_open boolean not null default true,
  idempotency_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz
);
create unique index tasks_idempotency on tasks (team_id, key_id, idempotency_key);
create index tasks_owner on tasks (team_id, key_id, position);
create index tasks_open on tasks (position) where is_open;
create index tasks_expiry on tasks (expires_at) where expires_at is not null;

-- Results that are too large to be carried with their task.
create table task_results (
  task_id text primary key references tasks (id) on delete cascade,
  team_id text not null,
  result jsonb not null
);

-- The workflows there are, each at its place among what can be asked for; every coordinate is 1 to 5.
create table workflows (
  id text primary key,
  type text not null unique,
  name text not null,
  description text not null,
  status text not null,
  coord_scope smallint not null,
  coord_domain_structure smallint not null,
  coord_evidence_type smallint not null,
  coord_time_horizon smallint not null,
  coord_fidelity smallint not null,
  archetype text not null,
  notes text not null
);
create table workflow_steps (
  workflow_id text not null references workflows (id) on delete cascade,
  step_order smallint not null,
  name text not null,
  description text not null,
  rationale text not null,
  tools_required text[] not null,
  outputs text[] not null,
  primary key (workflow_id, step_order)
);

-- What each run came to. It outlives its task: the archive ranks workflows by it.
create table workflow_runs (
  task_id text primary key,
  team_id text not null references teams (id) on delete cascade,
  type text not null,
  outcome text not null,
  duration_ms bigint not null,
  item_count integer,
  cost_dollars double precision,
  coverage double precision,
  ended_at timestamptz not null
);
create index workflow_runs_type on workflow_runs (team_id, type);
