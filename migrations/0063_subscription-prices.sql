CREATE TABLE "subscription_price" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"before" integer NOT NULL,
	"after" integer NOT NULL,
	"ends_unanswered" boolean NOT NULL,
	"operator_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"agreed_at" timestamp with time zone,
	"applied_at" timestamp with time zone,
	CONSTRAINT "subscription_price_rise" CHECK ("subscription_price"."after" > "subscription_price"."before")
);
--> statement-breakpoint
ALTER TABLE "subscription_price" ADD CONSTRAINT "subscription_price_subscription_id_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_price_open" ON "subscription_price" USING btree ("subscription_id") WHERE "subscription_price"."applied_at" is null;--> statement-breakpoint
CREATE INDEX "subscription_price_subscription" ON "subscription_price" USING btree ("subscription_id");