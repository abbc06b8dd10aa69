CREATE TABLE "order_piece" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"offer_id" text NOT NULL,
	"service_type" smallint NOT NULL,
	"quantity" integer NOT NULL,
	"brief" jsonb,
	"state" text NOT NULL,
	"due_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "purchase" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"subtotal" integer NOT NULL,
	"discount" integer NOT NULL,
	"price" integer NOT NULL,
	"coupon_id" uuid,
	"billing" jsonb NOT NULL,
	"consents" jsonb NOT NULL,
	"locale" text NOT NULL,
	"state" text NOT NULL,
	"paid_from" text,
	"promo" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "shop_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"purchase_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"offer_id" text NOT NULL,
	"service_type" smallint NOT NULL,
	"quantity" integer NOT NULL,
	"platform" smallint,
	"currency" smallint NOT NULL,
	"total" integer NOT NULL,
	"discount" integer NOT NULL,
	"price" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"answers_short" jsonb NOT NULL,
	"status" smallint NOT NULL,
	"subscription_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"offer_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"platform" smallint,
	"currency" smallint NOT NULL,
	"price" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"state" text NOT NULL,
	"anchor_day" smallint NOT NULL,
	"renews_at" timestamp with time zone,
	"reminded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"currency" smallint NOT NULL,
	"what" text NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"link" text,
	"link_expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"ask_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_browser" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"said" jsonb NOT NULL,
	"kept_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_charge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"currency" smallint NOT NULL,
	"charged_at" timestamp with time zone NOT NULL,
	"kept_at" timestamp with time zone NOT NULL,
	"used" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_key" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"answer" jsonb NOT NULL,
	"kept_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_key_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "payment_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"reference" text,
	"asked_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "deposit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"price" integer NOT NULL,
	"amount" integer NOT NULL,
	"coupon_id" uuid,
	"billing" jsonb NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger_transfer" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transfer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"from_account" text NOT NULL,
	"to_account" text NOT NULL,
	"currency" smallint NOT NULL,
	"amount" integer NOT NULL,
	"account_id" uuid,
	"balance_after" bigint,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_transfer_amount" CHECK ("ledger_transfer"."amount" > 0 and "ledger_transfer"."from_account" <> "ledger_transfer"."to_account")
);
--> statement-breakpoint
CREATE TABLE "wallet" (
	"account_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"cash" bigint DEFAULT 0 NOT NULL,
	"promo" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "wallet_account_id_currency_pk" PRIMARY KEY("account_id","currency"),
	CONSTRAINT "wallet_not_below_zero" CHECK ("wallet"."cash" >= 0 and "wallet"."promo" >= 0)
);
--> statement-breakpoint
ALTER TABLE "order_piece" ADD CONSTRAINT "order_piece_order_id_shop_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_order" ADD CONSTRAINT "shop_order_purchase_id_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_browser" ADD CONSTRAINT "payment_browser_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_charge" ADD CONSTRAINT "payment_charge_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_charge_id_payment_charge_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."payment_charge"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_piece_order" ON "order_piece" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_piece_due" ON "order_piece" USING btree ("due_at") WHERE "order_piece"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "purchase_account" ON "purchase" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "purchase_open" ON "purchase" USING btree ("created_at") WHERE "purchase"."state" = 'open';--> statement-breakpoint
CREATE INDEX "purchase_untold" ON "purchase" USING btree ("paid_at") WHERE "purchase"."state" = 'paid' and "purchase"."told_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_order_number" ON "shop_order" USING btree ("number");--> statement-breakpoint
CREATE INDEX "shop_order_account" ON "shop_order" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "shop_order_purchase" ON "shop_order" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "shop_order_subscription" ON "shop_order" USING btree ("subscription_id") WHERE "shop_order"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "subscription_account" ON "subscription" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "subscription_due" ON "subscription" USING btree ("renews_at") WHERE "subscription"."state" = 'active';--> statement-breakpoint
CREATE INDEX "payment_subject" ON "payment" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "payment_ask" ON "payment" USING btree ("ask_at") WHERE "payment"."ask_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_open" ON "payment" USING btree ("subject_id") WHERE "payment"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payment_browser_kept" ON "payment_browser" USING btree ("kept_at");--> statement-breakpoint
CREATE INDEX "payment_browser_account" ON "payment_browser" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_charge_reference" ON "payment_charge" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "payment_charge_payment" ON "payment_charge" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_key_kept" ON "payment_key" USING btree ("kept_at");--> statement-breakpoint
CREATE INDEX "payment_refund_charge" ON "payment_refund" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "payment_refund_asked" ON "payment_refund" USING btree ("asked_at") WHERE "payment_refund"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "deposit_account" ON "deposit" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "deposit_open" ON "deposit" USING btree ("created_at") WHERE "deposit"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transfer_once" ON "ledger_transfer" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE INDEX "ledger_transfer_wallet" ON "ledger_transfer" USING btree ("account_id","currency","id") WHERE "ledger_transfer"."account_id" is not null;