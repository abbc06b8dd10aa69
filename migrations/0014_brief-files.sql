CREATE TABLE "brief_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text,
	"bytes" integer NOT NULL,
	"sha256" text,
	"begun_at" timestamp with time zone NOT NULL,
	"made_at" timestamp with time zone,
	"claimed_at" timestamp with time zone,
	"purchase_id" uuid
);
--> statement-breakpoint
CREATE INDEX "brief_file_account" ON "brief_file" USING btree ("account_id","begun_at");--> statement-breakpoint
CREATE INDEX "brief_file_unclaimed" ON "brief_file" USING btree ("begun_at") WHERE "brief_file"."claimed_at" is null;