CREATE TABLE "desk_day_maker" (
	"day" date NOT NULL,
	"maker" text NOT NULL,
	"name" text NOT NULL,
	"taken" integer NOT NULL,
	"delivered" integer NOT NULL,
	"revised" integer NOT NULL,
	"timed" integer NOT NULL,
	"on_time" integer NOT NULL,
	"worked" integer NOT NULL,
	"work_seconds" bigint NOT NULL,
	CONSTRAINT "desk_day_maker_day_maker_pk" PRIMARY KEY("day","maker")
);
--> statement-breakpoint
CREATE TABLE "payment_webhook" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"answer" text NOT NULL,
	"key" text NOT NULL,
	"kind" text,
	"payment_id" uuid,
	"first_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
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
ALTER TABLE "delivery" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_webhook_once" ON "payment_webhook" USING btree ("provider","answer","key");--> statement-breakpoint
CREATE INDEX "payment_webhook_payment" ON "payment_webhook" USING btree ("payment_id","id") WHERE "payment_webhook"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_webhook_refused" ON "payment_webhook" USING btree ("id") WHERE "payment_webhook"."answer" in ('signature', 'old', 'unreadable', 'unknown');--> statement-breakpoint
CREATE INDEX "deposit_refund_deposit" ON "deposit_refund" USING btree ("deposit_id");--> statement-breakpoint
CREATE INDEX "deposit_refund_account" ON "deposit_refund" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_refund_refund" ON "deposit_refund" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "desk_audit_taken" ON "desk_audit" USING btree ("at") WHERE "desk_audit"."act" in ('piece.take', 'piece.assign');--> statement-breakpoint
CREATE INDEX "support_ticket_first" ON "support_ticket" USING btree ("created_at") WHERE "support_ticket"."status" = 'open' and "support_ticket"."first_answered_at" is null;