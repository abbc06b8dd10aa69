ALTER TABLE "catalogue_offer" ADD COLUMN "revisions" smallint;--> statement-breakpoint
ALTER TABLE "catalogue_offer" ADD COLUMN "omits" jsonb DEFAULT '[]'::jsonb NOT NULL;