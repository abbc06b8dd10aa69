ALTER TABLE "brief_file" ADD COLUMN "size" bigint;--> statement-breakpoint
ALTER TABLE "delivery_file" ADD COLUMN "size" bigint;