CREATE TABLE "catalogue_offer" (
	"id" text PRIMARY KEY NOT NULL,
	"service_type" smallint NOT NULL,
	"position" smallint NOT NULL,
	"unit" jsonb NOT NULL,
	"note" jsonb NOT NULL,
	"min_quantity" integer NOT NULL,
	"max_quantity" integer NOT NULL,
	"pieces" jsonb NOT NULL,
	"retired" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_platform" (
	"platform" smallint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" smallint NOT NULL,
	"surcharge_percent" smallint NOT NULL,
	"hosts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_price" (
	"offer_id" text NOT NULL,
	"currency" smallint NOT NULL,
	"unit_price" integer NOT NULL,
	CONSTRAINT "catalogue_price_offer_id_currency_pk" PRIMARY KEY("offer_id","currency")
);
--> statement-breakpoint
CREATE TABLE "catalogue_service" (
	"type" smallint PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"made_by" text NOT NULL,
	"turnaround" text NOT NULL,
	"interval" text,
	"revisions" smallint NOT NULL,
	"platforms" jsonb NOT NULL,
	"words" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	CONSTRAINT "catalogue_service_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "catalogue_state" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"source_hash" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalogue_offer" ADD CONSTRAINT "catalogue_offer_service_type_catalogue_service_type_fk" FOREIGN KEY ("service_type") REFERENCES "public"."catalogue_service"("type") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_price" ADD CONSTRAINT "catalogue_price_offer_id_catalogue_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."catalogue_offer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_offer_service_type_index" ON "catalogue_offer" USING btree ("service_type");