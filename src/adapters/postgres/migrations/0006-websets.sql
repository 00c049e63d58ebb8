-- Lists of entities that meet criteria. Whoever changes anything of a webset locks its row first, so that its events
-- stand in the order of its changes. What is deleted stays until its events are forgotten, for they point to it.
create table websets (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  -- Who pays for the work.
  key_id text not null,
  external_id text,
  title text,
  status text not null,
  -- Counts the runs of the workflow; what an older one brings is not taken any more.
  run integer not null,
  -- Whether a run is under way or on the queue: it holds one of the team's places.
  active boolean not null,
  -- Since when it waits for a place.
  waiting_since timestamptz,
  priority text not null,
  -- What the next piece of work costs, while the budget does not allow it.
  lacking_nanos bigint,
  excludes jsonb not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index websets_team on websets (team_id, id) where deleted_at is null;
create unique index websets_external_id on websets (team_id, external_id) where deleted_at is null;
create index websets_places on websets (team_id, status) where deleted_at is null and status <> 'idle';
create index websets_deleted on websets (deleted_at) where deleted_at is not null;

create table webset_searches (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  webset_id text not null references websets (id) on delete cascade,
  -- They run one after another, in this order.
  position bigint generated always as identity,
  status text not null,
  query text not null,
  count bigint not null,
  behavior text not null,
  entity jsonb,
  criteria jsonb not null,
  exclude jsonb not null,
  scope jsonb not null,
  wants_recall boolean not null,
  recall jsonb,
  max_people_per_company bigint,
  metadata jsonb not null,
  -- How far the drawing of candidates has come; null when there is nothing further to draw.
  draw_position jsonb,
  -- Counts of the candidates that were judged: all, those that met every criterion, those that nearly did, and those
  -- that met each of the criteria.
  analyzed integer not null default 0,
  found integer not null default 0,
  partial integer not null default 0,
  passes integer[] not null default '{}',
  -- Items that were there before, and are judged whatever the count is.
  seeds integer not null default 0,
  started_at timestamptz,
  announced_at timestamptz,
  canceled_at timestamptz,
  canceled_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webset_searches_webset on webset_searches (webset_id, position);

create table webset_candidates (
  search_id text not null references webset_searches (id) on delete cascade,
  entity_key text not null,
  team_id text not null references teams (id) on delete cascade,
  position bigint generated always as identity,
  state text not null,
  url text not null,
  name text,
  document_id text,
  by_keyword boolean not null,
  by_vector boolean not null,
  -- Whether it is an item that was there before the search.
  is_seed boolean not null,
  primary key (search_id, entity_key)
);
create index webset_candidates_waiting on webset_candidates (search_id, position) where state = 'waiting';

create table webset_enrichments (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  webset_id text not null references websets (id) on delete cascade,
  position bigint generated always as identity,
  status text not null,
  title text,
  description text not null,
  format text not null,
  options jsonb,
  metadata jsonb not null,
  -- Counts the changes of what is asked; results of an older one no longer count.
  revision integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  canceled_at timestamptz,
  deleted_at timestamptz
);
create index webset_enrichments_webset on webset_enrichments (webset_id, position);

create table webset_items (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  webset_id text not null references websets (id) on delete cascade,
  -- The order of discovery.
  position bigint generated always as identity,
  source text not null,
  source_id text not null,
  entity_key text not null,
  -- Whether it meets every criterion, or was kept as a near miss.
  is_match boolean not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index webset_items_webset on webset_items (webset_id, position) where deleted_at is null;
create unique index webset_items_entity on webset_items (webset_id, entity_key) where deleted_at is null;

-- Never changed: events point to them. The text of the page is not copied but pointed to.
create table webset_item_versions (
  item_id text not null references webset_items (id) on delete cascade,
  version integer not null,
  team_id text not null references teams (id) on delete cascade,
  name text not null,
  properties jsonb not null,
  content_document_id text,
  content_version integer,
  evaluations jsonb not null,
  -- The results so far, by the id of the enrichment.
  results jsonb not null,
  -- The pages that are quoted: who forgets a page forgets what was made of it.
  document_ids text[] not null,
  source_id text not null,
  created_at timestamptz not null,
  primary key (item_id, version)
);

create index webset_item_versions_documents on webset_item_versions using gin (document_ids);

-- What is left to find out about items. A row is gone when its result is there.
create table webset_enrichment_work (
  item_id text not null references webset_items (id) on delete cascade,
  enrichment_id text not null references webset_enrichments (id) on delete cascade,
  team_id text not null references teams (id) on delete cascade,
  webset_id text not null references websets (id) on delete cascade,
  position bigint generated always as identity,
  primary key (item_id, enrichment_id)
);
create index webset_enrichment_work_webset on webset_enrichment_work (webset_id, position);
create index webset_enrichment_work_enrichment on webset_enrichment_work (enrichment_id);

-- The position is taken under the lock of the webset: within one, it is the order of commits.
create table webset_events (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  webset_id text,
  position bigint generated always as identity,
  type text not null,
  -- The resource as it was; of items, the version of which it is filled in when read.
  data jsonb,
  item_id text,
  item_version integer,
  created_at timestamptz not null
);
create index webset_events_team on webset_events (team_id, position);
create index webset_events_webset on webset_events (webset_id, position);
create index webset_events_created_at on webset_events (created_at);
