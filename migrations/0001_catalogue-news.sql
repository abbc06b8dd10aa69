-- Whoever changes the catalogue, and by whatever way: the version counts up and every node is told.
create function catalogue_changed() returns trigger language plpgsql as $$
begin
  insert into catalogue_state default values on conflict do nothing;
  update catalogue_state set version = version + 1;
  perform pg_notify('catalogue', '');
  return null;
end
$$;
--> statement-breakpoint
create trigger catalogue_changed after insert or update or delete or truncate on catalogue_service for each statement execute function catalogue_changed();
--> statement-breakpoint
create trigger catalogue_changed after insert or update or delete or truncate on catalogue_offer for each statement execute function catalogue_changed();
--> statement-breakpoint
create trigger catalogue_changed after insert or update or delete or truncate on catalogue_price for each statement execute function catalogue_changed();
--> statement-breakpoint
create trigger catalogue_changed after insert or update or delete or truncate on catalogue_platform for each statement execute function catalogue_changed();
