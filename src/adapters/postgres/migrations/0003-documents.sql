-- Pages, public or a team's own. A public page belongs to a team that nobody is a member of, so that every query on
-- documents names the teams whose pages it may see.
create table documents (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  url text not null,
  address_key text not null,
  host text not null,
  version integer not null,
  content_hash text not null,
  source text not null,
  first_seen_at timestamptz not null,
  checked_at timestamptz not null,
  etag text,
  last_modified text,
  -- How far the index has followed: a row whose two versions differ is work for the index writer.
  indexed_version integer not null default 0,
  unique (team_id, address_key)
);
create index documents_host on documents (host);
create index documents_to_index on documents (id) where indexed_version <> version;

-- Other addresses that lead to a page: what was asked for, and every redirect on the way.
create table document_addresses (
  team_id text not null references teams (id) on delete cascade,
  address_key text not null,
  document_id text not null references documents (id) on delete cascade,
  primary key (team_id, address_key)
);
create index document_addresses_document on document_addresses (document_id);

-- What a page said, and when it was seen to say it. Never changed: quotes point into these texts.
create table document_versions (
  document_id text not null references documents (id) on delete cascade,
  version integer not null,
  team_id text not null references teams (id) on delete cascade,
  fetched_at timestamptz not null,
  content_hash text not null,
  title text,
  author text,
  published_at timestamptz,
  language text,
  kind text not null,
  category text,
  text text not null,
  html text,
  details jsonb not null,
  primary key (document_id, version)
);

-- Documents that are gone and that the index must forget.
create table index_removals (
  document_id text primary key
);

-- Requests to make the index anew, for whichever process writes it.
create table index_rebuilds (
  id text primary key,
  requested_at timestamptz not null,
  finished_at timestamptz,
  error text
);

-- What is done once in the life of a database.
create table first_steps (
  name text primary key,
  done_at timestamptz not null
);
