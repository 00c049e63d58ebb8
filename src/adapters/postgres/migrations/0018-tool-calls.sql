-- Calls of agent tools by the ids that their callers chose, with what came of them. Who works on one holds it until a
-- moment that it keeps moving on; whoever comes after that moment may take over.
create table tool_calls (
  team_id text not null references teams (id) on delete cascade,
  key_id text not null,
  tool_call_id text not null,
  tool text not null,
  args jsonb not null,
  attempt integer not null default 0,
  worker text,
  held_until timestamptz,
  result jsonb,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (team_id, key_id, tool_call_id)
);
create index tool_calls_created on tool_calls (created_at);
