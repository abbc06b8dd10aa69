CREATE TABLE "withdrawal" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"start_now" boolean NOT NULL,
	"pieces" smallint NOT NULL,
	"delivered" smallint NOT NULL,
	"charged" integer NOT NULL,
	"to_source" integer NOT NULL,
	"to_cash" integer NOT NULL,
	"to_promo" integer NOT NULL,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "payment_refund" ADD COLUMN "about_id" uuid;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_order_id_shop_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawal_account" ON "withdrawal" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "payment_refund_about" ON "payment_refund" USING btree ("about_id");