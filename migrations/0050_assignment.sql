CREATE TABLE "customer_maker" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_work" (
	"operator_id" uuid PRIMARY KEY NOT NULL,
	"is_assigned" boolean NOT NULL,
	"services" jsonb,
	"languages" jsonb,
	"per_day" smallint,
	"days_off" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "released_at" timestamp with time zone;