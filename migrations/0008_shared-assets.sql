-- Scripts, styles and fonts of the builds that the nodes run: src/infra/web/shared-assets.ts.
create table shared_asset (
  app text not null,
  name text not null,
  body bytea not null,
  used_at timestamptz not null default now(),
  primary key (app, name)
);
