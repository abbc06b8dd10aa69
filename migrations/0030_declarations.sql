CREATE TABLE "support_declaration" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content" jsonb,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "support_declaration_created" ON "support_declaration" USING btree ("created_at");