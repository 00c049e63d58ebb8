-- Where others want to be told of what happens.
create table webhooks (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  -- What it belongs to, where it is not one that a caller made by itself: such ones are not shown as webhooks.
  owner_id text,
  url text not null,
  -- Signs every message, so it is kept as it is; it is shown once.
  secret text not null,
  events text[] not null,
  metadata jsonb not null,
  status text not null,
  -- Counts the runs of the workflow; what an older one brings is not taken any more.
  run integer not null default 0,
  -- Whether a run is under way or on the queue.
  active boolean not null default false,
  -- Tries in a row that failed, whatever they tried to deliver, and since when none succeeded.
  failures integer not null default 0,
  failing_since timestamptz,
  -- Nothing is sent before this.
  resume_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_team on webhooks (team_id, id);
create index webhooks_owner on webhooks (owner_id) where owner_id is not null;
create index webhooks_resting on webhooks (resume_at) where status = 'active' and not active;

-- What is to be told to whom. It is either an event of the log, filled in when it is sent, or comes with what to send.
create table webhook_deliveries (
  webhook_id text not null references webhooks (id) on delete cascade,
  event_id text not null generated always as (coalesce(webset_event_id, payload ->> 'id')) stored,
  team_id text not null references teams (id) on delete cascade,
  -- The order in which it is told. Taken in the transaction of the event: within a webset, it is the order of commits.
  position bigint generated always as identity,
  webset_event_id text references webset_events (id) on delete cascade,
  payload json,
  event_type text not null,
  event_created_at timestamptz not null,
  -- 'waiting', 'delivered' or, when every try was used, 'failed'.
  state text not null default 'waiting',
  -- Tries since it was last put on the queue, and all there ever were.
  tries integer not null default 0,
  attempts integer not null default 0,
  due_at timestamptz not null,
  primary key (webhook_id, event_id),
  check ((webset_event_id is null) <> (payload is null))
);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, position) where state = 'waiting';
create index webhook_deliveries_event on webhook_deliveries (webset_event_id) where webset_event_id is not null;
create index webhook_deliveries_created_at on webhook_deliveries (event_created_at);

create table webhook_attempts (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  webhook_id text not null,
  event_id text not null,
  position bigint generated always as identity,
  event_type text not null,
  url text not null,
  successful boolean not null,
  -- 0: there was no answer, and `error` says why.
  response_status integer not null,
  response_headers jsonb not null,
  response_body text,
  error text,
  attempt integer not null,
  attempted_at timestamptz not null,
  foreign key (webhook_id, event_id) references webhook_deliveries (webhook_id, event_id) on delete cascade
);
create index webhook_attempts_webhook on webhook_attempts (webhook_id, position);
create index webhook_attempts_delivery on webhook_attempts (webhook_id, event_id);

-- Whoever writes an event writes with it, in the same transaction, what is to be delivered. Webhooks are locked for their
-- keys alone, which waits for nobody but who deletes one: without the lock, that would break the reference to it.
create function deliver_webset_event() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, team_id, webset_event_id, event_type, event_created_at, due_at)
  select id, team_id, new.id, new.type, new.created_at, new.created_at
  from webhooks
  where team_id = new.team_id and owner_id is null and new.type = any (events)
  for key share;
  return null;
end
$$;
create trigger deliver_webset_event after insert on webset_events
  for each row execute function deliver_webset_event();
