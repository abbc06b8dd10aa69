ALTER TABLE "open_link" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "open_link" ADD COLUMN "may_comment" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "open_link" ADD COLUMN "may_approve" boolean DEFAULT false NOT NULL;