-- Calls of agents that somebody has to allow. A decision holds for one caller, one operation, one set of arguments and
-- one call, and is used once.
create table approvals (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  key_id text not null,
  key_name text not null,
  tool text not null,
  operation text not null,
  class text not null check (class in ('search', 'fetch', 'spend', 'destroy')),
  args jsonb not null,
  args_hash text not null,
  tool_call_id text not null,
  conversation text,
  domains text[] not null,
  results integer,
  estimated_usd double precision not null,
  state text not null check (state in ('pending', 'approved', 'rejected', 'used')),
  rule text not null,
  decision jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Rises with every change of a team's rows, so that feeds can go on where they were.
  revision bigint not null
);
create unique index approvals_call on approvals (team_id, key_id, tool_call_id);
create index approvals_open on approvals (team_id, expires_at) where state in ('pending', 'approved');
create index approvals_revision on approvals (team_id, revision);

-- Approvals that reach further than the call they were given for.
create table approval_grants (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  approval_id text not null,
  key_id text not null,
  tool text not null,
  operation text not null,
  scope text not null check (scope in ('conversation', 'domain', 'key')),
  conversation text,
  domain text,
  max_usd double precision not null,
  granted_by text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index approval_grants_key on approval_grants (team_id, key_id) where revoked_at is null;

-- What each team sets differently from the server's settings.
create table approval_policies (
  team_id text primary key references teams (id) on delete cascade,
  changes jsonb not null
);

-- What the calls of a key were estimated to cost on a day.
create table approval_spending (
  team_id text not null references teams (id) on delete cascade,
  key_id text not null,
  day date not null,
  usd double precision not null,
  primary key (team_id, key_id, day)
);

-- What was asked and decided, one chain for each team: every row holds the hash of the one before. It outlives what it
-- speaks of, and only grows.
create table approval_audit (
  team_id text not null,
  number bigint not null,
  entry text not null,
  previous_hash text not null,
  hash text not null,
  primary key (team_id, number)
);
create function approval_audit_only_grows() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log only grows';
end
$$;
create trigger approval_audit_only_grows before update or delete or truncate on approval_audit
  for each statement execute function approval_audit_only_grows();
