CREATE TABLE "support_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" bigint,
	"operator_id" uuid,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_key" (
	"hash" text PRIMARY KEY NOT NULL,
	"ticket_number" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_mail_in" (
	"hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "support_message" ADD COLUMN "operator_id" uuid;--> statement-breakpoint
ALTER TABLE "support_message" ADD COLUMN "operator_name" text;--> statement-breakpoint
ALTER TABLE "support_message" ADD COLUMN "from_email" text;--> statement-breakpoint
ALTER TABLE "support_message" ADD COLUMN "words" "tsvector" DEFAULT ''::tsvector NOT NULL;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "status" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "waits_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "first_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "first_answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "assigned_id" uuid;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "assigned_name" text;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "order_number" text;--> statement-breakpoint
ALTER TABLE "sandbox"."sandbox_mail" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "support_file" ADD CONSTRAINT "support_file_message_id_support_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."support_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_key" ADD CONSTRAINT "support_key_ticket_number_support_ticket_number_fk" FOREIGN KEY ("ticket_number") REFERENCES "public"."support_ticket"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_file_message" ON "support_file" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "support_file_waiting" ON "support_file" USING btree ("created_at") WHERE "support_file"."message_id" is null;--> statement-breakpoint
CREATE INDEX "support_key_ticket" ON "support_key" USING btree ("ticket_number");--> statement-breakpoint
CREATE INDEX "support_key_expires" ON "support_key" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "support_mail_in_created" ON "support_mail_in" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "support_message_words" ON "support_message" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "support_ticket_updated" ON "support_ticket" USING btree ("updated_at","number");--> statement-breakpoint
CREATE INDEX "support_ticket_live" ON "support_ticket" USING btree ("status","waits_since") WHERE "support_ticket"."status" <> 'closed';--> statement-breakpoint
CREATE INDEX "support_ticket_assigned" ON "support_ticket" USING btree ("assigned_id","updated_at") WHERE "support_ticket"."assigned_id" is not null;--> statement-breakpoint
CREATE INDEX "support_ticket_order" ON "support_ticket" USING btree ("order_number") WHERE "support_ticket"."order_number" is not null;--> statement-breakpoint
CREATE INDEX "support_ticket_address" ON "support_ticket" USING btree ("email_key" text_pattern_ops);