-- Every request that left this machine, or was kept from leaving, and on whose behalf. Rows are written in batches and
-- never changed; ids are in the order of time. A team that goes leaves its rows: they are the operator's record.
create table egress_requests (
  id text primary key,
  at timestamptz not null,
  method text not null,
  url text not null,
  reason text not null,
  outcome text not null,
  status integer,
  bytes bigint not null,
  duration_ms bigint not null,
  team_id text,
  purpose text not null,
  subject text,
  approval_id text
);
create index egress_requests_at on egress_requests (at);
create index egress_requests_subject on egress_requests (subject) where subject is not null;
