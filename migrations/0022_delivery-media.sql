ALTER TABLE "delivery_file" ADD COLUMN "entries" jsonb;--> statement-breakpoint
ALTER TABLE "delivery_revision" ADD COLUMN "pins" jsonb DEFAULT '[]'::jsonb NOT NULL;