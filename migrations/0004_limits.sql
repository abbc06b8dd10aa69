-- The moments that count towards a limit, one row for each somebody; written and read by src/infra/limits.ts only. Unlogged: it costs no write to
-- the log of the database, and a crash of PostgreSQL forgets at most how often somebody asked in the last day.
create unlogged table rate_limit (
  key text primary key,
  moments timestamptz[] not null,
  over_at timestamptz not null
);
--> statement-breakpoint
create index rate_limit_over on rate_limit (over_at);
