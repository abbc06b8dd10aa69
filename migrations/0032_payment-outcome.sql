ALTER TABLE "payment" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "outcome_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_outcome" CHECK ("payment"."outcome" in ('declined', 'abandoned') and "payment"."outcome_at" is not null or "payment"."outcome" is null);