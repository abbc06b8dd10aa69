DROP INDEX "shop_order_subscription";--> statement-breakpoint
DROP INDEX "subscription_due";--> statement-breakpoint
ALTER TABLE "shop_order" ADD COLUMN "period" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_order_month" ON "shop_order" USING btree ("subscription_id","period") WHERE "shop_order"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "subscription_due" ON "subscription" USING btree ("renews_at") WHERE "subscription"."state" in ('active', 'ending');