CREATE TABLE "order_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"operator_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ends" boolean NOT NULL,
	"kept" integer NOT NULL,
	"to_source" integer NOT NULL,
	"to_cash" integer NOT NULL,
	"to_promo" integer NOT NULL,
	"refund_id" uuid
);
--> statement-breakpoint
CREATE TABLE "wallet_gift" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"amount" integer NOT NULL,
	"operator_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "wallet_gift_amount" CHECK ("wallet_gift"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "order_refund" ADD CONSTRAINT "order_refund_order_id_shop_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_refund_order" ON "order_refund" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_refund_account" ON "order_refund" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_refund_end" ON "order_refund" USING btree ("order_id") WHERE "order_refund"."ends";--> statement-breakpoint
CREATE INDEX "wallet_gift_account" ON "wallet_gift" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_email_begins" ON "account" USING btree ("email_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "account_name_begins" ON "account" USING btree (lower("first_name" || ' ' || "last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "account_last_name_begins" ON "account" USING btree (lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "mail_outbox_reference" ON "mail_outbox" USING btree ("reference") WHERE "mail_outbox"."reference" is not null;--> statement-breakpoint
CREATE INDEX "shop_order_status" ON "shop_order" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "shop_order_service" ON "shop_order" USING btree ("service_type","id");