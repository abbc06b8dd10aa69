CREATE TABLE "automation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"event" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"actions" jsonb NOT NULL,
	"author_id" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"on_since" timestamp with time zone,
	CONSTRAINT "automation_on" CHECK ("automation"."on_since" is null or "automation"."tried_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "automation_cursor" (
	"id" smallint PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "automation_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"automation_id" uuid NOT NULL,
	"event_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"ran_at" timestamp with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "event_cause" (
	"type" text NOT NULL,
	"key" text NOT NULL,
	"run_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_cause_type_key_pk" PRIMARY KEY("type","key")
);
--> statement-breakpoint
CREATE TABLE "event_cursor" (
	"id" smallint PRIMARY KEY NOT NULL,
	"searched_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"key" text NOT NULL,
	"subject_id" text NOT NULL,
	"account_id" uuid,
	"order_id" uuid,
	"piece_id" uuid,
	"ticket_number" text,
	"happened_at" timestamp with time zone NOT NULL,
	"fields" jsonb NOT NULL,
	"run_id" uuid
);
--> statement-breakpoint
ALTER TABLE "staff_notice" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "automation_run" ADD CONSTRAINT "automation_run_automation_id_automation_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_run_event" ON "automation_run" USING btree ("event_id","automation_id");--> statement-breakpoint
CREATE INDEX "automation_run_newest" ON "automation_run" USING btree ("automation_id","id");--> statement-breakpoint
CREATE INDEX "automation_run_waiting" ON "automation_run" USING btree ("id") WHERE "automation_run"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "automation_run_ran" ON "automation_run" USING btree ("ran_at") WHERE "automation_run"."ran_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "event_key" ON "event" USING btree ("type","key");--> statement-breakpoint
CREATE INDEX "event_newest" ON "event" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "event_happened" ON "event" USING brin ("happened_at");
