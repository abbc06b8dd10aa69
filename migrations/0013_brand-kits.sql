CREATE TABLE "account_brand_kit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"brand_name" text NOT NULL,
	"brand_key" text NOT NULL,
	"language" text NOT NULL,
	"tone" text NOT NULL,
	"audience" text NOT NULL,
	"reference_urls" text[] NOT NULL,
	"must_include" text[] NOT NULL,
	"must_avoid" text[] NOT NULL,
	"notes" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_brand_kit" ADD CONSTRAINT "account_brand_kit_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_brand_kit_brand" ON "account_brand_kit" USING btree ("account_id","brand_key");