ALTER TABLE "invoice_details" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_details" ADD COLUMN "buys_as" text;--> statement-breakpoint
ALTER TABLE "invoice_details" ADD COLUMN "vat_state" text;--> statement-breakpoint
ALTER TABLE "invoice_details" ADD COLUMN "vat_checked_at" timestamp with time zone;