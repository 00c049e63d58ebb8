-- People in a browser: an opaque secret, of which only the hash is kept, stands for the key they signed in with.
create table sessions (
  hash bytea primary key,
  team_id text not null references teams (id) on delete cascade,
  key_id text not null references api_keys (id) on delete cascade,
  -- A link signs in once, within minutes; what it is exchanged for is a session.
  is_link boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_expires_at on sessions (expires_at);
