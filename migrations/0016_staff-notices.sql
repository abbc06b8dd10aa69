CREATE TABLE "chat_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_webhook" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"address" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"events" text[] NOT NULL,
	"quiet_from" text,
	"quiet_until" text,
	"time_zone" text,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"status" smallint,
	"error" text,
	CONSTRAINT "chat_webhook_name" CHECK (char_length("chat_webhook"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "staff_notice" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event" text NOT NULL,
	"key" text NOT NULL,
	"order_id" uuid,
	"piece_id" uuid,
	"ticket_number" text,
	"operator_id" uuid,
	"happened_at" timestamp with time zone NOT NULL,
	"addressed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_notice_cursor" (
	"id" smallint PRIMARY KEY NOT NULL,
	"searched_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_notice_recipient" (
	"notice_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"message_id" uuid,
	CONSTRAINT "staff_notice_recipient_notice_id_recipient_id_pk" PRIMARY KEY("notice_id","recipient_id")
);
--> statement-breakpoint
CREATE TABLE "staff_notice_setting" (
	"operator_id" uuid PRIMARY KEY NOT NULL,
	"choices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quiet_from" text,
	"quiet_until" text,
	"time_zone" text,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_webhook_id_chat_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."chat_webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notice_recipient" ADD CONSTRAINT "staff_notice_recipient_notice_id_staff_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."staff_notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_message_unsent" ON "chat_message" USING btree ("webhook_id") WHERE "chat_message"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_notice_key" ON "staff_notice" USING btree ("event","key");--> statement-breakpoint
CREATE INDEX "staff_notice_new" ON "staff_notice" USING btree ("happened_at") WHERE "staff_notice"."addressed_at" is null;--> statement-breakpoint
CREATE INDEX "staff_notice_happened" ON "staff_notice" USING btree ("happened_at");--> statement-breakpoint
CREATE INDEX "staff_notice_recipient_waiting" ON "staff_notice_recipient" USING btree ("recipient_id") WHERE "staff_notice_recipient"."message_id" is null;--> statement-breakpoint
CREATE INDEX "staff_notice_recipient_message" ON "staff_notice_recipient" USING btree ("message_id") WHERE "staff_notice_recipient"."message_id" is not null;