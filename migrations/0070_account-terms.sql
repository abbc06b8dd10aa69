CREATE TABLE "account_terms" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"discount" integer DEFAULT 0 NOT NULL,
	"blocked_at" timestamp with time zone,
	"block_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "account_terms_discount" CHECK ("account_terms"."discount" between 0 and 10000)
);
