-- Teams of which nothing is kept for long: their agent runs go soon after their end.
alter table teams add column zero_retention boolean not null default false;
-- When a run goes that is kept for less than others.
alter table runs add column expires_at timestamptz;
create index runs_expires_at on runs (expires_at) where expires_at is not null;
