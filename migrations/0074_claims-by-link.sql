ALTER TABLE "settlement" ALTER COLUMN "operator_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement" ADD COLUMN "returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement" ADD CONSTRAINT "settlement_returned" CHECK ("settlement"."returned" between 0 and "settlement"."amount") NOT VALID;--> statement-breakpoint
-- A payment for a claim has the purchase as its subject, which is paid by invoice; the audit compares them.
ALTER TABLE "payment" DROP CONSTRAINT "payment_subject";--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_subject" CHECK (num_nonnulls("subject_purchase_id", "subject_deposit_id") = case "purpose" when 'claim' then 0 else 1 end) NOT VALID;
