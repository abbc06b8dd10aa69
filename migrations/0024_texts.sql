CREATE TABLE "owner_folder" (
	"name" text PRIMARY KEY NOT NULL,
	"seen_hash" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_text" (
	"folder" text NOT NULL,
	"file" text NOT NULL,
	"number" integer NOT NULL,
	"text" text,
	"origin" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_id" uuid,
	"why" text,
	"seen_hash" text NOT NULL,
	CONSTRAINT "owner_text_folder_file_number_pk" PRIMARY KEY("folder","file","number"),
	CONSTRAINT "owner_text_told" CHECK (("owner_text"."origin" = 'desk') = ("owner_text"."by_id" is not null and "owner_text"."why" is not null))
);
--> statement-breakpoint
ALTER TABLE "catalogue_state" DROP COLUMN "source_hash";