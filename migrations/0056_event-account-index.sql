drop index concurrently if exists event_account;--> statement-breakpoint
create index concurrently event_account on event (account_id, id);
