CREATE TABLE "billing_document_logo" (
	"id" text PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"width" real NOT NULL,
	"height" real NOT NULL
);
--> statement-breakpoint
create trigger billing_document_logo_is_append_only before update or delete or truncate on billing_document_logo for each statement execute function billing_document_is_append_only();
