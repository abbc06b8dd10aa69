drop index concurrently if exists coupon_use_held;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "coupon_use_held" ON "coupon_use" USING btree ("coupon_id") WHERE "coupon_use"."held_from" is not null;
--> statement-breakpoint
drop index concurrently if exists coupon_use_held_account;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "coupon_use_held_account" ON "coupon_use" USING btree ("account_id") WHERE "coupon_use"."held_from" is not null;
--> statement-breakpoint
drop index concurrently if exists coupon_use_held_from;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "coupon_use_held_from" ON "coupon_use" USING btree ("held_from") WHERE "coupon_use"."held_from" is not null;
