ALTER TABLE "order_refund" ALTER COLUMN "operator_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_offer" ADD COLUMN "turnaround" jsonb;--> statement-breakpoint
ALTER TABLE "catalogue_offer" ADD COLUMN "each_unit_is_piece" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "turnaround" jsonb;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "is_unit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "due_by_hand" jsonb;--> statement-breakpoint
ALTER TABLE "order_refund" ADD COLUMN "piece_id" uuid;--> statement-breakpoint
ALTER TABLE "shop_order" ADD COLUMN "estimated_at" timestamp with time zone;