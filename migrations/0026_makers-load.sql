CREATE TABLE "desk_day_maker" (
	"day" date NOT NULL,
	"maker" text NOT NULL,
	"name" text NOT NULL,
	"taken" integer NOT NULL,
	"delivered" integer NOT NULL,
	"revised" integer NOT NULL,
	"timed" integer NOT NULL,
	"on_time" integer NOT NULL,
	"worked" integer NOT NULL,
	"work_seconds" bigint NOT NULL,
	CONSTRAINT "desk_day_maker_day_maker_pk" PRIMARY KEY("day","maker")
);
--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "desk_audit_taken" ON "desk_audit" USING btree ("at") WHERE "desk_audit"."act" in ('piece.take', 'piece.assign');