drop index concurrently if exists order_refund_piece;
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "order_refund_piece" ON "order_refund" USING btree ("piece_id") WHERE "order_refund"."piece_id" is not null;