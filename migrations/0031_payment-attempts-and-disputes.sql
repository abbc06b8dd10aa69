ALTER TABLE "payment" ADD COLUMN "silent_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_dispute" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "payment_dispute" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_dispute" ADD COLUMN "returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."bank_charge" ADD COLUMN "dispute" text;--> statement-breakpoint
ALTER TABLE "sandbox"."bank_charge" ADD COLUMN "dispute_state" text;