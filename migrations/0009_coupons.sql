CREATE TABLE "coupon" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"code_key" text NOT NULL,
	"kind" text NOT NULL,
	"percent" smallint,
	"applies_to" text NOT NULL,
	"services" jsonb,
	"starts_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"total_limit" integer,
	"customer_limit" integer,
	"first_purchase_only" boolean DEFAULT false NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_amount" (
	"coupon_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"amount" integer,
	"minimum" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "coupon_amount_coupon_id_currency_pk" PRIMARY KEY("coupon_id","currency")
);
--> statement-breakpoint
CREATE TABLE "coupon_use" (
	"purchase_id" uuid PRIMARY KEY NOT NULL,
	"coupon_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"freed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "coupon_amount" ADD CONSTRAINT "coupon_amount_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_use" ADD CONSTRAINT "coupon_use_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_code" ON "coupon" USING btree ("code_key");--> statement-breakpoint
CREATE INDEX "coupon_use_account" ON "coupon_use" USING btree ("coupon_id","account_id");