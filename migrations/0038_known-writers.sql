ALTER TABLE "support_message" ADD COLUMN "known_by" text;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "known_by" text;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "names_ticket" text;