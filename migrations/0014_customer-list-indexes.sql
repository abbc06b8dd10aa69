drop index concurrently if exists account_shown_name;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "account_shown_name" ON "account" USING btree (lower(coalesce(nullif(btrim("first_name" || ' ' || "last_name"), ''), "email")),"id") WHERE "account"."erased_at" is null;
--> statement-breakpoint
drop index concurrently if exists account_parts;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "account_parts" ON "account" USING gin (text_grams(lower("first_name" || ' ' || "last_name" || chr(10) || "email"))) WHERE "account"."erased_at" is null;
