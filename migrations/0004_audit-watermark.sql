-- Where the periodic audit goes on, and what each customer's transfers sum up to until then: src/audit/checks.ts.
create table audit_check (
  id bigint generated always as identity primary key,
  whole boolean not null,
  at timestamptz not null,
  database_at timestamptz not null,
  transfer_id bigint not null,
  series json not null,
  broken integer not null
);
--> statement-breakpoint
create table audit_balance (
  account_id uuid not null,
  currency smallint not null,
  transfer_id bigint not null,
  cash bigint not null,
  promo bigint not null,
  primary key (account_id, currency)
);
