ALTER TABLE "piece_note" ADD COLUMN "mentions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_notice" ADD COLUMN "seen_at" timestamp with time zone;