CREATE TABLE "delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"piece_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"service_type" smallint NOT NULL,
	"version" smallint NOT NULL,
	"text" text NOT NULL,
	"report" jsonb,
	"passport" jsonb NOT NULL,
	"delivered_at" timestamp with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" text,
	"reminded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "delivery_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"piece_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"delivery_id" uuid,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text,
	"begun_at" timestamp with time zone NOT NULL,
	"made_at" timestamp with time zone,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_revision" (
	"id" uuid PRIMARY KEY NOT NULL,
	"piece_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"note" text NOT NULL,
	"marks" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "piece_draft" (
	"piece_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"help" jsonb NOT NULL,
	"report" jsonb,
	"report_version" integer
);
--> statement-breakpoint
CREATE TABLE "piece_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"piece_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"by_id" text,
	"by_name" text,
	"text" text NOT NULL,
	"waits" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "piece_note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"piece_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "may_begin_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "maker_id" text;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "maker_name" text;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "waits_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "left_seconds" integer;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "trouble" text;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "version" smallint;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "accept_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "delivery_revision" ADD CONSTRAINT "delivery_revision_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_version" ON "delivery" USING btree ("piece_id","version");--> statement-breakpoint
CREATE INDEX "delivery_order" ON "delivery" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "delivery_account" ON "delivery" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "delivery_at" ON "delivery" USING btree ("delivered_at");--> statement-breakpoint
CREATE INDEX "delivery_service" ON "delivery" USING btree ("service_type","delivered_at");--> statement-breakpoint
CREATE INDEX "delivery_file_piece" ON "delivery_file" USING btree ("piece_id");--> statement-breakpoint
CREATE INDEX "delivery_file_account" ON "delivery_file" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "delivery_file_coming" ON "delivery_file" USING btree ("begun_at") WHERE "delivery_file"."made_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_revision_delivery" ON "delivery_revision" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "delivery_revision_piece" ON "delivery_revision" USING btree ("piece_id");--> statement-breakpoint
CREATE INDEX "delivery_revision_account" ON "delivery_revision" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "piece_message_piece" ON "piece_message" USING btree ("piece_id","id");--> statement-breakpoint
CREATE INDEX "piece_message_account" ON "piece_message" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "piece_note_piece" ON "piece_note" USING btree ("piece_id","id");--> statement-breakpoint
CREATE INDEX "piece_note_account" ON "piece_note" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "order_piece_open" ON "order_piece" USING btree ("due_at") WHERE "order_piece"."may_begin_at" is not null and "order_piece"."state" in ('ready', 'inWork', 'revisionAsked');--> statement-breakpoint
CREATE INDEX "order_piece_changed" ON "order_piece" USING btree ("changed_at") WHERE "order_piece"."may_begin_at" is not null;--> statement-breakpoint
CREATE INDEX "order_piece_accept" ON "order_piece" USING btree ("accept_at") WHERE "order_piece"."accept_at" is not null;