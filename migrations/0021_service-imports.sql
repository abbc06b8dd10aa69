CREATE TABLE "service_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created" integer NOT NULL,
	"skipped" integer NOT NULL,
	"refused" integer NOT NULL,
	"undone_at" timestamp with time zone,
	"removed" integer,
	"updated" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_import_file" (
	"import_id" uuid NOT NULL,
	"file" text NOT NULL,
	"key" text NOT NULL,
	"number" integer NOT NULL,
	"is_created" boolean NOT NULL,
	"is_new" boolean NOT NULL,
	CONSTRAINT "service_import_file_import_id_file_pk" PRIMARY KEY("import_id","file")
);
--> statement-breakpoint
ALTER TABLE "service_import_file" ADD CONSTRAINT "service_import_file_import_id_service_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."service_import"("id") ON DELETE no action ON UPDATE no action;