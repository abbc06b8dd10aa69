drop index concurrently if exists delivery_accepted;--> statement-breakpoint
create index concurrently delivery_accepted on delivery (accepted_at) where accepted_at is not null;--> statement-breakpoint
drop index concurrently if exists shop_order_started;--> statement-breakpoint
create index concurrently shop_order_started on shop_order (started_at) where started_at is not null;--> statement-breakpoint
drop index concurrently if exists payment_declined;--> statement-breakpoint
create index concurrently payment_declined on payment (outcome_at) where outcome = 'declined';--> statement-breakpoint
drop index concurrently if exists subscription_ended;--> statement-breakpoint
create index concurrently subscription_ended on subscription (ended_at) where ended_at is not null;
