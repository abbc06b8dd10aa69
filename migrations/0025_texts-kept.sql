-- A version of an owner's text is never changed and never removed, by whatever way somebody reaches the table.

create function owner_text_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a text is never changed';
end $$;
--> statement-breakpoint
create trigger owner_text_stays before update or delete or truncate on owner_text for each statement execute function owner_text_stays();
--> statement-breakpoint

-- A new one is told to every node on the channel of the catalogue: prices and policies stand on the same pages.
create function owner_text_told() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end $$;
--> statement-breakpoint
create trigger owner_text_told after insert on owner_text for each statement execute function owner_text_told();
