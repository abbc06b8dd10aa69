-- A row that a job could not handle, while the others go on: how often it was tried, and when it is tried next. See src/infra/jobs/each-row.ts.
create table job_failure (
  task text not null,
  row_id text not null,
  id uuid not null default gen_random_uuid(),
  attempts integer not null,
  last_error text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  next_at timestamptz not null,
  primary key (task, row_id)
);
--> statement-breakpoint
create index job_failure_next on job_failure (next_at);
