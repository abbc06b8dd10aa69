CREATE TABLE "content" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"value" json,
	"source" text NOT NULL,
	"author_id" uuid,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_kind_name_version_pk" PRIMARY KEY("kind","name","version"),
	CONSTRAINT "content_author" CHECK (("content"."source" = 'desk') = ("content"."author_id" is not null) and ("content"."source" = 'files' or "content"."reason" is not null))
);
--> statement-breakpoint

create trigger content_is_append_only before update or delete or truncate on content for each statement execute function owner_text_is_append_only();
--> statement-breakpoint
create trigger notify_content after insert on content for each statement execute function notify_owner_text();
