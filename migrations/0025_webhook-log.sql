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
CREATE UNIQUE INDEX "payment_webhook_once" ON "payment_webhook" USING btree ("provider","answer","key");--> statement-breakpoint
CREATE INDEX "payment_webhook_payment" ON "payment_webhook" USING btree ("payment_id","id") WHERE "payment_webhook"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_webhook_refused" ON "payment_webhook" USING btree ("id") WHERE "payment_webhook"."answer" in ('signature', 'old', 'unreadable', 'unknown');