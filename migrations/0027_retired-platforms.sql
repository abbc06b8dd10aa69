ALTER TABLE "catalogue_platform" ADD COLUMN "retired" boolean DEFAULT false NOT NULL;
--> statement-breakpoint

-- A number that a platform once had is never given to another. The version before deletes the rows of platforms that its files do not have: they stay.
create function catalogue_platform_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    return null;
  end if;
  if new.platform <> old.platform or (old.key is not null and new.key is distinct from old.key) then
    raise exception 'the number % is the number of the platform %', old.platform, old.key;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger catalogue_platform_stays before update or delete on catalogue_platform for each row execute function catalogue_platform_stays();
