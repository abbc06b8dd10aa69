CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"name" text NOT NULL,
	"hint" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"networks" text[] NOT NULL,
	"version" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" uuid,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_key_name" CHECK (char_length("api_key"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_secret" ON "api_key" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "api_key_account" ON "api_key" USING btree ("account_id","id");