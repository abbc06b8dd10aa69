CREATE TABLE "quote" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial" integer GENERATED ALWAYS AS IDENTITY (sequence name "quote_serial_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"version" smallint NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"operator_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"acceptance" jsonb,
	"reason" text,
	"purchase_id" uuid,
	"reminded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "quote_version" (
	"quote_id" uuid NOT NULL,
	"version" smallint NOT NULL,
	"account_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"hash" text NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"operator_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "quote_version_quote_id_version_pk" PRIMARY KEY("quote_id","version")
);
--> statement-breakpoint
ALTER TABLE "quote_version" ADD CONSTRAINT "quote_version_quote_id_quote_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quote"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "quote_serial" ON "quote" USING btree ("serial");--> statement-breakpoint
CREATE INDEX "quote_account" ON "quote" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "quote_open" ON "quote" USING btree ("state","valid_until");--> statement-breakpoint
CREATE INDEX "quote_decided" ON "quote" USING btree ("decided_at");--> statement-breakpoint
CREATE UNIQUE INDEX "quote_purchase" ON "quote" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "quote_version_account" ON "quote_version" USING btree ("account_id");
--> statement-breakpoint
create function quote_version_is_frozen() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a quote is never changed: send another one';
end $$;
--> statement-breakpoint
create trigger quote_version_is_frozen before update on quote_version for each statement execute function quote_version_is_frozen();
