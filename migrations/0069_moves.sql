CREATE TABLE "brought_balance" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"cash" integer NOT NULL,
	"credit" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "brought_balance_amounts" CHECK ("brought_balance"."cash" >= 0 and "brought_balance"."credit" >= 0)
);
--> statement-breakpoint
CREATE TABLE "move_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operator_id" uuid,
	"system" text NOT NULL,
	"state" text NOT NULL,
	"digest" text,
	"columns" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"report" jsonb,
	"written" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "moved_client" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"is_new" boolean NOT NULL,
	"stripe_customer_id" text NOT NULL,
	"invited_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "moved_subscription" (
	"subscription_id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"account_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moved_ticket" (
	"number" text PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"account_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "past_invoice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"number" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"net" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"total" bigint NOT NULL,
	"currency" smallint NOT NULL,
	"paid" text NOT NULL,
	"open" bigint NOT NULL,
	"due_at" timestamp with time zone,
	"file" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "past_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"number" text NOT NULL,
	"title" text NOT NULL,
	"service" text NOT NULL,
	"status" text NOT NULL,
	"price" bigint NOT NULL,
	"currency" smallint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "brought_balance_once" ON "brought_balance" USING btree ("account_id","currency") WHERE "brought_balance"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "brought_balance_run" ON "brought_balance" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "brought_balance_at" ON "brought_balance" USING btree ("at");--> statement-breakpoint
CREATE INDEX "brought_balance_undone" ON "brought_balance" USING btree ("undone_at") WHERE "brought_balance"."undone_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "move_run_digest" ON "move_run" USING btree ("digest") WHERE "move_run"."state" = 'done';--> statement-breakpoint
CREATE INDEX "moved_client_run" ON "moved_client" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "moved_subscription_run" ON "moved_subscription" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "moved_subscription_account" ON "moved_subscription" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "moved_ticket_run" ON "moved_ticket" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "moved_ticket_account" ON "moved_ticket" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "past_invoice_number" ON "past_invoice" USING btree ("number");--> statement-breakpoint
CREATE INDEX "past_invoice_typed" ON "past_invoice" USING btree (lower("number"));--> statement-breakpoint
CREATE INDEX "past_invoice_account" ON "past_invoice" USING btree ("account_id","issued_at");--> statement-breakpoint
CREATE INDEX "past_invoice_run" ON "past_invoice" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "past_order_number" ON "past_order" USING btree ("number");--> statement-breakpoint
CREATE INDEX "past_order_typed" ON "past_order" USING btree (lower("number"));--> statement-breakpoint
CREATE INDEX "past_order_account" ON "past_order" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "past_order_run" ON "past_order" USING btree ("run_id");