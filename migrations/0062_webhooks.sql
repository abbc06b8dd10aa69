CREATE TABLE "webhook_attempt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"milliseconds" integer NOT NULL,
	"status" smallint,
	"error" text,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "webhook_cursor" (
	"id" smallint PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"snapshot" boolean NOT NULL,
	"signing_keys" "bytea" NOT NULL,
	"public_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"failing_since" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"disabled_because" text
);
--> statement-breakpoint
CREATE TABLE "webhook_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" bigint NOT NULL,
	"type" text NOT NULL,
	"body" text,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"next_at" timestamp with time zone,
	"arrived_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_message_id_webhook_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."webhook_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_message" ADD CONSTRAINT "webhook_message_endpoint_id_webhook_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempt_message" ON "webhook_attempt" USING btree ("message_id","at");--> statement-breakpoint
CREATE INDEX "webhook_endpoint_account" ON "webhook_endpoint" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_message_event" ON "webhook_message" USING btree ("endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_message_due" ON "webhook_message" USING btree ("endpoint_id","next_at") WHERE "webhook_message"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_message_created" ON "webhook_message" USING brin ("created_at");