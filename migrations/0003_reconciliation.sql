CREATE TABLE "payment_mismatch" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" smallint NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_reconciliation" (
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"cursor" text,
	"completed_at" timestamp with time zone,
	CONSTRAINT "payment_reconciliation_provider_kind_pk" PRIMARY KEY("provider","kind")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_mismatch_once" ON "payment_mismatch" USING btree ("provider","kind","reference");--> statement-breakpoint
CREATE INDEX "payment_mismatch_open" ON "payment_mismatch" USING btree ("found_at") WHERE "payment_mismatch"."settled_at" is null;