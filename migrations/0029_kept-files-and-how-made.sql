ALTER TABLE "delivery" ADD COLUMN "how_made" jsonb;--> statement-breakpoint
ALTER TABLE "delivery_file" ADD COLUMN "content_id" uuid;