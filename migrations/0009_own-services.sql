CREATE TABLE "catalogue_number" (
	"key" text PRIMARY KEY NOT NULL,
	"number" smallint NOT NULL,
	CONSTRAINT "catalogue_number_number_unique" UNIQUE("number"),
	CONSTRAINT "catalogue_number_own" CHECK ("catalogue_number"."number" >= 100)
);
--> statement-breakpoint
ALTER TABLE "catalogue_service" ADD COLUMN "state" text DEFAULT 'sold' NOT NULL;
--> statement-breakpoint
ALTER TABLE "catalogue_service" ADD CONSTRAINT "catalogue_service_state" CHECK ("catalogue_service"."state" in ('sold', 'hidden', 'archived')) NOT VALID;
--> statement-breakpoint

-- A number that a service once had is never given to another.
create function catalogue_number_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'a number of a service is never changed or removed';
end $$;
--> statement-breakpoint
create trigger catalogue_number_is_append_only before update or delete or truncate on catalogue_number for each statement execute function catalogue_number_is_append_only();
