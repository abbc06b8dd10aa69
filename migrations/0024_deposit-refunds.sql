CREATE TABLE "deposit_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deposit_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"operator_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"amount" integer NOT NULL,
	"credit" integer NOT NULL,
	"refund_id" uuid NOT NULL,
	"failed_at" timestamp with time zone,
	CONSTRAINT "deposit_refund_amount" CHECK ("deposit_refund"."amount" > 0 and "deposit_refund"."credit" >= 0)
);
--> statement-breakpoint
CREATE INDEX "deposit_refund_deposit" ON "deposit_refund" USING btree ("deposit_id");--> statement-breakpoint
CREATE INDEX "deposit_refund_account" ON "deposit_refund" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_refund_refund" ON "deposit_refund" USING btree ("refund_id");