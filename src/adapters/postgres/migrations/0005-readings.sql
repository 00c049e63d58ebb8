-- What was read for a team, with the quotes it rests on, so that anybody can look again.
create table readings (
  team_id text not null references teams (id) on delete cascade,
  id text not null,
  kind text not null,
  question text not null,
  result jsonb not null,
  reader text not null,
  notes jsonb not null,
  -- [{text, quotes: [{documentId, version, url, title, start, end, quote}]}]
  claims jsonb not null,
  -- The pages that are quoted: who forgets a page forgets what was read in it.
  document_ids text[] not null,
  created_at timestamptz not null,
  primary key (team_id, id)
);
create index readings_created_at on readings (created_at);
create index readings_documents on readings using gin (document_ids);
