CREATE TABLE "desk_day" (
	"day" date PRIMARY KEY NOT NULL,
	"zone" text NOT NULL,
	"placed" integer NOT NULL,
	"paid" integer NOT NULL,
	"tickets" integer NOT NULL,
	"answered" integer NOT NULL,
	"answer_seconds" bigint NOT NULL,
	"answered_soon" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_day_coupon" (
	"day" date NOT NULL,
	"coupon_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"uses" integer NOT NULL,
	"given" bigint NOT NULL,
	CONSTRAINT "desk_day_coupon_day_coupon_id_currency_pk" PRIMARY KEY("day","coupon_id","currency")
);
--> statement-breakpoint
CREATE TABLE "desk_day_sale" (
	"day" date NOT NULL,
	"service" smallint NOT NULL,
	"currency" smallint NOT NULL,
	"orders" integer NOT NULL,
	"gross" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"to_source" bigint NOT NULL,
	"to_balance" bigint NOT NULL,
	"to_credit" bigint NOT NULL,
	CONSTRAINT "desk_day_sale_day_service_currency_pk" PRIMARY KEY("day","service","currency")
);
--> statement-breakpoint
CREATE TABLE "desk_day_work" (
	"day" date NOT NULL,
	"service" smallint NOT NULL,
	"delivered" integer NOT NULL,
	"on_time" integer NOT NULL,
	CONSTRAINT "desk_day_work_day_service_pk" PRIMARY KEY("day","service")
);
--> statement-breakpoint
CREATE TABLE "desk_visit" (
	"day" date NOT NULL,
	"step" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "desk_visit_day_step_pk" PRIMARY KEY("day","step")
);
--> statement-breakpoint
CREATE INDEX "purchase_paid" ON "purchase" USING btree ("paid_at") WHERE "purchase"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "shop_order_delivered" ON "shop_order" USING btree ("delivered_at") WHERE "shop_order"."delivered_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_refund_failed" ON "payment_refund" USING btree ("done_at") WHERE "payment_refund"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "support_message_answer" ON "support_message" USING btree ("created_at") WHERE "support_message"."author" = 'desk';--> statement-breakpoint
CREATE INDEX "deposit_coupon" ON "deposit" USING btree ("settled_at") WHERE "deposit"."coupon_id" is not null;--> statement-breakpoint
CREATE INDEX "ledger_transfer_back" ON "ledger_transfer" USING btree ("at") WHERE "ledger_transfer"."from_account" = 'sales';