ALTER TABLE "support_key" ALTER COLUMN "ticket_number" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "piece_message" ADD COLUMN "from_email" text;--> statement-breakpoint
ALTER TABLE "piece_message" ADD COLUMN "files" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "support_key" ADD COLUMN "piece_id" uuid;