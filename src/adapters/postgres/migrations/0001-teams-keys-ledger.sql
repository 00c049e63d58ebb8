-- Whose things: every record belongs to a team, and every caller is a key of one.
create table teams (
  id text primary key,
  name text not null,
  is_owner boolean not null default false,
  limits jsonb not null default '{}',
  budget_nanos bigint,
  spent_nanos bigint not null default 0,
  reserved_nanos bigint not null default 0,
  created_at timestamptz not null
);
create unique index teams_one_owner on teams (is_owner) where is_owner;

create table api_keys (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  name text not null,
  hash bytea not null unique,
  hint text not null,
  scopes text[] not null,
  limits jsonb not null default '{}',
  budget_nanos bigint,
  spent_nanos bigint not null default 0,
  reserved_nanos bigint not null default 0,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_team on api_keys (team_id, id);

-- Limits shared by all processes: the theoretical arrival time of the next request of each bucket. Unlogged: after a
-- crash everybody starts with a full allowance, which harms nobody.
create unlogged table rate_limits (
  team_id text not null references teams (id) on delete cascade,
  class text not null,
  arrival_at timestamptz not null,
  primary key (team_id, class)
);

-- Money is counted in billionths of a dollar, so that a token's price is a whole number.
create table usage_entries (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  key_id text not null,
  operation text not null,
  request_id text not null,
  searches integer not null default 0,
  pages integer not null default 0,
  tokens bigint not null default 0,
  seconds double precision not null default 0,
  cost_nanos bigint not null default 0,
  created_at timestamptz not null
);
create index usage_entries_team_time on usage_entries (team_id, created_at);

-- What is promised but not yet spent. A row outlives its process only until it expires.
create table reservations (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  key_id text not null,
  nanos bigint not null,
  expires_at timestamptz not null
);
create index reservations_expiry on reservations (expires_at);
