CREATE TABLE "plan_request" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"credits" integer NOT NULL,
	"begun_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "plan_credit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"month_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"credits" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "plan_credit_not_zero" CHECK ("plan_credit"."credits" <> 0)
);
--> statement-breakpoint
ALTER TABLE "catalogue_offer" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "plan_subscription_id" uuid;--> statement-breakpoint
ALTER TABLE "shop_order" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "plan_request_subscription" ON "plan_request" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "plan_request_account" ON "plan_request" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "plan_credit_subscription" ON "plan_credit" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "plan_credit_order" ON "plan_credit" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "plan_credit_month" ON "plan_credit" USING btree ("month_id");--> statement-breakpoint
CREATE INDEX "plan_credit_account" ON "plan_credit" USING btree ("account_id");--> statement-breakpoint
-- What requests spend of their plans is append-only, as the ledger is.
CREATE FUNCTION plan_credit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'plan_credit is append-only: no row is changed or removed';
end $$;
--> statement-breakpoint
CREATE TRIGGER plan_credit_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "plan_credit" FOR EACH STATEMENT EXECUTE FUNCTION plan_credit_is_append_only();
