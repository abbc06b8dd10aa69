CREATE TABLE "payment_means" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"customer" text NOT NULL,
	"reference" text NOT NULL,
	"kind" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"expires" text,
	"saved_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox"."bank_means" (
	"reference" text PRIMARY KEY NOT NULL,
	"customer" text NOT NULL,
	"payment_id" text NOT NULL,
	"outcome" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_means_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "save_means" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "means_id" uuid;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "means_error" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "means_id" uuid;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "agreed_price" integer;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "failures" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "failures_told" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "failed_by" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "retry_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sandbox"."bank_payment" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "sandbox"."bank_means" ADD CONSTRAINT "bank_means_payment_id_bank_payment_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox"."bank_payment"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_means_reference" ON "payment_means" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "payment_means_account" ON "payment_means" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "subscription_retry" ON "subscription" USING btree ("retry_at") WHERE "subscription"."retry_at" is not null;