-- The trigger functions and their triggers. All other functions are in functions.sql beside their module and are applied at start: see src/infra/database/sql-functions.ts.

-- Ledger transfers, billing documents, audit entries and versions of texts are append-only: no statement can change or remove a row.
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'a ledger transfer is never changed: book another one';
end $$;
--> statement-breakpoint
create trigger ledger_is_append_only before update or delete or truncate on ledger_transfer for each statement execute function ledger_is_append_only();
--> statement-breakpoint
create function billing_document_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'a billing document is never changed: issue another one';
end $$;
--> statement-breakpoint
create trigger billing_document_is_append_only before update or delete or truncate on billing_document for each statement execute function billing_document_is_append_only();
--> statement-breakpoint
create function desk_audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'an audit entry is never changed';
end $$;
--> statement-breakpoint
create trigger desk_audit_is_append_only before update or delete or truncate on desk_audit for each statement execute function desk_audit_is_append_only();
--> statement-breakpoint
create function owner_text_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a text is never changed';
end $$;
--> statement-breakpoint
create trigger owner_text_is_append_only before update or delete or truncate on owner_text for each statement execute function owner_text_is_append_only();
--> statement-breakpoint

-- Every transfer out of the sales waits for a credit note: the transfer itself says so, whichever function books it.
create function queue_credit_note() returns trigger language plpgsql as $$
begin
  insert into billing_document_refund (transfer_id) values (new.id);
  return null;
end $$;
--> statement-breakpoint
create trigger queue_credit_note after insert on ledger_transfer for each row when (new.from_account = 'sales') execute function queue_credit_note();
--> statement-breakpoint

-- The database's own time of the last change of a piece: a process that caches open pieces reads what is newer.
create function set_piece_changed_at() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
--> statement-breakpoint
create trigger set_piece_changed_at before insert or update on order_piece for each row execute function set_piece_changed_at();
--> statement-breakpoint

-- Any change of the catalogue raises its version and notifies every process.
create function bump_catalogue_version() returns trigger language plpgsql as $$
begin
  insert into catalogue_state default values on conflict do nothing;
  update catalogue_state set version = version + 1;
  perform pg_notify('catalogue', '');
  return null;
end
$$;
--> statement-breakpoint
create trigger bump_catalogue_version after insert or update or delete or truncate on catalogue_service for each statement execute function bump_catalogue_version();
--> statement-breakpoint
create trigger bump_catalogue_version after insert or update or delete or truncate on catalogue_offer for each statement execute function bump_catalogue_version();
--> statement-breakpoint
create trigger bump_catalogue_version after insert or update or delete or truncate on catalogue_price for each statement execute function bump_catalogue_version();
--> statement-breakpoint
create trigger bump_catalogue_version after insert or update or delete or truncate on catalogue_platform for each statement execute function bump_catalogue_version();
--> statement-breakpoint

-- A new version of a text is notified on the channel of the catalogue: prices and policies are on the same pages.
create function notify_owner_text() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end $$;
--> statement-breakpoint
create trigger notify_owner_text after insert on owner_text for each statement execute function notify_owner_text();
