CREATE TABLE "connection" (
	"kind" text PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint

-- Every node reads a changed connection, as it reads a changed text.
create trigger notify_connection after insert or update or delete on connection for each statement execute function notify_owner_text();
