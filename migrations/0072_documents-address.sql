ALTER TABLE "invoice_details" ADD COLUMN "documents_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_details" ADD COLUMN "documents_only" boolean DEFAULT false NOT NULL;