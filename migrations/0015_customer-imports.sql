CREATE TABLE "customer_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created" integer NOT NULL,
	"skipped" integer NOT NULL,
	"refused" integer NOT NULL,
	"undone_at" timestamp with time zone,
	"removed" integer
);
--> statement-breakpoint
CREATE TABLE "customer_import_account" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer_note" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "customer_import_account" ADD CONSTRAINT "customer_import_account_import_id_customer_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."customer_import"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_import_account_import" ON "customer_import_account" USING btree ("import_id");