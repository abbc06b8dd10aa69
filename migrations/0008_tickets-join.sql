ALTER TABLE "support_ticket" ADD COLUMN "email_key" text;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "account_id" uuid;--> statement-breakpoint
-- What was written before: its key as src/lib/people/email.ts makes it, and its owner where the address is confirmed already.
UPDATE "support_ticket" SET "email_key" = lower(normalize(trim("email"), NFKC));--> statement-breakpoint
ALTER TABLE "support_ticket" ALTER COLUMN "email_key" SET NOT NULL;--> statement-breakpoint
UPDATE "support_ticket" SET "account_id" = "account"."id" FROM "account" WHERE "account"."email_key" = "support_ticket"."email_key" AND "account"."email_verified_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "support_ticket_account" ON "support_ticket" USING btree ("account_id","created_at") WHERE "support_ticket"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "support_ticket_unowned" ON "support_ticket" USING btree ("email_key") WHERE "support_ticket"."account_id" is null;
