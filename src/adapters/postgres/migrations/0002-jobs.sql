-- Who is at work: a worker whose heartbeat is old is dead, and another takes over what it had under way. The work
-- itself is in the schema `jobs`, which the workflow library keeps. All times are the database's own.
create table job_executors (
  id text primary key,
  heartbeat_at timestamptz not null
);

-- When each schedule fires next. Whoever moves `due_at` on is the one that fires.
create table job_schedules (
  name text primary key,
  cron text not null,
  time_zone text not null,
  due_at timestamptz not null
);
