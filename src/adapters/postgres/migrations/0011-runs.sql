-- Long work that plans, searches, reads and writes. Whoever changes anything of a run locks its row first, so that its
-- steps and events stand in the order of their commits. What is stored as json, and not as jsonb, keeps its bytes.
create table runs (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  -- Who pays for the work.
  key_id text not null,
  -- Which API it belongs to.
  kind text not null,
  status text not null,
  -- Why it went no further, of one that ended.
  stop_reason text,
  request json not null,
  output json,
  error json,
  -- When it was asked to end early with what it has.
  stop_requested_at timestamptz,
  -- What its steps used so far, by the names that the kind gives prices to.
  used json not null,
  cost_nanos bigint not null default 0,
  step_count integer not null default 0,
  event_count integer not null default 0,
  forked_from text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index runs_team on runs (team_id, kind, id);
create index runs_unfinished on runs (team_id, kind) where finished_at is null;
create index runs_finished_at on runs (finished_at) where finished_at is not null;

-- What was done, each once: a step that stands here is never done again.
create table run_steps (
  run_id text not null references runs (id) on delete cascade,
  key text not null,
  team_id text not null references teams (id) on delete cascade,
  kind text not null,
  -- The order of commits; null while it is only taken over from another run and has not been reached yet.
  position integer,
  outcome json not null,
  used json not null,
  cost_nanos bigint not null,
  -- The pages that the outcome speaks of: who forgets a page forgets what was made of it.
  document_ids text[] not null,
  finished_at timestamptz not null,
  primary key (team_id, run_id, key)
);
create index run_steps_run on run_steps (run_id);
create index run_steps_documents on run_steps using gin (document_ids);

-- Written with the step or the change of status that they tell of.
create table run_events (
  run_id text not null references runs (id) on delete cascade,
  sequence integer not null,
  team_id text not null references teams (id) on delete cascade,
  name text not null,
  data json not null,
  created_at timestamptz not null,
  primary key (team_id, run_id, sequence)
);
create index run_events_run on run_events (run_id);
