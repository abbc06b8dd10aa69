drop index concurrently if exists account_newest;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "account_newest" ON "account" USING btree ("created_at","id");
