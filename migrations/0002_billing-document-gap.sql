CREATE TABLE "billing_document_gap" (
	"kind" text NOT NULL,
	"year" smallint NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"reason" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_document_gap_kind_year_first_pk" PRIMARY KEY("kind","year","first"),
	CONSTRAINT "billing_document_gap_numbers" CHECK ("billing_document_gap"."first" between 1 and "billing_document_gap"."last")
);--> statement-breakpoint
create trigger billing_document_gap_is_append_only before update or delete or truncate on billing_document_gap for each statement execute function billing_document_is_append_only();
