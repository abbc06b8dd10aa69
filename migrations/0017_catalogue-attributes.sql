ALTER TABLE "catalogue_number" DROP CONSTRAINT "catalogue_number_own";--> statement-breakpoint
ALTER TABLE "catalogue_offer" ADD COLUMN "count" integer;--> statement-breakpoint
ALTER TABLE "catalogue_offer" ADD COLUMN "is_instant" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_platform" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "catalogue_platform" ADD COLUMN "layout" text;--> statement-breakpoint
ALTER TABLE "catalogue_platform" ADD COLUMN "posts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_service" ADD COLUMN "icon" text;--> statement-breakpoint
ALTER TABLE "catalogue_service" ADD COLUMN "production" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "is_instant" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now these numbers were in the code. Shops that are created later have them in their files.
INSERT INTO "catalogue_number" ("key", "number") SELECT named."key", named."number" FROM (VALUES ('socialBoosts', 0), ('brandStories', 1), ('quickReads', 2), ('catchyPhrases', 3), ('contentChecker', 4), ('hashtagMagic', 5), ('growthAcceleratorBundle', 6), ('brandExpansionSuite', 7), ('authorityBuilderPro', 8), ('enterpriseContentLab', 9)) AS named ("key", "number") JOIN "catalogue_service" ON "catalogue_service"."type" = named."number";--> statement-breakpoint
UPDATE "order_piece" SET "is_instant" = true WHERE "offer_id" = 'content-checker-automatic' AND "state" NOT IN ('delivered', 'accepted', 'cancelled');