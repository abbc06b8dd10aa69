ALTER TABLE "catalogue_service" ADD COLUMN "delivers" text DEFAULT 'article' NOT NULL;
--> statement-breakpoint
ALTER TABLE "catalogue_service" ADD CONSTRAINT "catalogue_service_delivers" CHECK ("catalogue_service"."delivers" in ('article', 'posts', 'phrases', 'hashtags')) NOT VALID;
