drop index concurrently if exists coupon_use_released;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "coupon_use_released" ON "coupon_use" USING btree ("released_at") WHERE "coupon_use"."released_at" is not null;
--> statement-breakpoint
drop index concurrently if exists order_refund_at;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_refund_at" ON "order_refund" USING btree ("at");
--> statement-breakpoint
drop index concurrently if exists shop_order_cancelled;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shop_order_cancelled" ON "shop_order" USING btree ("cancelled_at") WHERE "shop_order"."cancelled_at" is not null;
--> statement-breakpoint
drop index concurrently if exists payment_settled;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_settled" ON "payment" USING btree ("settled_at") WHERE "payment"."settled_at" is not null;
--> statement-breakpoint
drop index concurrently if exists payment_refund_completed;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_refund_completed" ON "payment_refund" USING btree ("completed_at") WHERE "payment_refund"."completed_at" is not null;
--> statement-breakpoint
drop index concurrently if exists deposit_settled;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "deposit_settled" ON "deposit" USING btree ("settled_at") WHERE "deposit"."settled_at" is not null;
--> statement-breakpoint
drop index concurrently if exists deposit_refund_at;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "deposit_refund_at" ON "deposit_refund" USING btree ("at");
--> statement-breakpoint
drop index concurrently if exists wallet_gift_at;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "wallet_gift_at" ON "wallet_gift" USING btree ("at");
--> statement-breakpoint
drop index concurrently if exists withdrawal_at;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "withdrawal_at" ON "withdrawal" USING btree ("at");
--> statement-breakpoint
drop index concurrently if exists billing_document_invoice;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "billing_document_invoice" ON "billing_document" USING btree ("invoice_id") WHERE "billing_document"."invoice_id" is not null;
